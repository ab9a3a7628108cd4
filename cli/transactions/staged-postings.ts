/** Postings kept in a temporary file until all are known to be good: memory stays small, and nothing is written before. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatedPosting } from "../../src/ledger/post-documents.ts";

export interface StagedPostings {
  add(posting: DatedPosting): void;
  /** All of them, in order; once. */
  read(): Generator<DatedPosting>;
  /** Removes the file. */
  close(): void;
}

/** JSON on one line holds no line feed. */
const SEPARATOR = "\n";

const READ_BYTES = 1024 * 1024;

export function stagePostings(): StagedPostings {
  const folder = mkdtempSync(join(tmpdir(), "tabard-"));
  const handle = openSync(join(folder, "postings"), "w+");
  return {
    add: (posting) => void writeSync(handle, JSON.stringify(posting) + SEPARATOR),
    read: () => readPostings(handle),
    close() {
      closeSync(handle);
      rmSync(folder, { recursive: true });
    },
  };
}

function* readPostings(handle: number): Generator<DatedPosting> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(READ_BYTES);
  let rest = "";
  let position = 0;
  for (let size = readSync(handle, buffer, 0, READ_BYTES, 0); size > 0; size = readSync(handle, buffer, 0, READ_BYTES, position)) {
    position += size;
    const lines = (rest + decoder.decode(buffer.subarray(0, size), { stream: true })).split(SEPARATOR);
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as DatedPosting;
  }
}
