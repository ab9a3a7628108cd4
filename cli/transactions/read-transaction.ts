/** One row of a transactions file as a line of the ledger. Names and types are those of docs/interface.md §6.4.4. Pure. */
import { type LedgerLine, MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";
import { INT_MAX, faultsOfLine, isWireInstant } from "../../src/ledger/rules/ledger-rules.ts";
import { fromJsonNumber, parseDecimal } from "../../src/base/money.ts";
import { parseDateTime } from "../../src/xml/simple-types.ts";

/** A line, and what its document is told by. */
export interface ImportedLine extends LedgerLine {
  modifiedMs: number;
  /** As the file has it; null where it has none. */
  fileKey: number | null;
}

export interface FieldFault {
  /** The name in the file. */
  field: string;
  detail: string;
}

type Kind = "text" | "int" | "decimal" | "dateTime";

interface Field {
  name: string;
  key: keyof ImportedLine;
  kind: Kind;
  /** What a value left out stands for; without it the field is required. */
  fallback?: string | number | null;
}

const FIELDS: readonly Field[] = [
  { name: "TransactionType", key: "transactionType", kind: "text" },
  { name: "AccountNumber", key: "accountNumber", kind: "text" },
  { name: "AccountType", key: "accountType", kind: "int" },
  { name: "TransactionReference", key: "transactionReference", kind: "text" },
  { name: "UniqueReferenceNumber", key: "uniqueReferenceNumber", kind: "text" },
  { name: "SecondReference", key: "secondReference", kind: "text", fallback: null },
  { name: "Description", key: "description", kind: "text", fallback: "" },
  { name: "DueDate", key: "dueMs", kind: "dateTime" },
  { name: "ForDate", key: "forMs", kind: "dateTime" },
  { name: "TransactionDate", key: "transactionMs", kind: "dateTime" },
  { name: "GrossValue", key: "gross", kind: "decimal" },
  { name: "NettValue", key: "nett", kind: "decimal" },
  { name: "TaxValue", key: "tax", kind: "decimal" },
  { name: "NominalCode", key: "nominalCode", kind: "text", fallback: "" },
  { name: "SaleCode", key: "saleCode", kind: "text", fallback: "" },
  { name: "PayCode", key: "payCode", kind: "text", fallback: "" },
  { name: "TaxCode", key: "taxCode", kind: "text", fallback: "" },
  { name: "SiteId", key: "siteId", kind: "text" },
  { name: "PeriodId", key: "periodId", kind: "int", fallback: 0 },
  { name: "PeriodFromDate", key: "periodFromMs", kind: "dateTime", fallback: MINIMAL_DATE_MS },
  { name: "PeriodToDate", key: "periodToMs", kind: "dateTime", fallback: MINIMAL_DATE_MS },
  { name: "ModifiedDate", key: "modifiedMs", kind: "dateTime" },
  { name: "ModifiedKey", key: "fileKey", kind: "int", fallback: null },
];

const FIELD_BY_NAME = new Map(FIELDS.map((field) => [field.name, field]));
const NAME_BY_KEY = new Map<string, string>(FIELDS.map((field) => [field.key, field.name]));

/** Stand in for values that cannot be read, so that the other fields are still held against the rules. */
const PLACEHOLDERS: Readonly<Record<Kind, string | number>> = { text: "x", int: 1, decimal: 0, dateTime: 0 };

/** What is wrong with a header: said once, not of every row. A column without a name holds nothing. */
export function faultsOfHeader(names: readonly string[]): FieldFault[] {
  const unknown = names.filter((name) => name !== "" && !FIELD_BY_NAME.has(name));
  const missing = FIELDS.filter((field) => field.fallback === undefined && !names.includes(field.name));
  return [
    ...unknown.map((field) => ({ field, detail: "is not a field of a transaction" })),
    ...missing.map(({ name }) => ({ field: name, detail: "is missing" })),
  ];
}

/** A row as a line, or everything that is wrong with it. */
export function readTransaction(values: Record<string, unknown>): ImportedLine | FieldFault[] {
  const faults: FieldFault[] = [];
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(values))
    if (!FIELD_BY_NAME.has(name)) faults.push({ field: name, detail: "is not a field of a transaction" });
  for (const field of FIELDS) {
    const value = readValue(field, values[field.name] ?? null);
    if (value instanceof Error) faults.push({ field: field.name, detail: value.message });
    read[field.key] = value instanceof Error ? PLACEHOLDERS[field.kind] : value;
  }
  const line = read as unknown as ImportedLine;
  const unread = new Set(faults.map((fault) => fault.field));
  const moneyRead = !["GrossValue", "NettValue", "TaxValue"].some((name) => unread.has(name));
  for (const { field, detail } of faultsOfLine(line)) {
    const name = NAME_BY_KEY.get(field) ?? field;
    if (!unread.has(name) && (moneyRead || name !== "GrossValue")) faults.push({ field: name, detail });
  }
  if (!isWireInstant(line.modifiedMs)) faults.push({ field: "ModifiedDate", detail: "is not a dateTime from year 1 to 9999" });
  return faults.length > 0 ? faults : line;
}

function readValue(field: Field, value: unknown): string | number | null | Error {
  if (value === null) return field.fallback === undefined ? new Error("is missing") : field.fallback;
  switch (field.kind) {
    case "text":
      return typeof value === "string" ? value : new Error("is not text");
    case "int":
      return readInt(value) ?? new Error("is not a whole number of 32 bits");
    case "decimal":
      return readDecimal(value) ?? new Error("is not a decimal of at most four places");
    case "dateTime":
      return (typeof value === "string" ? parseDateTime(value)?.ms : null) ?? new Error("is not a dateTime such as 2026-01-31T12:00:00");
  }
}

function readInt(value: unknown): number | null {
  const number = typeof value === "string" && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && Math.abs(number) <= INT_MAX + 1 ? number : null;
}

function readDecimal(value: unknown): number | null {
  if (typeof value === "string") return parseDecimal(value);
  return typeof value === "number" ? fromJsonNumber(value) : null;
}
