/**
 * The same service on its three hosts: a listing, availability, reservations and an export on workerd, Node and Deno, over
 * the same made-up group. Each has its own database: on workerd D1 as Miniflare runs it, elsewhere SQLite in the process,
 * synchronised at every commit.
 */
import type { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { hostCommand } from "../../cli/support/serve-host.ts";
import { inTransaction, openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";
import { insertInventory } from "../support/calendar-data.ts";
import { freePort } from "../../harness/free-port.ts";
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import { insertLedger } from "../support/ledger-data.ts";
import type { RequestShape } from "../support/load.ts";
import { startProcess } from "../support/node-peer.ts";
import { BOOKED_NIGHTS, bookingRequest, exportRequest, listingRequest, stayRequest } from "../support/requests.ts";
import { type Measured, compare } from "../support/rounds.ts";
import { requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { type Host, seedDatabase, startWorker, workFolder } from "../support/worker-host.ts";

const GROUP = "resort";
const HOTELS = 100;
const NIGHTS = 7;
const NIGHTS_ON_SALE = 60;
const ARRIVALS = NIGHTS_ON_SALE - NIGHTS;
/** More than any run sells. */
const UNITS = 1_000_000;
const TRANSACTIONS = 10_000;
const EFFORT = { rounds: 5, roundMs: 500 };

export const hosts: Scenario = async () => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  const fill = (db: DatabaseSync): void => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: UNITS, restricted: false });
    insertLedger(db, GROUP, hotelId(GROUP, 1), TRANSACTIONS);
  };
  await seedDatabase("hosts-worker", fill);
  const servers = [
    { name: "workerd", host: await startWorker("src/index.ts", "hosts-worker") },
    { name: "Node", host: await startHost("node", fill) },
    { name: "Deno", host: await startHost("deno", fill) },
  ];
  try {
    const results: Measured[] = [];
    for (const { title, request, connections } of cases(firstDay)) {
      // What a reservation answers is its own; all else must be alike.
      if (title !== "reservation") await requireSameAnswer(servers.map((server) => ({ ...server, request: request(0) })));
      const loads = servers.map((server) => ({ ...server, request, connections }));
      results.push(...(await compare(title, loads, EFFORT)));
    }
    return { ratios: {}, results };
  } finally {
    await Promise.all(servers.map(({ host }) => host.stop()));
  }
};

/** Reservations come last: they change what the others answer. */
function cases(firstDay: number): { title: string; request: (index: number) => RequestShape; connections: number }[] {
  const booking = (index: number): RequestShape =>
    bookingRequest(GROUP, firstDay + 10 + (index % (ARRIVALS - 10 - BOOKED_NIGHTS)), (index % HOTELS) + 1);
  return [
    { title: `${HOTELS} hotels`, request: () => listingRequest(GROUP), connections: 16 },
    {
      title: `availability, ${HOTELS} hotels, ${NIGHTS} nights`,
      request: (index) => stayRequest(GROUP, firstDay + (index % ARRIVALS), NIGHTS),
      connections: 8,
    },
    { title: `export, ${TRANSACTIONS} transactions`, request: () => exportRequest(GROUP, TRANSACTIONS), connections: 1 },
    { title: "reservation", request: booking, connections: 8 },
  ];
}

async function startHost(host: "node" | "deno", fill: (db: DatabaseSync) => void): Promise<Host> {
  const state = join(workFolder, `hosts-${host}`);
  const db = openSqliteFile(join(state, "tabard.sqlite"));
  inTransaction(db, () => fill(db));
  db.exec("ANALYZE");
  db.close();
  const port = await freePort();
  const { command, args } = hostCommand(host, state);
  const settings = {
    HOST: "127.0.0.1",
    PORT: String(port),
    TABARD_STATE: state,
    DEMO_TOKENS: "on",
    RATE_LIMITS: "off",
    REQUEST_LOG: "off",
  };
  return startProcess(command, args, { ...process.env, ...settings }, () => port);
}
