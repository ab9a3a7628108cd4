/** Which Proformas of an account are open: docs/interface.md §11, "Stock and books". Pure. */
import type { LedgerLine } from "./ledger-document.ts";

/** A document as it stands in an account. */
export interface AccountDocument {
  modifiedKey: number;
  lines: readonly LedgerLine[];
}

/** The Proformas that no CreditNote takes back and no later Invoice settles. `documents` are all of an account, in order. */
export function openProformas<T extends AccountDocument>(documents: readonly T[]): T[] {
  const takenBack = new Set(linesOf(documents, "CreditNote").map(({ secondReference }) => secondReference));
  const invoicedKey = documents.findLast((document) => isOf(document, "Invoice"))?.modifiedKey ?? 0;
  return documents.filter(
    (document) =>
      isOf(document, "Proforma") &&
      document.modifiedKey > invoicedKey &&
      !document.lines.some(({ uniqueReferenceNumber }) => takenBack.has(uniqueReferenceNumber)),
  );
}

/** Whether an Invoice settled a document. */
export function isInvoiced({ modifiedKey }: AccountDocument, documents: readonly AccountDocument[]): boolean {
  return documents.some((document) => isOf(document, "Invoice") && document.modifiedKey > modifiedKey);
}

function isOf({ lines: [line] }: AccountDocument, type: LedgerLine["transactionType"]): boolean {
  return line?.transactionType === type;
}

function linesOf(documents: readonly AccountDocument[], type: LedgerLine["transactionType"]): LedgerLine[] {
  return documents.filter((document) => isOf(document, type)).flatMap(({ lines }) => lines);
}
