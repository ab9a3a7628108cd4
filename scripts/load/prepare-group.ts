/**
 * The group a load is put on, in a state folder of its own: the real data set's where its CSV is (docs/interface.md §9), else the
 * demo group; and what of it a visitor would know.
 */
import { importBookings } from "../../cli/dataset/import-bookings.ts";
import { seedDemo } from "../../cli/demo/seed-demo.ts";
import { type TargetDatabase, openTarget } from "../../cli/support/database.ts";
import type { HostName } from "../../cli/support/serve-host.ts";
import { insertRows, literal } from "../../cli/support/sql-text.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

const SESSIONS = 32;
const WEEK_MS = 7 * DAY_MS;

/** Something that can be booked. */
export interface LoadRoom {
  hotelId: string;
  roomId: string;
  rateId: string;
  /** Of the hotel. */
  timezone: string;
}

export interface LoadGroup {
  groupId: string;
  /** An API key with every scope. */
  key: string;
  /** Sessions of the whole group's operators, longer than any run: so many that none runs more exports than it may. */
  sessions: string[];
  hotels: number;
  /** What can be booked by anyone. */
  rooms: LoadRoom[];
  /** That a charge and a payment may name; none where the group has none. */
  saleCodes: string[];
  payCodes: string[];
  /** Day numbers of the first and last night for sale, from tomorrow on. */
  nights: [number, number];
  /** Instants of the ledger's first and last document. */
  ledgerMs: [number, number];
}

/** Makes the state folder's database (TABARD_STATE) and the group in it. */
export async function prepareGroup(host: HostName, bookingsFile: string | undefined): Promise<LoadGroup> {
  const db = openTarget({ host });
  try {
    const groupId = bookingsFile === undefined ? "demo" : "demand";
    if (bookingsFile === undefined) await seedDemo(db, Date.now());
    // As if it had been imported a week ago: its calendar has begun, and guests arrive today.
    else await importBookings(db, { file: bookingsFile, groupId, shiftWeeks: undefined, nowMs: Date.now() - WEEK_MS });
    return await describeGroup(db, groupId);
  } finally {
    db.close();
  }
}

async function describeGroup(db: TargetDatabase, groupId: string): Promise<LoadGroup> {
  const key = `${groupId}-load-key`;
  const sessions = Array.from({ length: SESSIONS }, (_, at) => `${groupId}-load-session-${at}`);
  const scopes = JSON.stringify(["hotels", "availability", "reservations", "bookings", "ledger", "rates"]);
  const columns = ["token_sha256", "kind", "group_id", "token_id", "subject", "scopes", "created_ms", "expires_ms"];
  const tokens = [
    [sha256Hex(key), "key", groupId, key, "load", scopes, 0, null],
    ...sessions.map((session) => [sha256Hex(session), "operator", groupId, session, "LOAD", '["export"]', 0, Date.now() + DAY_MS]),
  ];
  await db.apply(insertRows("tokens", columns, tokens));
  const group = literal(groupId);
  // The data set's group has payments of the past, and no code for new ones.
  const cash = insertRows("pay_codes", ["group_id", "pay_code", "description", "nominal_code"], [[groupId, "CASH", "Cash", "1200"]]);
  if ((await codesIn(db, groupId, "pay_codes", "pay_code")).length === 0) await db.apply(cash);
  const [counts] = await db.query<{ hotels: number; first: number; last: number; from_ms: number; until_ms: number }>(
    `SELECT (SELECT count(*) FROM hotels WHERE group_id = ${group}) AS hotels,
      (SELECT min(night) FROM stock WHERE group_id = ${group}) AS first, (SELECT max(night) FROM stock WHERE group_id = ${group}) AS last,
      (SELECT min(modified_ms) FROM ledger_documents WHERE group_id = ${group}) AS from_ms,
      (SELECT max(modified_ms) FROM ledger_documents WHERE group_id = ${group}) AS until_ms`,
  );
  if (!counts) throw new Error(`group ${groupId} has nothing`);
  const rooms = await db.query<LoadRoom>(
    `SELECT r.hotel_id AS hotelId, r.room_id AS roomId, t.rate_id AS rateId, h.timezone FROM rooms r
     JOIN hotels h ON h.group_id = r.group_id AND h.hotel_id = r.hotel_id
     JOIN rates t ON t.group_id = r.group_id AND t.hotel_id = r.hotel_id WHERE r.group_id = ${group} AND t.hidden = 0`,
  );
  const tomorrow = Math.floor(Date.now() / DAY_MS) + 1;
  return {
    groupId,
    key,
    sessions,
    hotels: counts.hotels,
    rooms: rooms.map((room) => ({ ...room })),
    saleCodes: await codesIn(db, groupId, "sale_codes", "sale_code"),
    payCodes: await codesIn(db, groupId, "pay_codes", "pay_code"),
    nights: [Math.max(counts.first, tomorrow), counts.last],
    ledgerMs: [counts.from_ms, counts.until_ms],
  };
}

async function codesIn(db: TargetDatabase, groupId: string, table: string, column: string): Promise<string[]> {
  const rows = await db.query<{ code: string }>(`SELECT ${column} AS code FROM ${table} WHERE group_id = ${literal(groupId)} ORDER BY 1`);
  return rows.map(({ code }) => code);
}
