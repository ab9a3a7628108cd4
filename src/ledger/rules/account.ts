/** What an account comes to: docs/interface.md §11, "expected, charged, paid". Pure. */
import { type Money, sumOf } from "../../base/money.ts";
import type { LedgerEntry } from "./ledger-document.ts";
import type { PostedDocument } from "./posted-document.ts";

/** Folded from an account's documents in their order. */
export interface Account {
  /** Invoices less CreditNotes that name one. */
  charged: Money;
  /** Payments less refunds. */
  paid: Money;
  /** Proformas that are neither invoiced nor taken back, oldest first. */
  open: PostedDocument[];
  /** References of its Invoices. */
  invoices: Set<string>;
}

export function emptyAccount(): Account {
  return { charged: 0, paid: 0, open: [], invoices: new Set() };
}

/** What the open Proformas come to. */
export function expectedOf({ open }: Account): Money {
  return sumOf(open.map(grossOf));
}

/** The sum of a document's lines. */
export function grossOf({ lines }: PostedDocument): Money {
  return sumOf(lines.map(({ gross }) => gross));
}

/** Adds the account's next document. */
export function addDocument(account: Account, document: PostedDocument): void {
  const [{ transactionType, uniqueReferenceNumber }] = document.lines;
  switch (transactionType) {
    case "Proforma":
      account.open.push(document);
      return;
    case "Invoice":
      // It settles all that is open.
      account.open = [];
      account.invoices.add(uniqueReferenceNumber);
      account.charged += grossOf(document);
      return;
    case "Payment":
      account.paid += grossOf(document);
      return;
    case "CreditNote":
      takeBack(account, document);
  }
}

function takeBack(account: Account, document: PostedDocument): void {
  const [{ secondReference }] = document.lines;
  if (secondReference !== null && account.invoices.has(secondReference)) {
    account.charged -= grossOf(document);
    return;
  }
  const named = account.open.findIndex(({ lines: [{ uniqueReferenceNumber }] }) => uniqueReferenceNumber === secondReference);
  // History from elsewhere does not name what it takes back: the Proforma of that amount, or else the oldest ones it covers.
  const same = named === -1 ? account.open.findIndex((open) => grossOf(open) === grossOf(document)) : named;
  if (same !== -1) account.open.splice(same, 1);
  else dropCovered(account, grossOf(document));
}

function dropCovered(account: Account, gross: Money): void {
  let left = gross;
  while (account.open[0] && grossOf(account.open[0]) <= left) {
    left -= grossOf(account.open[0]);
    account.open.shift();
  }
}

/** The lines of documents, one after the other. */
export function linesOf(documents: readonly PostedDocument[]): LedgerEntry[] {
  return documents.flatMap(({ lines }) => [...lines]);
}
