/** A ledger of made-up transactions, and the session of an operator who may read it. */
import type { DatabaseSync } from "node:sqlite";
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";
import { datedPostingStatements } from "../../src/ledger/post-documents.ts";
import { type LedgerLine, MINIMAL_DATE_MS, TRANSACTION_TYPES } from "../../src/ledger/rules/ledger-document.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

export const LEDGER_START_MS = Date.UTC(2026, 0, 1);
/** One document a second. */
const STEP_MS = 1_000;
const LINES_PER_DOCUMENT = 2;
const TAX_BASIS_POINTS = 600;

/** The instant before which the first `transactions` lie. */
export function ledgerEndMs(transactions: number): number {
  return LEDGER_START_MS + (transactions / LINES_PER_DOCUMENT) * STEP_MS;
}

/** The session of the whole group's operator. */
export function operatorSession(groupId: string): string {
  return `${groupId}-bench-operator-session`;
}

/** Adds the ledger and the operator's session to a group whose first hotel is `siteId`. */
export function insertLedger(db: DatabaseSync, groupId: string, siteId: string, transactions: number): void {
  const posting = datedPostingStatements(groupId, 1, documents(siteId, transactions / LINES_PER_DOCUMENT));
  for (const { sql, values } of posting) db.prepare(sql).run(...values);
  db.prepare(
    `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms, expires_ms)
     VALUES (?1, 'operator', ?2, ?1, 'FINANCE', '["export"]', 0, ?3)`,
  ).run(sha256Hex(operatorSession(groupId)), groupId, Date.now() + DAY_MS);
}

function* documents(siteId: string, count: number): Generator<DatedDocument> {
  for (let n = 0; n < count; n += 1) {
    const modifiedMs = LEDGER_START_MS + n * STEP_MS + (n % 997);
    yield { modifiedMs, lines: Array.from({ length: LINES_PER_DOCUMENT }, (_, line) => lineOf(siteId, n, line, modifiedMs)) };
  }
}

function lineOf(siteId: string, n: number, line: number, modifiedMs: number): LedgerLine {
  const gross = (50 + (n % 900)) * 10_000 + line * 1_234;
  const tax = Math.round((gross * TAX_BASIS_POINTS) / (10_000 + TAX_BASIS_POINTS));
  const reference = `B${String(n).padStart(6, "0")}`;
  const dayMs = Math.floor(modifiedMs / DAY_MS) * DAY_MS;
  return {
    siteId,
    transactionType: TRANSACTION_TYPES[n % TRANSACTION_TYPES.length] ?? "Invoice",
    accountNumber: n % 3 === 0 ? `AG${n % 50}` : "GUEST",
    accountType: n % 3 === 0 ? 2 : 1,
    transactionReference: reference,
    uniqueReferenceNumber: `${reference}-1`,
    secondReference: n % 4 === 0 ? `CO${n % 70}` : null,
    description: `Stay ${reference} & extras\nnight ${n % 9}`,
    dueMs: dayMs,
    forMs: dayMs,
    transactionMs: modifiedMs,
    gross,
    nett: gross - tax,
    tax,
    nominalCode: line === 0 ? "7110" : "7120",
    saleCode: line === 0 ? "ACCOM" : "MEAL",
    payCode: n % 4 === 0 ? "CARD" : "",
    taxCode: "R6",
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
  };
}
