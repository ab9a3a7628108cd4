/** API keys: made, listed, rotated, ended (docs/interface.md §1.4, §10.5). */
import { CLIENT_CHARS_MAX, OVERLAP_HOURS_MAX } from "../../src/access/limits.ts";
import { HOTEL_KEY_SCOPES, KEY_SCOPES, KEY_SCOPES_DEFAULT } from "../../src/access/rules/principal.ts";
import { formatDate, parseDate } from "../../src/base/calendar-date.ts";
import { TEXT_CHARS_MAX } from "../../src/base/limits.ts";
import type { TargetDatabase } from "../support/database.ts";
import { mintKey } from "../support/mint-key.ts";
import { literal } from "../support/sql-text.ts";
import { UserError, WrongCall } from "../support/user-error.ts";
import { type Operands, readGroup, readScopes, readText } from "./operands.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const OVERLAP_HOURS_DEFAULT = 24;
/** A colon ends the user name of HTTP Basic (RFC 7617). */
const CLIENT = /^[^\s:]+(?: [^\s:]+)*$/;

interface KeyRow {
  token_id: string;
  group_id: string;
  subject: string;
  hotel_id: string | null;
  /** JSON: [scope]. */
  scopes: string;
  label: string;
  created_ms: number;
  expires_ms: number | null;
  revoked_ms: number | null;
  last_used_day: number | null;
}

const COLUMNS = "token_id, group_id, subject, hotel_id, scopes, label, created_ms, expires_ms, revoked_ms, last_used_day";

/** Makes a key and prints it: the only time anyone sees it. */
export async function createKey(db: TargetDatabase, operands: Operands): Promise<string> {
  const hotelId = operands.hotel === undefined ? null : readText(operands, "hotel");
  const scopes = readScopes(operands.scopes, hotelId === null ? KEY_SCOPES : HOTEL_KEY_SCOPES, KEY_SCOPES_DEFAULT);
  if (hotelId !== null && operands.scopes === undefined) {
    throw new WrongCall(`--hotel needs --scopes, of ${HOTEL_KEY_SCOPES.join(", ")}`);
  }
  const client = operands.client === undefined ? undefined : readClient(operands);
  const label = readText(operands, "label", TEXT_CHARS_MAX);
  const nowMs = Date.now();
  const expiresMs = readExpiry(operands.expires, nowMs);
  const groupId = await readGroup(db, operands);
  if (hotelId !== null) await assertHotel(db, groupId, hotelId);
  const { id, key, statement } = mintKey({ groupId, client, hotelId, scopes, label, expiresMs }, nowMs);
  await db.apply([statement]);
  return describeNew({ id, key, groupId, client: client ?? id, hotelId, scopes, expiresMs });
}

/** The group's keys, one a line. */
export async function listKeys(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = await readGroup(db, operands);
  const rows = await db.query<KeyRow>(
    `SELECT ${COLUMNS} FROM tokens WHERE group_id = ${literal(groupId)} AND kind = 'key' ORDER BY created_ms, token_id`,
  );
  if (rows.length === 0) return `group "${groupId}" has no keys`;
  const nowMs = Date.now();
  return rows.map((row) => describeKey(row, nowMs)).join("\n");
}

/** Makes a key of the same client and rights; the old one ends after the overlap. In one transaction. */
export async function rotateKey(db: TargetDatabase, operands: Operands): Promise<string> {
  const hours = readOverlap(operands["overlap-hours"]);
  const old = await findKey(db, operands);
  const nowMs = Date.now();
  if (old.revoked_ms !== null)
    throw new UserError(`key ${old.token_id} was revoked ${instant(old.revoked_ms)}; key create makes a new one`);
  if (old.expires_ms !== null && old.expires_ms <= nowMs) {
    throw new UserError(`key ${old.token_id} expired ${instant(old.expires_ms)}; key create makes a new one`);
  }
  const { group_id: groupId, subject: client, hotel_id: hotelId, label, expires_ms: expiresMs } = old;
  const scopes = JSON.parse(old.scopes) as string[];
  const { id, key, statement } = mintKey({ groupId, client, hotelId, scopes, label, expiresMs }, nowMs);
  const endsMs = Math.min(nowMs + hours * HOUR_MS, expiresMs ?? Number.POSITIVE_INFINITY);
  const end = hours === 0 ? `revoked_ms = ${nowMs}` : `expires_ms = ${endsMs}`;
  await db.apply([statement, `UPDATE tokens SET ${end} WHERE token_id = ${literal(old.token_id)} AND revoked_ms IS NULL`]);
  const then = hours === 0 ? "is revoked; requests with it end within 60 s" : `ends ${instant(endsMs)}`;
  return `${describeNew({ id, key, groupId, client, hotelId, scopes, expiresMs })}\nkey ${old.token_id} ${then}`;
}

