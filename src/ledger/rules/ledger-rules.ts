/** What a line of the ledger must be: docs/interface.md §7 and the bounds of its wire types. Pure. */
import { DOCUMENT_LINES_MAX, LEDGER_CODE_CHARS_MAX, LEDGER_DESCRIPTION_CHARS_MAX, LEDGER_REFERENCE_CHARS_MAX } from "../limits.ts";
import { type LedgerDocument, type LedgerLine, MINIMAL_DATE_MS, TRANSACTION_TYPES } from "./ledger-document.ts";
import { isXmlText } from "../../base/xml-text.ts";

/** One broken rule: the field and what is wrong with it. */
export interface LineFault {
  field: keyof LedgerLine;
  detail: string;
}

/** 9999-12-31T23:59:59.999, the last instant a dateTime of four digits can write. */
export const MAXIMAL_DATE_MS = 253_402_300_799_999;

/** The bounds of the wire's int. */
const INT_MIN = -(2 ** 31);
export const INT_MAX = 2 ** 31 - 1;

const TEXT_CHARS_MAX = {
  siteId: LEDGER_CODE_CHARS_MAX,
  accountNumber: LEDGER_REFERENCE_CHARS_MAX,
  transactionReference: LEDGER_REFERENCE_CHARS_MAX,
  uniqueReferenceNumber: LEDGER_REFERENCE_CHARS_MAX,
  secondReference: LEDGER_REFERENCE_CHARS_MAX,
  description: LEDGER_DESCRIPTION_CHARS_MAX,
  nominalCode: LEDGER_CODE_CHARS_MAX,
  saleCode: LEDGER_CODE_CHARS_MAX,
  payCode: LEDGER_CODE_CHARS_MAX,
  taxCode: LEDGER_CODE_CHARS_MAX,
} as const;

const TEXT_FIELDS = Object.keys(TEXT_CHARS_MAX) as (keyof typeof TEXT_CHARS_MAX)[];
const INSTANT_FIELDS = ["dueMs", "forMs", "transactionMs", "periodFromMs", "periodToMs"] as const;
const INT_FIELDS = ["accountType", "periodId"] as const;

/** Every rule a line breaks; none for a line that may be posted. */
export function faultsOfLine(line: LedgerLine): LineFault[] {
  const faults: LineFault[] = [];
  const fault = (field: keyof LedgerLine, detail: string): void => {
    faults.push({ field, detail });
  };
  if (!TRANSACTION_TYPES.includes(line.transactionType)) fault("transactionType", `is not one of ${TRANSACTION_TYPES.join(", ")}`);
  if (line.siteId === "") fault("siteId", "is empty");
  for (const field of TEXT_FIELDS) {
    const text = line[field] ?? "";
    if (text.length > TEXT_CHARS_MAX[field]) fault(field, `is longer than ${TEXT_CHARS_MAX[field]} characters`);
    else if (!isXmlText(text)) fault(field, "holds a character that XML cannot");
  }
  for (const field of INSTANT_FIELDS) if (!isWireInstant(line[field])) fault(field, "is not a dateTime from year 1 to 9999");
  for (const field of INT_FIELDS) if (!isWireInt(line[field])) fault(field, "is not an integer of 32 bits");
  faultsOfMoney(line, fault);
  return faults;
}

/** Throws RangeError unless every line may be posted and there is at least one, and at most DOCUMENT_LINES_MAX. */
export function assertPostable(document: LedgerDocument): void {
  const { lines } = document;
  if (lines.length === 0 || lines.length > DOCUMENT_LINES_MAX) throw new RangeError(`a document of ${lines.length} lines`);
  for (const line of lines) {
    const [fault] = faultsOfLine(line);
    if (fault) throw new RangeError(`ledger line: ${fault.field} ${fault.detail}`);
  }
}

/** Whole milliseconds within the years 1 to 9999. */
export function isWireInstant(ms: number): boolean {
  return Number.isInteger(ms) && ms >= MINIMAL_DATE_MS && ms <= MAXIMAL_DATE_MS;
}

/** Values add up, GrossValue = NettValue + TaxValue, and are positive; a refund's, a Payment with a negative GrossValue, are not. */
function faultsOfMoney(line: LedgerLine, fault: (field: keyof LedgerLine, detail: string) => void): void {
  const { gross, nett, tax } = line;
  const isRefund = line.transactionType === "Payment" && gross < 0;
  const isPart = (value: number): boolean => Number.isSafeInteger(value) && (isRefund ? value <= 0 : value >= 0);
  if (!Number.isSafeInteger(gross) || gross === 0 || (gross < 0 && !isRefund))
    fault("gross", "is not a positive number of ten-thousandths");
  if (!isPart(nett)) fault("nett", isRefund ? "is not a number of ten-thousandths up to 0" : "is not a number of ten-thousandths from 0");
  if (!isPart(tax)) fault("tax", isRefund ? "is not a number of ten-thousandths up to 0" : "is not a number of ten-thousandths from 0");
  if (gross !== nett + tax) fault("gross", "is not NettValue + TaxValue");
}

function isWireInt(value: number): boolean {
  return Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX;
}
