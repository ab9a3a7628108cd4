/** Prices of one room and rate over 30 nights, each time others, beside a Worker that runs the same statements blindly. */
import { formatDate } from "../../src/base/calendar-date.ts";
import { insertInventory } from "../support/calendar-data.ts";
import { hotelId, insertGroup, keyOf } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { type Ratio, ratio } from "../support/ratio.ts";
import { type Measured, compare } from "../support/rounds.ts";
import { requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "ari";
/** More than clients, so that no two changes of a moment are of the same hotel. */
const HOTELS = 64;
const NIGHTS = 30;
const NIGHTS_ON_SALE = 60;
const CLIENTS = [1, 8];
/** What the ratio is taken at. */
const TARGET_CLIENTS = 8;
const EFFORT = { rounds: 12, roundMs: 400 };

export const ari: Scenario = async () => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  const fill = (db: Parameters<typeof insertGroup>[0]): void => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: 10, restricted: false });
    db.prepare("UPDATE tokens SET scopes = ?1").run(JSON.stringify(["rates"]));
  };
  await seedDatabase("ari-tabard", fill);
  await seedDatabase("ari-blind", fill);
  const tabard = await startWorker("src/index.ts", "ari-tabard");
  const blind = await startWorker("bench/workers/blind-ari.ts", "ari-blind");
  try {
    const servers = [
      { name: "tabard", host: tabard },
      { name: "the same statements, blindly", host: blind },
    ];
    const request = (index: number) => changeOf(index, firstDay);
    await requireSameAnswer(
      servers.map((server) => ({ ...server, request: request(0) })),
      (text) => text.replace(/"calendarVersion":\d+/, '"calendarVersion":0'),
    );
    const results: Measured[] = [];
    const ratios: Record<string, Ratio> = {};
    for (const connections of CLIENTS) {
      const loads = servers.map((server) => ({ ...server, request, connections }));
      const measured = await compare(`${NIGHTS} nights, ${connections} clients`, loads, EFFORT);
      results.push(...measured);
      if (connections === TARGET_CLIENTS) ratios["ari/baseline"] = ratio(measured, "tabard", "the same statements, blindly");
    }
    return { ratios, results };
  } finally {
    await Promise.all([tabard.stop(), blind.stop()]);
  }
};

/** The n-th change: of another hotel than the ones around it, at another price than its last. */
function changeOf(index: number, firstDay: number): RequestShape {
  const entry = {
    room: "R1",
    from: formatDate(firstDay),
    to: formatDate(firstDay + NIGHTS - 1),
    rates: { RATE1: { price: 300 + (index % 997) } },
  };
  return {
    method: "POST",
    path: `/ari/${GROUP}/${hotelId(GROUP, (index % HOTELS) + 1)}`,
    headers: { Authorization: `Bearer ${keyOf(GROUP)}`, "Content-Type": "application/json" },
    body: JSON.stringify({ calendar: [entry] }),
  };
}
