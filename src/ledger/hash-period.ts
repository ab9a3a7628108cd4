/** The hash chain of closed periods: docs/interface.md §13. One page of lines in memory at a time. */
import { utf8 } from "../base/bytes.ts";
import { type HashState, runningSha256 } from "../base/running-sha256.ts";
import type { Database } from "../host/database.ts";
import { CLOSING_PAGE_LINES } from "./limits.ts";
import { type EntryRow, type LinePlace, entryOf } from "./rows/ledger-export.ts";
import { type PeriodRow, selectPeriodLines } from "./rows/periods.ts";
import { transactionTexts } from "./rules/transaction-texts.ts";

/** How far the hash has come behind a page. */
export interface HashStep {
  place: LinePlace;
  state: HashState;
}

/** Before the first line. */
const BEGINNING: LinePlace = [Number.MIN_SAFE_INTEGER, 0, 0];

/** Hashes the lines of a period from where its row says, a page at a time; returns the hash. */
export async function* hashPeriod(
  db: Database,
  groupId: string,
  siteId: string,
  {
    period_id: periodId,
    previous_hash: previous,
    ...row
  }: Pick<PeriodRow, "period_id" | "previous_hash" | "hashed_ms" | "hashed_key" | "hashed_line" | "hash_state">,
): AsyncGenerator<HashStep, string, void> {
  const kept = row.hash_state === null ? null : (JSON.parse(row.hash_state) as HashState);
  const hash = runningSha256(kept ?? undefined);
  let place: LinePlace = kept ? [row.hashed_ms ?? 0, row.hashed_key ?? 0, row.hashed_line ?? 0] : BEGINNING;
  if (!kept) hash.update(utf8(`${previous}\n`));
  for (;;) {
    const { sql, values } = selectPeriodLines(groupId, siteId, periodId, place, CLOSING_PAGE_LINES);
    const rows = await db
      .prepare(sql)
      .bind(...values)
      .raw<EntryRow>();
    hash.update(utf8(rows.map((one) => `${JSON.stringify(transactionTexts(entryOf(one)))}\n`).join("")));
    const last = rows.at(-1);
    if (!last || rows.length < CLOSING_PAGE_LINES) return hash.digest();
    place = [last[0], last[1], last[2]];
    yield { place, state: hash.state() };
  }
}
