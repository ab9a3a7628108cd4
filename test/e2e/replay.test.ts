/** npm run import -- bookings, npm run replay: docs/interface.md §9.4, through the real commands against the real service. */
import { execFile } from "node:child_process";
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HostName } from "../../cli/support/serve-host.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { BOOKINGS_FILE, findBookingsFile } from "../../harness/local-file.ts";
import { madeUpBookings } from "../../harness/made-up-bookings.ts";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type ServiceProcess, databaseFile, startService } from "../../harness/service-process.ts";

const REAL_ROWS = 250;
const run = promisify(execFile);

interface Summary {
  submitted: number;
  accepted: number;
  refused: number;
  failed: number;
  oversoldNights: number;
}

describe.each(["worker", "node"] as const)("a made-up data set at the host %s", (host) => {
  replays(host, () => Promise.resolve(madeUpBookings()));
});

describe.skipIf(findBookingsFile() === undefined)("the first rows of the real data set", () => {
  replays("worker", () => firstLines(BOOKINGS_FILE, REAL_ROWS + 1));
});

describe("a replay that cannot run", () => {
  it.each([
    [1, "a file that is not there", ["nowhere.csv"], "nowhere.csv: there is no such file"],
    [1, "no service", ["package.json", "--url", "http://127.0.0.1:9"], "no service answers at http://127.0.0.1:9"],
    [2, "an option without its file", ["--cancelled"], "one file is needed"],
    [2, "a concurrency of none", ["package.json", "--concurrency", "0"], '--concurrency is "0"'],
    [2, "an unknown option", ["package.json", "--fast"], "Unknown option '--fast'"],
  ])("ends with status %i and says why: %s", async (code, _why, args, message) => {
    const failed = await run(process.execPath, ["cli/replay.ts", ...args]).catch((error: { code: number; stderr: string }) => error);
    expect(failed).toMatchObject({ code, stderr: expect.stringContaining(message) as string });
  });
});

function replays(host: HostName, csv: () => Promise<string>): void {
  const folder = mkdtempSync(join(tmpdir(), "tabard-replay-"));
  const file = join(folder, "bookings.csv");
  const place = ["--host", host];
  let service: ServiceProcess | undefined;

  const command = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, args, { env: { ...process.env, TABARD_STATE: folder } })).stdout;
  const replay = async (...args: string[]): Promise<Summary> => {
    const output = await command("cli/replay.ts", file, ...place, "--url", service?.url ?? "", "--concurrency", "8", ...args);
    return JSON.parse(output.trimEnd().split("\n").at(-1) ?? "") as Summary;
  };

  beforeAll(async () => {
    writeFileSync(file, await csv());
    await command("cli/import.ts", "bookings", file, ...place);
    service = await startService(host, folder);
  });

  afterAll(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("has room for every booking that was held, and never for more than there are units", async () => {
    const limited = await replay("--limit", "5");
    expect(limited).toMatchObject({ submitted: 5, accepted: 5, refused: 0, failed: 0, oversoldNights: 0 });
    expect(Object.keys(limited)).toEqual(["submitted", "accepted", "refused", "failed", "oversoldNights", "p50", "p99", "perSecond"]);
    clearReservations();

    const held = await replay();
    expect(held).toMatchObject({ accepted: held.submitted, refused: 0, failed: 0, oversoldNights: 0 });
    const again = await replay("--cancelled");
    expect(again).toMatchObject({ failed: 0, oversoldNights: 0 });
    expect(again.submitted).toBeGreaterThan(held.submitted);
    expect(again.refused).toBeGreaterThan(0);
    expect(again.accepted + again.refused).toBe(again.submitted);

    const db = openTables();
    const accounts = await accountsOf(fileDatabase(db), "demand");
    const keys = db.prepare("SELECT count(*) AS live FROM tokens WHERE revoked_ms IS NULL").get();
    db.close();
    expect(accounts).toMatchObject({ reservations: held.accepted + again.accepted, faults: [] });
    expect(keys).toEqual({ live: 0 });
  });

  it("lets them live: what was cancelled in life is cancelled, and the books agree", async () => {
    clearReservations();
    const lived = (await replay("--lives")) as Summary & { cancelled: number; ahead: number; livesFailed: number };
    expect(lived).toMatchObject({ failed: 0, oversoldNights: 0, livesFailed: 0 });
    expect(lived.cancelled).toBeGreaterThan(0);
    // The calendar lies ahead: nobody can have come yet.
    expect(lived.cancelled + lived.ahead).toBe(lived.accepted);
    const db = openTables();
    const row = db.prepare("SELECT count(*) AS n FROM booking_versions WHERE status = 'cancelled'").get() as { n: number };
    db.close();
    expect(row.n).toBe(lived.cancelled);
  });

  function openTables(): DatabaseSync {
    return new DatabaseSync(databaseFile(host, folder), { timeout: 10_000 });
  }

  /** As if nobody had booked. The ledger keeps its documents: it must. */
  function clearReservations(): void {
    const db = openTables();
    const tables = ["booking_documents", "booking_versions", "bookings", "reservation_versions", "reservations"];
    // The service follows the log: what is given back stands there.
    const givenBack = `INSERT INTO events (group_id, sequence, type, at_ms, subject, data, sold)
      SELECT 'demand', (SELECT max(sequence) + 1 FROM events WHERE group_id = 'demand'), 'booking.cancelled', 0, '/', '{}',
        json_group_array(json_array(hotel_id, room_id, night, night + 1, -sold)) FROM stock WHERE sold > 0`;
    db.exec(`${tables.map((table) => `DELETE FROM ${table};`).join(" ")} ${givenBack}; UPDATE stock SET sold = 0 WHERE sold > 0`);
    db.close();
  }
}

async function firstLines(path: string, count: number): Promise<string> {
  const content = path.endsWith(".gz") ? createReadStream(path).pipe(createGunzip()) : createReadStream(path);
  const lines: string[] = [];
  for await (const line of createInterface({ input: content })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return `${lines.join("\n")}\n`;
}
