/**
 * node scripts/verify-bookings.ts FILE: imports the whole data set into a database of its own and compares it with an
 * independent reading: every sum of the ledger, the units of every room type, the prices of random nights.
 */
import { isDeepStrictEqual } from "node:util";
import { importBookings } from "../cli/dataset/import-bookings.ts";
import { defaultShiftWeeks } from "../cli/dataset/read-bookings.ts";
import { BOOKINGS_FILE } from "../harness/local-file.ts";
import { csvText, storedCents, storedSums, wantedCents } from "../harness/dataset-checks.ts";
import { type OracleRow, oracleSpan, oracleSums, oracleUnits, readOracle } from "../harness/dataset-oracle.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../harness/temporary-database.ts";

/** Nights whose prices are computed anew, each from all rows. */
const NIGHTS_CHECKED = 400;

let faults = 0;

function check(what: string, stored: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(stored, wanted)) return;
  faults += 1;
  process.stdout.write(`${what}: stored ${show(stored)}, the file says ${show(wanted)}\n`);
}

function show(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}

async function checkLedger(db: TemporaryDatabase, rows: readonly OracleRow[]): Promise<void> {
  const [stored, wanted] = [await storedSums(db, "demand"), oracleSums(rows)];
  for (const key of new Set([...stored.keys(), ...wanted.keys()])) {
    check(key, stored.get(key), wanted.get(key));
    process.stdout.write(`${key}: ${show(wanted.get(key))}\n`);
  }
}

async function checkCalendar(db: TemporaryDatabase, rows: readonly OracleRow[], shiftDays: number): Promise<void> {
  const [first, last] = oracleSpan(rows);
  const [span] = await db.query("SELECT min(night) AS first, max(night) AS last FROM stock");
  check("calendar", { ...span! }, { first: first + shiftDays, last: last + shiftDays });
  const types = await db.query<{ hotel: string; room: string; units: number }>(
    "SELECT DISTINCT hotel_id AS hotel, room_id AS room, units FROM stock ORDER BY 1, 2",
  );
  for (const { hotel, room, units } of types) check(`units of ${hotel} ${room}`, units, oracleUnits(rows, hotel === "H1", room));
  for (let checked = 0; checked < NIGHTS_CHECKED; checked += 1) {
    const { hotel, room } = types[Math.floor(Math.random() * types.length)]!;
    const night = first + Math.floor(Math.random() * (last - first + 1));
    check(
      `price of ${hotel} ${room} ${night}`,
      await storedCents(db, "demand", hotel, room, night + shiftDays),
      wantedCents(rows, hotel, room, night),
    );
  }
  process.stdout.write(`${types.length} room types, ${NIGHTS_CHECKED} nights compared\n`);
}

const file = process.argv[2] ?? BOOKINGS_FILE;
const nowMs = Date.now();
const db = temporaryDatabase();
try {
  process.stdout.write(`${await importBookings(db, { file, groupId: "demand", shiftWeeks: undefined, nowMs })}\n`);
  const rows = readOracle(csvText(file));
  const earliest = rows.reduce((least, row) => Math.min(least, row.arrival), Infinity);
  await checkLedger(db, rows);
  await checkCalendar(db, rows, defaultShiftWeeks(earliest, nowMs) * 7);
} finally {
  db.remove();
}
process.stdout.write(faults === 0 ? "The import agrees with the file.\n" : `${faults} differences\n`);
process.exitCode = faults === 0 ? 0 : 1;
