/** Table log_in_failures: failed tries per account and slice of time, and the secret of table secrets that log lines need. */
import type { Database, PreparedStatement } from "../../host/database.ts";

const COUNT_FAILURE = `INSERT INTO log_in_failures (account_sha256, slice, tries) VALUES (?1, ?2, 1)
  ON CONFLICT (account_sha256, slice) DO UPDATE SET tries = tries + 1`;

const SELECT_STANDING = `SELECT value AS secret,
  coalesce((SELECT sum(tries) FROM log_in_failures WHERE account_sha256 = ?1 AND slice BETWEEN ?2 AND ?3), 0) AS failures
  FROM secrets WHERE name = 'log'`;

/** What a log-in must know beside the account itself. */
export interface StandingRow {
  /** Hex, of this database alone. */
  secret: string;
  failures: number;
}

/** Reads the secret and the failures of an account within slices, both included. */
export function selectStanding(db: Database, accountSha256: string, [first, last]: readonly [number, number]): PreparedStatement {
  return db.prepare(SELECT_STANDING).bind(accountSha256, first, last);
}

/** One failed try more. */
export async function countFailure(db: Database, accountSha256: string, slice: number): Promise<void> {
  await db.prepare(COUNT_FAILURE).bind(accountSha256, slice).run();
}

const DELETE_LOG_IN_FAILURES = `DELETE FROM log_in_failures WHERE (account_sha256, slice) IN
  (SELECT account_sha256, slice FROM log_in_failures WHERE slice < ?1 ORDER BY slice LIMIT ?2)`;

/** Deletes at most `rowsMax` counts of slices before `beforeSlice`. Returns how many. */
export async function deleteLogInFailures(db: Database, beforeSlice: number, rowsMax: number): Promise<number> {
  return (await db.prepare(DELETE_LOG_IN_FAILURES).bind(beforeSlice, rowsMax).run()).meta.changes ?? 0;
}