/** Ends a key. Ending it again changes nothing. */
export async function revokeKey(db: TargetDatabase, operands: Operands): Promise<string> {
  const row = await findKey(db, operands);
  if (row.revoked_ms !== null) return `key ${row.token_id} was revoked ${instant(row.revoked_ms)}`;
  await db.apply([`UPDATE tokens SET revoked_ms = ${Date.now()} WHERE token_id = ${literal(row.token_id)} AND revoked_ms IS NULL`]);
  return `key ${row.token_id} is revoked; requests with it end within 60 s`;
}

async function findKey(db: TargetDatabase, operands: Operands): Promise<KeyRow> {
  const id = readText(operands, "id");
  const [row] = await db.query<KeyRow>(`SELECT ${COLUMNS} FROM tokens WHERE token_id = ${literal(id)} AND kind = 'key'`);
  if (!row) throw new UserError(`there is no key "${id}" in ${db.name}; key list --group G shows a group's`);
  return row;
}

async function assertHotel(db: TargetDatabase, groupId: string, hotelId: string): Promise<void> {
  const found = await db.query(`SELECT 1 FROM hotels WHERE group_id = ${literal(groupId)} AND hotel_id = ${literal(hotelId)}`);
  if (found.length === 0) throw new UserError(`group "${groupId}" has no hotel "${hotelId}"`);
}

function readClient(operands: Operands): string {
  const client = readText(operands, "client", CLIENT_CHARS_MAX);
  if (!CLIENT.test(client)) throw new WrongCall("--client is a name without colons, and without spaces at its ends");
  return client;
}

/** The instant after a date's end in UTC; null where no date is given. */
function readExpiry(date: string | undefined, nowMs: number): number | null {
  if (date === undefined) return null;
  const day = parseDate(date);
  if (day === null) throw new WrongCall(`--expires "${date}" is not a date (YYYY-MM-DD)`);
  const expiresMs = (day + 1) * DAY_MS;
  if (expiresMs <= nowMs) throw new WrongCall(`--expires ${date} is over`);
  return expiresMs;
}

function readOverlap(text: string | undefined): number {
  if (text === undefined) return OVERLAP_HOURS_DEFAULT;
  const hours = Number(text);
  if (/^\d+$/.test(text) && hours <= OVERLAP_HOURS_MAX) return hours;
  throw new WrongCall(`--overlap-hours is a whole number from 0 to ${OVERLAP_HOURS_MAX}, not "${text}"`);
}

interface NewKey {
  id: string;
  key: string;
  groupId: string;
  client: string;
  hotelId: string | null;
  scopes: readonly string[];
  expiresMs: number | null;
}

function describeNew({ id, key, groupId, client, hotelId, scopes, expiresMs }: NewKey): string {
  const lines = [
    `id      ${id}`,
    `group   ${groupId}`,
    `client  ${client}`,
    ...(hotelId === null ? [] : [`hotel   ${hotelId}`]),
    `scopes  ${scopes.join(",")}`,
    ...(expiresMs === null ? [] : [`expires ${instant(expiresMs)}`]),
    `key     ${key}`,
    "The key is not stored and will not be shown again.",
  ];
  return lines.join("\n");
}

function describeKey(row: KeyRow, nowMs: number): string {
  return [
    row.token_id,
    `client ${row.subject}`,
    row.hotel_id === null ? "all hotels" : `hotel ${row.hotel_id}`,
    (JSON.parse(row.scopes) as string[]).join(","),
    `created ${instant(row.created_ms)}`,
    row.last_used_day === null ? "never used" : `last used ${formatDate(row.last_used_day)}`,
    row.expires_ms === null ? "no expiry" : `expires ${instant(row.expires_ms)}`,
    stateOf(row, nowMs),
    row.label,
  ]
    .join("  ")
    .trimEnd();
}

function stateOf({ revoked_ms: revokedMs, expires_ms: expiresMs }: KeyRow, nowMs: number): string {
  if (revokedMs !== null) return `revoked ${instant(revokedMs)}`;
  return expiresMs !== null && expiresMs <= nowMs ? "expired" : "live";
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
