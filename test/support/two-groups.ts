/**
 * Two groups that differ in nothing but their names, each with hotels, users, operators, a reservation and a ledger, and
 * one token of every kind: what tests of isolation and fuzzing need.
 */
import { env } from "cloudflare:workers";
import { sha256Hex } from "../../src/base/bytes.ts";
import { HOTEL_KEY_SCOPES, KEY_SCOPES, USER_SCOPES } from "../../src/access/rules/principal.ts";
import { hashPassword } from "../../src/access/password.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { addBookableGroup } from "../../harness/bookable-group.ts";
import { insertToken } from "./in-worker.ts";
import { line } from "./ledger.ts";
import { type ReservationAnswer, booking, reservation, reserve } from "./reserve.ts";

export const PASSWORD = "correct horse";

/** What one group's callers know. */
export interface GroupOfTest {
  groupId: string;
  hotelId: string;
  otherHotelId: string;
  email: string;
  /** In `hotelId`. */
  reservationId: string;
  /** In `otherHotelId`. */
  otherReservationId: string;
  /** In `hotelId`, by kind of caller: of those that see none but their own. */
  ownReservationIds: Readonly<Record<string, string>>;
  /** Of `hotelId`. */
  webhookId: string;
  /** Of `otherHotelId`. */
  otherWebhookId: string;
}

/** Adds the group, books once in each hotel and issues the tokens named by `tokenOf`. */
export async function addGroup(groupId: string): Promise<GroupOfTest> {
  const { euro, yen } = await addBookableGroup(env.DB, groupId);
  const hash = await hashPassword(PASSWORD, new Uint8Array(16));
  const email = `ann@${groupId}.test`;
  await env.DB.prepare(
    "INSERT INTO users (group_id, email, user_id, password_hash, firstname, city) VALUES (?1, ?2, 'ann-of-' || ?1, ?3, ?4, ?4)",
  )
    .bind(groupId, email, hash, `secret-of-${groupId}`)
    .run();
  for (const siteId of [groupId, euro]) {
    await env.DB.prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES (?1, 'DESK', ?2)").bind(siteId, hash).run();
  }
  for (const scope of KEY_SCOPES)
    await insertToken(tokenOf(groupId, `key-without-${scope}`), groupId, { scopes: KEY_SCOPES.filter((one) => one !== scope) });
  await insertToken(tokenOf(groupId, "key-of-hotel"), groupId, { scopes: HOTEL_KEY_SCOPES, hotelId: euro });
  await insertToken(tokenOf(groupId, "key-revoked"), groupId, { scopes: KEY_SCOPES, revokedMs: 1 });
  await insertToken(tokenOf(groupId, "key-expired"), groupId, { scopes: KEY_SCOPES, expiresMs: 1 });
  const user = { kind: "user", subject: `ann-of-${groupId}`, scopes: USER_SCOPES } as const;
  await insertToken(tokenOf(groupId, "user"), groupId, user);
  await insertToken(tokenOf(groupId, "user-expired"), groupId, { ...user, expiresMs: 1 });
  await insertToken(tokenOf(groupId, "user-revoked"), groupId, { ...user, revokedMs: 1 });
  const operator = { kind: "operator", subject: "DESK" } as const;
  await insertToken(tokenOf(groupId, "operator"), groupId, operator);
  await insertToken(tokenOf(groupId, "operator-of-hotel"), groupId, { ...operator, hotelId: euro });
  await insertToken(tokenOf(groupId, "operator-expired"), groupId, { ...operator, expiresMs: 1 });
  await insertToken(tokenOf(groupId, "operator-revoked"), groupId, { ...operator, revokedMs: 1 });
  const desk = { ...operator, scopes: HOTEL_KEY_SCOPES };
  await insertToken(tokenOf(groupId, "desk"), groupId, desk);
  await insertToken(tokenOf(groupId, "desk-of-hotel"), groupId, { ...desk, hotelId: euro });
  await insertToken(tokenOf(groupId, "desk-without-scopes"), groupId, { ...desk, scopes: [] });
  await insertToken(tokenOf(groupId, "desk-expired"), groupId, { ...desk, expiresMs: 1 });
  await insertToken(tokenOf(groupId, "desk-revoked"), groupId, { ...desk, revokedMs: 1 });
  await env.DB.prepare("INSERT INTO pay_codes (group_id, pay_code, description, nominal_code) VALUES (?1, 'CASH', 'Cash', '1200')")
    .bind(groupId)
    .run();
  const paid = [euro, yen].map((siteId) => ({
    lines: [
      line({ siteId, transactionType: "Payment", transactionReference: `desk-of-${siteId}`, uniqueReferenceNumber: `desk-of-${siteId}-1` }),
    ],
  }));
  await env.DB.batch(bindAll(env.DB, postingStatements(groupId, paid, Date.now())) as D1PreparedStatement[]);
  // January 2020 has lines, and can be closed.
  await env.DB.prepare("UPDATE hotels SET periods = 'month' WHERE group_id = ?1").bind(groupId).run();
  const early = [euro, yen].map((siteId) => ({
    lines: [line({ siteId, transactionReference: `early-of-${siteId}`, uniqueReferenceNumber: `early-of-${siteId}-1` })],
    periodDay: 18_270,
  }));
  await env.DB.batch(bindAll(env.DB, postingStatements(groupId, early, Date.now())) as D1PreparedStatement[]);
  const [booked, bookedThere] = await Promise.all([bookOnce(groupId, euro, "DBL"), bookOnce(groupId, yen, "TWN")]);
  const webhooks = { webhookId: `wh_${euro}`, otherWebhookId: `wh_${yen}` };
  const ownReservationIds: Record<string, string> = {};
  for (const kind of ["user", "key-without-bookings"])
    ownReservationIds[kind] = await bookOnce(groupId, euro, "DBL", tokenOf(groupId, kind));
  const reservations = { reservationId: booked, otherReservationId: bookedThere, ownReservationIds };
  const group = { groupId, hotelId: euro, otherHotelId: yen, email, ...reservations, ...webhooks };
  await restoreWebhooks(group);
  return group;
}

