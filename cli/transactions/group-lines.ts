/** Neighbouring lines of a transactions file become documents. Pure. */
import type { DatedDocument } from "../support/ledger-statements.ts";
import { DOCUMENT_LINES_MAX } from "../../src/platform/limits.ts";
import type { FieldFault, ImportedLine } from "./read-transaction.ts";

export interface LineGrouping {
  /** Takes the next line; gives the document it ends, and what is wrong with the line where it stands. */
  add(line: ImportedLine): { ended: DatedDocument | null; fault: FieldFault | null };
  /** The last document. */
  end(): DatedDocument | null;
}

/**
 * Lines with the same ModifiedKey are one document; without keys, lines with the same TransactionType, TransactionReference,
 * UniqueReferenceNumber and ModifiedDate, until a SaleCode comes again. Dates must not fall, from `newestMs` on; keys must rise.
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
      const fault = faultBehind(line, last, open.length, newestMs);
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
  return (
    line.transactionType === last.transactionType &&
    line.transactionReference === last.transactionReference &&
    line.uniqueReferenceNumber === last.uniqueReferenceNumber &&
    line.modifiedMs === last.modifiedMs &&
    open.length < DOCUMENT_LINES_MAX &&
    open.every((other) => other.saleCode !== line.saleCode)
  );
}

function faultBehind(line: ImportedLine, last: ImportedLine | undefined, lines: number, newestMs: number): FieldFault | null {
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
  if (line.fileKey !== last.fileKey) return null;
  if (lines >= DOCUMENT_LINES_MAX) return { field: "ModifiedKey", detail: `stands on more than ${DOCUMENT_LINES_MAX} lines` };
  return line.modifiedMs === last.modifiedMs ? null : { field: "ModifiedDate", detail: "differs within one document" };
}
