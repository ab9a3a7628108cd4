/** Transactions as FinancialExportTransaction elements: spec.md's table in its order, contract §6 "Writing". */
import { formatDecimal } from "../domain/money.ts";
import type { ExportedTransaction } from "../service/export-transactions.ts";
import { escapeText } from "../xml/escape.ts";

/** Elements without a prefix, in whatever default namespace stands around them. Order and names: transaction-fields.ts. */
export function writeTransactions(page: readonly ExportedTransaction[]): string {
  // Neighbours share their dates: a document's lines, a day's arrivals, the minimal date.
  const dates = new Map<number, string>();
  const date = (ms: number): string => {
    let text = dates.get(ms);
    if (text === undefined) dates.set(ms, (text = formatInstant(ms)));
    return text;
  };
  let xml = "";
  for (const entry of page) xml += writeTransaction(entry, date);
  return xml;
}

function writeTransaction(entry: ExportedTransaction, date: (ms: number) => string): string {
  const second = entry.secondReference;
  return (
    `<FinancialExportTransaction><TransactionType>${entry.transactionType}</TransactionType>` +
    `<AccountNumber>${escapeText(entry.accountNumber)}</AccountNumber>` +
    `<AccountType>${entry.accountType}</AccountType>` +
    `<TransactionReference>${escapeText(entry.transactionReference)}</TransactionReference>` +
    `<UniqueReferenceNumber>${escapeText(entry.uniqueReferenceNumber)}</UniqueReferenceNumber>` +
    (second === null ? "" : `<SecondReference>${escapeText(second)}</SecondReference>`) +
    `<Description>${escapeText(entry.description)}</Description>` +
    `<DueDate>${date(entry.dueMs)}</DueDate>` +
    `<ForDate>${date(entry.forMs)}</ForDate>` +
    `<TransactionDate>${date(entry.transactionMs)}</TransactionDate>` +
    `<GrossValue>${formatDecimal(entry.gross)}</GrossValue>` +
    `<NettValue>${formatDecimal(entry.nett)}</NettValue>` +
    `<TaxValue>${formatDecimal(entry.tax)}</TaxValue>` +
    `<NominalCode>${escapeText(entry.nominalCode)}</NominalCode>` +
    `<SaleCode>${escapeText(entry.saleCode)}</SaleCode>` +
    `<PayCode>${escapeText(entry.payCode)}</PayCode>` +
    `<TaxCode>${escapeText(entry.taxCode)}</TaxCode>` +
    `<SiteId>${escapeText(entry.siteId)}</SiteId>` +
    `<PeriodId>${entry.periodId}</PeriodId>` +
    `<PeriodFromDate>${date(entry.periodFromMs)}</PeriodFromDate>` +
    `<PeriodToDate>${date(entry.periodToMs)}</PeriodToDate>` +
    `<ModifiedDate>${date(entry.modifiedMs)}</ModifiedDate>` +
    `<ModifiedKey>${entry.modifiedKey}</ModifiedKey></FinancialExportTransaction>`
  );
}

/** UTC without offset; the fraction without trailing zeros, left out where it is zero. */
function formatInstant(ms: number): string {
  const text = new Date(ms).toISOString().slice(0, -1);
  return ms % 1000 === 0 ? text.slice(0, -4) : text.replace(/0+$/, "");
}
