/**
 * The documents of an account: Proforma, Invoice, CreditNote, Payment. The one place that makes their lines, for bookings,
 * the demo's ledger and the data set's. Pure.
 */
import { type Money, nettOf } from "../../base/money.ts";
import { type LedgerDocument, type LedgerLine, MINIMAL_DATE_MS, type TransactionType } from "./ledger-document.ts";

/** What all documents of an account have in common. */
export interface LedgerAccount {
  siteId: string;
  accountNumber: string;
  accountType: number;
  transactionReference: string;
  /** Null where it does not apply. */
  secondReference: string | null;
  dueMs: number;
  forMs: number;
}

export interface LedgerPeriod {
  periodId: number;
  periodFromMs: number;
  periodToMs: number;
}

/** What a document has of its own. */
export interface DocumentHead {
  /**
   * Null: the batch that posts it numbers it, an Invoice and a CreditNote that takes one back within their site, all else
   * within the account.
   */
  uniqueReferenceNumber: string | null;
  transactionMs: number;
  /**
   * The day at the hotel of transactionMs: an Invoice, a Payment and a CreditNote that takes an Invoice back then get, in the
   * batch, the hotel's period of that day or the earliest later open one. Whoever posts one of these now must give it.
   */
  hotelDay?: number;
  /** Of a document with a past of its own; left out: none, or hotelDay's. */
  period?: LedgerPeriod;
}

/** A code that charges are posted under, with the tax they contain. */
export interface ChargeCode {
  code: string;
  nominalCode: string;
  taxCode: string;
  /** In hundredths of a percent. */
  taxBasisPoints: number;
}

/** What is due under a code, tax included. */
export interface Charge {
  code: ChargeCode;
  gross: Money;
  description: string;
}

/** How something was paid. */
export interface PaidAmount {
  payCode: string;
  nominalCode: string;
  taxCode: string;
  gross: Money;
  description: string;
}

/** AccountNumber and AccountType of a guest who pays himself; docs/interface.md §9. */
export const GUEST_ACCOUNT = { accountNumber: "GUEST", accountType: 1 } as const;

const NO_PERIOD: LedgerPeriod = { periodId: 0, periodFromMs: MINIMAL_DATE_MS, periodToMs: MINIMAL_DATE_MS };

/** What is expected; null where nothing is. */
export function proforma(account: LedgerAccount, head: DocumentHead, charges: readonly Charge[]): LedgerDocument | null {
  return charged("Proforma", account, head, charges);
}

/** What is charged; null where nothing is. */
export function invoice(account: LedgerAccount, head: DocumentHead, charges: readonly Charge[]): LedgerDocument | null {
  return charged("Invoice", account, head, charges);
}

/** Charges what Proformas hold: their lines, one per sale code, with the tax they were expected with. */
export function invoiceOf(account: LedgerAccount, head: DocumentHead, lines: readonly LedgerLine[]): LedgerDocument {
  const byCode = new Map<string, HeadlessLine>();
  for (const { description, gross, nett, tax, nominalCode, saleCode, payCode, taxCode } of lines) {
    const known = byCode.get(saleCode);
    const sums = { gross: gross + (known?.gross ?? 0), nett: nett + (known?.nett ?? 0), tax: tax + (known?.tax ?? 0) };
    const codes = { nominalCode, saleCode, payCode, taxCode };
    byCode.set(saleCode, { ...account, transactionType: "Invoice", description, ...codes, ...known, ...sums });
  }
  return headed(head, true, [...byCode.values()]);
}

/**
 * Takes a document back: its lines again, which are of one document, with the reference of what they take back unless the
 * account has a second reference of its own.
 */
export function creditNoteOf(lines: readonly LedgerLine[], head: DocumentHead, secondReference?: string | null): LedgerDocument {
  const namesInvoice = secondReference === undefined && lines.some(({ transactionType }) => transactionType === "Invoice");
  return headed(
    head,
    namesInvoice,
    lines.map((line) => ({
      ...line,
      transactionType: "CreditNote",
      secondReference: secondReference === undefined ? line.uniqueReferenceNumber : secondReference,
    })),
  );
}

/** What was paid; with negative amounts a refund, whose second reference is that of what it gives back. */
export function payment(account: LedgerAccount, head: DocumentHead, paid: PaidAmount): LedgerDocument {
  const { gross, description, payCode, nominalCode, taxCode } = paid;
  const codes = { nominalCode, saleCode: "", payCode, taxCode };
  return headed(head, true, [{ ...account, transactionType: "Payment", description, gross, nett: gross, tax: 0, ...codes }]);
}

/** One line per code, in the order of the codes' first charges; codes under which nothing is due have none. */
function charged(
  transactionType: Exclude<TransactionType, "Payment" | "CreditNote">,
  account: LedgerAccount,
  head: DocumentHead,
  charges: readonly Charge[],
): LedgerDocument | null {
  const byCode = new Map<string, Charge>();
  for (const charge of charges) {
    const known = byCode.get(charge.code.code);
    byCode.set(charge.code.code, known ? { ...known, gross: known.gross + charge.gross } : charge);
  }
  const due = [...byCode.values()].filter(({ gross }) => gross > 0);
  if (due.length === 0) return null;
  const lines = due.map(({ code, gross, description }) => {
    const nett = nettOf(gross, code.taxBasisPoints);
    const codes = { nominalCode: code.nominalCode, saleCode: code.code, payCode: "", taxCode: code.taxCode };
    return { ...account, transactionType, description, gross, nett, tax: gross - nett, ...codes };
  });
  return headed(head, transactionType === "Invoice", lines);
}

type HeadlessLine = Omit<LedgerLine, keyof LedgerPeriod | "uniqueReferenceNumber" | "transactionMs">;

/** `hasPeriod`: an Invoice, a Payment, a CreditNote that takes an Invoice back. */
function headed(head: DocumentHead, hasPeriod: boolean, lines: readonly HeadlessLine[]): LedgerDocument {
  const { uniqueReferenceNumber, transactionMs, hotelDay, period = NO_PERIOD } = head;
  const isPayment = lines.some(({ transactionType }) => transactionType === "Payment");
  return {
    lines: lines.map((line) => ({ ...line, uniqueReferenceNumber: uniqueReferenceNumber ?? "", transactionMs, ...period })),
    ...(uniqueReferenceNumber === null ? { numbering: hasPeriod && !isPayment ? "site" : "account" } : {}),
    ...(hasPeriod && hotelDay !== undefined ? { periodDay: hotelDay } : {}),
  };
}
