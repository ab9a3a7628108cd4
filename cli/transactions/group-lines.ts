/** Neighbouring lines of a transactions file become documents. Pure. */
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";
import { DOCUMENT_LINES_MAX } from "../../src/ledger/limits.ts";
import type { FieldFault, ImportedLine } from "./read-transaction.ts";

export interface LineGrouping {
  /** Takes the next line; gives the document it ends, and what is wrong with the line where it stands. */
  add(line: ImportedLine): { ended: DatedDocument | null; fault: FieldFault | null };
  /** The last document. */
  end(): DatedDocument | null;
}

/** What the lines of a document share (docs/interface.md §7.2), by the names of the file. */
const SHARED = [
  ["TransactionType", "transactionType"],
  ["TransactionReference", "transactionReference"],
  ["UniqueReferenceNumber", "uniqueReferenceNumber"],
  ["SecondReference", "secondReference"],
  ["ModifiedDate", "modifiedMs"],
] as const;

/**
 * Lines with the same ModifiedKey are one document; without keys, lines that agree in SHARED, until a SaleCode comes again.
 * Dates must not fall, from `newestMs` on; keys must rise.
 */
export function groupLines(newestMs: number): LineGrouping {
  let open: ImportedLine[] = [];
  const end = (): DatedDocument | null => {
    const [first] = open;
    return first ? { modifiedMs: first.modifiedMs, lines: open } : null;
  };
  return {
    end,
    add(line) {
      const last = open.at(-1);
      const fault = faultBehind(line, last, open, newestMs);
      if (last && belongsTo(line, last, open)) {
        open.push(line);
        return { ended: null, fault };
      }
      const ended = end();
      open = [line];
      return { ended, fault };
    },
  };
}

function belongsTo(line: ImportedLine, last: ImportedLine, open: readonly ImportedLine[]): boolean {
  if (line.fileKey !== null || last.fileKey !== null) return line.fileKey === last.fileKey;
  return differing(line, last) === null && open.length < DOCUMENT_LINES_MAX && !hasSaleCode(open, line.saleCode);
}

/** The name of the first field of SHARED that is not the same. */
function differing(line: ImportedLine, other: ImportedLine): string | null {
  return SHARED.find(([, key]) => line[key] !== other[key])?.[0] ?? null;
}

function hasSaleCode(open: readonly ImportedLine[], saleCode: string): boolean {
  return open.some((line) => line.saleCode === saleCode);
}

function faultBehind(
  line: ImportedLine,
  last: ImportedLine | undefined,
  open: readonly ImportedLine[],
  newestMs: number,
): FieldFault | null {
  if (line.modifiedMs < newestMs) {
    return { field: "ModifiedDate", detail: `precedes the ledger's newest document, ${new Date(newestMs).toISOString()}` };
  }
  if (!last) return null;
  if (line.modifiedMs < last.modifiedMs) return { field: "ModifiedDate", detail: "precedes the line above" };
  if ((line.fileKey === null) !== (last.fileKey === null)) {
    return { field: "ModifiedKey", detail: "must stand on every line or on none" };
  }
  if (line.fileKey === null || last.fileKey === null) return null;
  if (line.fileKey < last.fileKey) return { field: "ModifiedKey", detail: "is lower than on the line above" };
  return line.fileKey === last.fileKey ? faultWithin(line, last, open) : null;
}

/** What keeps a line out of the document whose ModifiedKey it has. */
function faultWithin(line: ImportedLine, last: ImportedLine, open: readonly ImportedLine[]): FieldFault | null {
  if (open.length >= DOCUMENT_LINES_MAX) return { field: "ModifiedKey", detail: `stands on more than ${DOCUMENT_LINES_MAX} lines` };
  const field = differing(line, last);
  if (field !== null) return { field, detail: "differs within one document" };
  return hasSaleCode(open, line.saleCode) ? { field: "SaleCode", detail: "stands twice in one document" } : null;
}
