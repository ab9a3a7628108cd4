/** Tables ledger_periods and ledger_period_sums: what is closed, what is being closed, and what periods come to. */
import type { Statement } from "../../host/database.ts";
import type { HashState } from "../../base/running-sha256.ts";
import { NO_STATEMENT_HASH, type Period } from "../rules/periods.ts";
import { ENTRY_COLUMNS, type LinePlace } from "./ledger-export.ts";

export interface PeriodRow {
  number: number;
  period_id: number;
  period_from_ms: number;
  period_to_ms: number;
  through_key: number;
  hashed_ms: number | null;
  hashed_key: number | null;
  hashed_line: number | null;
  /** JSON: HashState. */
  hash_state: string | null;
  /** Null while it is being closed. */
  closed_ms: number | null;
  /** JSON: PeriodTotals. */
  totals: string | null;
  previous_hash: string;
  hash: string | null;
}

export interface PeriodSumRow {
  period_id: number;
  transaction_type: string;
  tax_code: string;
  period_from_ms: number;
  period_to_ms: number;
  documents: number;
  lines: number;
  gross: number;
  nett: number;
  tax: number;
}

/** Gives PeriodRow of a site, in order; `fewest`: the newest so many alone. */
export function selectPeriods(groupId: string, siteId: string, most: number): Statement {
  return {
    sql: `SELECT * FROM (SELECT number, period_id, period_from_ms, period_to_ms, through_key, hashed_ms, hashed_key, hashed_line, hash_state, closed_ms,
        totals, previous_hash, hash FROM ledger_periods WHERE group_id = ?1 AND site_id = ?2 ORDER BY number DESC LIMIT ?3) ORDER BY number`,
    values: [groupId, siteId, most],
  };
}

/** Gives PeriodRow of one period, or no row. */
export function selectPeriod(groupId: string, siteId: string, periodId: number): Statement {
  return {
    sql: `SELECT number, period_id, period_from_ms, period_to_ms, through_key, hashed_ms, hashed_key, hashed_line, hash_state, closed_ms,
        totals, previous_hash, hash FROM ledger_periods WHERE group_id = ?1 AND site_id = ?2 AND period_id = ?3`,
    values: [groupId, siteId, periodId],
  };
}

/** Gives PeriodSumRow of a site's periods from an instant on, in order. */
export function selectPeriodSums(groupId: string, siteId: string, fromMs: number, untilMs: number): Statement {
  return {
    sql: `SELECT period_id, transaction_type, tax_code, period_from_ms, period_to_ms, documents, lines, gross, nett, tax
      FROM ledger_period_sums WHERE group_id = ?1 AND site_id = ?2 AND period_from_ms BETWEEN ?3 AND ?4 ORDER BY period_id`,
    values: [groupId, siteId, fromMs, untilMs],
  };
}

/** Gives `first_ms` and `last_ms`, where a site's periods with lines begin; null where there are none. */
export function selectPeriodRange(groupId: string, siteId: string): Statement {
  return {
    sql: "SELECT min(period_from_ms) AS first_ms, max(period_from_ms) AS last_ms FROM ledger_period_sums WHERE group_id = ?1 AND site_id = ?2",
    values: [groupId, siteId],
  };
}

/** From here on the period takes no line. Refused, as `ledger_periods_in_order`, unless it is the next one to close. */
export function freezePeriod(groupId: string, siteId: string, { periodId, fromMs, toMs }: Period): Statement {
  return {
    sql: `INSERT INTO ledger_periods (group_id, site_id, number, period_id, period_from_ms, period_to_ms, through_key, previous_hash)
      SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5,
        coalesce((SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1), 0),
        coalesce((SELECT hash FROM ledger_periods WHERE group_id = ?1 AND site_id = ?2 ORDER BY number DESC LIMIT 1), '${NO_STATEMENT_HASH}')
      FROM ledger_periods WHERE group_id = ?1 AND site_id = ?2`,
    values: [groupId, siteId, periodId, fromMs, toMs],
  };
}

/** Gives EntryRow of a period's lines behind a place, in order of ModifiedKey and line. */
export function selectPeriodLines(groupId: string, siteId: string, periodId: number, [ms, key, line]: LinePlace, most: number): Statement {
  return {
    sql: `SELECT ${ENTRY_COLUMNS} FROM ledger_lines INDEXED BY ledger_lines_by_period
      WHERE group_id = ?1 AND site_id = ?2 AND period_id = ?3 AND period_id <> 0 AND (modified_ms, modified_key, line) > (?4, ?5, ?6)
      ORDER BY modified_ms, modified_key, line LIMIT ?7`,
    values: [groupId, siteId, periodId, ms, key, line, most],
  };
}

/** Keeps how far the hash has come. Refused, as `ledger_is_append_only`, where the period is closed meanwhile. */
export function keepProgress(groupId: string, siteId: string, number: number, [ms, key, line]: LinePlace, state: HashState): Statement {
  return {
    sql: `UPDATE ledger_periods SET hashed_ms = ?4, hashed_key = ?5, hashed_line = ?6, hash_state = ?7
      WHERE group_id = ?1 AND site_id = ?2 AND number = ?3`,
    values: [groupId, siteId, number, ms, key, line, JSON.stringify(state)],
  };
}

/** Closes. Refused, as `ledger_is_append_only`, where it is closed. */
export function finishPeriod(groupId: string, siteId: string, number: number, closedMs: number, totals: string, hash: string): Statement {
  return {
    sql: `UPDATE ledger_periods SET closed_ms = ?4, totals = ?5, hash = ?6, hash_state = NULL
      WHERE group_id = ?1 AND site_id = ?2 AND number = ?3`,
    values: [groupId, siteId, number, closedMs, totals, hash],
  };
}
