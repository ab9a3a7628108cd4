/** Statements kept in a temporary file until all are known to be good: memory stays small, the write transaction short. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Statement } from "../../src/host/database.ts";

export interface StagedStatements {
  add(statement: Statement): void;
  /** All of them, in order; once. */
  read(): Generator<Statement>;
  /** Removes the file. */
  close(): void;
}

/** JSON on one line holds no line feed. */
const SEPARATOR = "\n";

const READ_BYTES = 1024 * 1024;

export function stageStatements(): StagedStatements {
  const folder = mkdtempSync(join(tmpdir(), "tabard-"));
  const handle = openSync(join(folder, "statements"), "w+");
  return {
    add: (statement) => void writeSync(handle, JSON.stringify(statement) + SEPARATOR),
    read: () => readStatements(handle),
    close() {
      closeSync(handle);
      rmSync(folder, { recursive: true });
    },
  };
}

function* readStatements(handle: number): Generator<Statement> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(READ_BYTES);
  let rest = "";
  let position = 0;
  for (let size = readSync(handle, buffer, 0, READ_BYTES, 0); size > 0; size = readSync(handle, buffer, 0, READ_BYTES, position)) {
    position += size;
    const lines = (rest + decoder.decode(buffer.subarray(0, size), { stream: true })).split(SEPARATOR);
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as Statement;
  }
}
