/** Statements kept in a temporary file until all are known to be good: memory stays small, the write transaction short. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface StagedStatements {
  add(statement: string): void;
  /** All of them, in order; once. */
  read(): Generator<string>;
  /** Removes the file. */
  close(): void;
}

/** SQL text cannot hold NUL (sql-text.ts), so that it can stand between statements. */
const SEPARATOR = "\0";

const READ_BYTES = 1024 * 1024;

export function stageStatements(): StagedStatements {
  const folder = mkdtempSync(join(tmpdir(), "tabard-"));
  const handle = openSync(join(folder, "statements"), "w+");
  return {
    add: (statement) => void writeSync(handle, statement + SEPARATOR),
    read: () => readStatements(handle),
    close() {
      closeSync(handle);
      rmSync(folder, { recursive: true });
    },
  };
}

function* readStatements(handle: number): Generator<string> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(READ_BYTES);
  let rest = "";
  let position = 0;
  for (let size = readSync(handle, buffer, 0, READ_BYTES, 0); size > 0; size = readSync(handle, buffer, 0, READ_BYTES, position)) {
    position += size;
    const parts = (rest + decoder.decode(buffer.subarray(0, size), { stream: true })).split(SEPARATOR);
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