/**
 * The token of a kind of caller. `key` has every scope a key may have and `key-without-<scope>` all but one; `operator` is a
 * session of the XML interface, `desk` one for JSON with every scope; `…-of-hotel` is bound to `hotelId`.
 */
export function tokenOf(groupId: string, kind: string): string {
  return `${groupId}-${kind}`;
}

async function bookOnce(groupId: string, hotelId: string, roomId: string, token: string = tokenOf(groupId, "key")): Promise<string> {
  const body = reservation([booking(hotelId, { roomId })], { lastname: `secret-of-${groupId}` });
  const answer = await reserve(groupId, body, { Authorization: `Bearer ${token}` });
  return (await answer.json<ReservationAnswer>()).reservationId;
}

/** One endpoint of each hotel, and none besides. Disabled, and of no scheme anything is sent by. */
export async function restoreWebhooks({ groupId, hotelId, otherHotelId, webhookId, otherWebhookId }: GroupOfTest): Promise<void> {
  const rows = [
    [webhookId, hotelId],
    [otherWebhookId, otherHotelId],
  ];
  await env.DB.batch([
    env.DB.prepare("DELETE FROM webhooks WHERE group_id = ?1").bind(groupId),
    env.DB.prepare(
      `INSERT INTO webhooks (group_id, hotel_id, webhook_id, url, types, state, disabled_reason, cursor, created_ms, changed_ms)
       SELECT ?1, value ->> 1, value ->> 0, 'ftp://receiver.test/secret-of-' || ?1, '["*"]', 'disabled', 'asked', 0, 0, 0
       FROM json_each(?2)`,
    ).bind(groupId, JSON.stringify(rows)),
  ]);
}

/** Rows of every table that requests can write to. */
export async function countRows(): Promise<Record<string, number>> {
  const tables = [
    "tokens",
    "reservations",
    "bookings",
    "reservation_versions",
    "booking_versions",
    "booking_documents",
    "idempotency_keys",
    "ledger_documents",
    "ledger_lines",
    "users",
    "events",
    "webhooks",
  ];
  const columns = [...tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`), "(SELECT sum(sold) FROM stock) AS sold"];
  return (await env.DB.prepare(`SELECT ${columns.join(", ")}`).first<Record<string, number>>()) ?? {};
}

/** Whether a token is neither revoked nor gone. */
export async function isLive(token: string): Promise<boolean> {
  const row = await env.DB.prepare("SELECT revoked_ms FROM tokens WHERE token_sha256 = ?1").bind(sha256Hex(token)).first();
  return row !== null && row.revoked_ms === null;
}
