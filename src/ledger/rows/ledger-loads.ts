/**
 * Table ledger_loads: history that is in the ledger and not to be seen yet (docs/storage.md). It comes in short transactions; the one
 * that takes the row away lets all of it be seen.
 */
import type { Statement } from "../../host/database.ts";
import { BEFORE_ALL_MS } from "../rules/seen-documents.ts";

/** One command's load of one file. */
export interface LedgerLoad {
  groupId: string;
  /** Random. */
  run: string;
  /** As ledger_imports names the file. */
  fileSha256: string;
}

/**
 * From here on the group's ledger takes documents of this load alone. Takes over what another load left, or does now: where
 * seeing ends stays as it was. Refused, as `group_moving`, while the group moves.
 */
export function claimLoad({ groupId, run, fileSha256 }: LedgerLoad, nowMs: number): Statement {
  return {
    sql: `INSERT INTO ledger_loads (group_id, run, file_sha256, visible_key, visible_ms, started_ms)
      SELECT ?1, ?2, ?3, coalesce((SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1), 0),
        coalesce((SELECT modified_ms FROM ledger_documents WHERE group_id = ?1 ORDER BY modified_key DESC LIMIT 1), ${BEFORE_ALL_MS}), ?4
      WHERE true
      ON CONFLICT (group_id) DO UPDATE SET run = excluded.run, file_sha256 = excluded.file_sha256, started_ms = excluded.started_ms`,
    values: [groupId, run, fileSha256, nowMs],
  };
}

/** A transaction of the load. Refused, by the NULL in `ledger_loads.run`, where another command has taken it over. */
export function withinLoad({ groupId, run }: LedgerLoad, statements: readonly Statement[]): Statement[] {
  const held = `INSERT INTO ledger_loads (group_id, run, file_sha256, visible_key, visible_ms, started_ms)
    SELECT ?1, NULL, '', 0, 0, 0 WHERE NOT EXISTS (SELECT 1 FROM ledger_loads WHERE group_id = ?1 AND run = ?2)`;
  return [
    { sql: held, values: [groupId, run] },
    { sql: "UPDATE ledger_loads SET open = 1 WHERE group_id = ?1", values: [groupId] },
    ...statements,
    { sql: "UPDATE ledger_loads SET open = 0 WHERE group_id = ?1", values: [groupId] },
  ];
}

/** All that was loaded is seen from here on. */
export function showLoaded({ groupId }: LedgerLoad): Statement[] {
  const sums = "group_id, site_id, period_id, transaction_type, tax_code, period_from_ms, period_to_ms, documents, lines, gross, nett, tax";
  return [
    {
      sql: `INSERT INTO ledger_period_sums (${sums}) SELECT ${sums} FROM ledger_load_sums WHERE group_id = ?1
        ON CONFLICT DO UPDATE SET documents = documents + excluded.documents, lines = lines + excluded.lines,
          gross = gross + excluded.gross, nett = nett + excluded.nett, tax = tax + excluded.tax`,
      values: [groupId],
    },
    ...forgetLoad(groupId),
  ];
}

/** Nothing is left of a load whose documents are gone, or seen. */
export function forgetLoad(groupId: string): Statement[] {
  return [
    { sql: "DELETE FROM ledger_load_sums WHERE group_id = ?1", values: [groupId] },
    { sql: "DELETE FROM ledger_loads WHERE group_id = ?1", values: [groupId] },
  ];
}

/**
 * Gives `key`, where the newest documents begin that a load brought, with `rowsMax` rows or the document that has more; null
 * where none is left.
 */
export function selectNewestLoaded(groupId: string, rowsMax: number): Statement {
  return {
    sql: `SELECT min(modified_key) AS key FROM (SELECT modified_key, sum(line_count + 1) OVER (ORDER BY modified_key DESC) AS rows
        FROM ledger_documents WHERE group_id = ?1 AND modified_key > (SELECT visible_key FROM ledger_loads WHERE group_id = ?1)
          AND modified_key > (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1) - ?2)
      WHERE rows <= ?2 OR modified_key = (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1)`,
    values: [groupId, rowsMax],
  };
}

/** Takes back the documents of a load from a key on; the sums of its periods with them, since no line may be without. */
export function removeLoaded(groupId: string, fromKey: number): Statement[] {
  return [
    { sql: "DELETE FROM ledger_load_sums WHERE group_id = ?1", values: [groupId] },
    {
      sql: `DELETE FROM ledger_lines WHERE group_id = ?1 AND modified_key >= ?2
        AND modified_ms >= (SELECT modified_ms FROM ledger_documents WHERE group_id = ?1 AND modified_key = ?2)`,
      values: [groupId, fromKey],
    },
    { sql: "DELETE FROM ledger_documents WHERE group_id = ?1 AND modified_key >= ?2", values: [groupId, fromKey] },
  ];
}
