/** A document as it stands in the ledger: docs/interface.md §12. Pure. */
import type { LedgerEntry } from "./ledger-document.ts";

export interface PostedDocument {
  modifiedKey: number;
  modifiedMs: number;
  /** In their order; those of one hotel where only they were asked for. */
  lines: readonly [LedgerEntry, ...LedgerEntry[]];
}

/** The documents of lines that stand in the ledger's order. */
export function documentsOf(entries: readonly LedgerEntry[]): PostedDocument[] {
  const documents: (PostedDocument & { lines: [LedgerEntry, ...LedgerEntry[]] })[] = [];
  for (const entry of entries) {
    const last = documents.at(-1);
    if (last?.modifiedKey === entry.modifiedKey) last.lines.push(entry);
    else documents.push({ modifiedKey: entry.modifiedKey, modifiedMs: entry.modifiedMs, lines: [entry] });
  }
  return documents;
}
