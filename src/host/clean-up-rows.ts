/** What is deleted once it is of no more use: ended sessions, old idempotency keys and counts. API keys stay, to be listed. */
import type { Database } from "./database.ts";

const DELETE_SESSIONS = `DELETE FROM tokens WHERE token_sha256 IN
  (SELECT token_sha256 FROM tokens WHERE expires_ms < ?1 AND kind <> 'key' ORDER BY expires_ms LIMIT ?2)`;

const DELETE_IDEMPOTENCY_KEYS = `DELETE FROM idempotency_keys WHERE (group_id, caller, operation, idempotency_key) IN
  (SELECT group_id, caller, operation, idempotency_key FROM idempotency_keys WHERE created_ms < ?1 ORDER BY created_ms LIMIT ?2)`;

const DELETE_LOG_IN_FAILURES = `DELETE FROM log_in_failures WHERE (account_sha256, slice) IN
  (SELECT account_sha256, slice FROM log_in_failures WHERE slice < ?1 ORDER BY slice LIMIT ?2)`;

const DELETE_HOLDS = `DELETE FROM holds WHERE (group_id, hotel_id, caller, hour) IN
  (SELECT group_id, hotel_id, caller, hour FROM holds WHERE hour < ?1 ORDER BY hour LIMIT ?2)`;

/** Deletes at most `rowsMax` counts of what clients took in hours before `beforeHour`. Returns how many. */
export function deleteHolds(db: Database, beforeHour: number, rowsMax: number): Promise<number> {
  return runDelete(db, DELETE_HOLDS, beforeHour, rowsMax);
}

/** Deletes at most `rowsMax` sessions that expired before `beforeMs`. Returns how many. */
export function deleteSessions(db: Database, beforeMs: number, rowsMax: number): Promise<number> {
  return runDelete(db, DELETE_SESSIONS, beforeMs, rowsMax);
}

/** Deletes at most `rowsMax` idempotency keys made before `beforeMs`. Returns how many. */
export function deleteIdempotencyKeys(db: Database, beforeMs: number, rowsMax: number): Promise<number> {
  return runDelete(db, DELETE_IDEMPOTENCY_KEYS, beforeMs, rowsMax);
}

/** Deletes at most `rowsMax` counts of failed log-ins of slices before `beforeSlice`. Returns how many. */
export function deleteLogInFailures(db: Database, beforeSlice: number, rowsMax: number): Promise<number> {
  return runDelete(db, DELETE_LOG_IN_FAILURES, beforeSlice, rowsMax);
}

async function runDelete(db: Database, sql: string, before: number, rowsMax: number): Promise<number> {
  const { meta } = await db.prepare(sql).bind(before, rowsMax).run();
  return meta.changes ?? 0;
}
