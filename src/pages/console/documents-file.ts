/** Documents as lines of a CSV file (RFC 4180), one for each of their lines. */
import { formatDecimal } from "../../base/money.ts";
import type { PostedDocument } from "../../ledger/rules/posted-document.ts";

const HEAD = [
  "Posted", "Dated", "Type", "Number", "Account", "Takes back", "Sale code", "Pay code", "Tax code", "Description",
  "Gross", "Nett", "Tax", "Currency", "Period",
]; // prettier-ignore

/** With a byte order mark, by which spreadsheets know UTF-8. */
export function writeDocuments(documents: readonly PostedDocument[], currencyCode: string): string {
  const rows = documents.flatMap(({ modifiedMs, lines }) =>
    lines.map((line) => [
      new Date(modifiedMs).toISOString(),
      new Date(line.transactionMs).toISOString(),
      line.transactionType,
      safe(line.uniqueReferenceNumber),
      safe(line.transactionReference),
      safe(line.secondReference ?? ""),
      safe(line.saleCode),
      safe(line.payCode),
      safe(line.taxCode),
      safe(line.description),
      formatDecimal(line.gross),
      formatDecimal(line.nett),
      formatDecimal(line.tax),
      currencyCode,
      line.periodId === 0 ? "" : String(line.periodId),
    ]),
  );
  return `\uFEFF${[HEAD, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("")}`;
}

/** A text that a spreadsheet would take for a formula is kept a text. */
function safe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
