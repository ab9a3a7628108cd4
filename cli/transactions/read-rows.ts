/** Rows of a transactions file, CSV or NDJSON, told apart by its first character. Knows no field. */
import { CsvError, parse } from "csv-parse";
import { Readable } from "node:stream";
import { readText } from "../support/read-text-file.ts";

/** One row: where it begins in the file, and its values by name; or what is wrong with it. */
export type Row = { line: number; values: Record<string, unknown> } | { line: number; fault: string };

/** Longest row: far beyond the bounds of all fields together, and little memory. */
const ROW_CHARS_MAX = 256 * 1024;

/** The rows in order. A file that cannot be read on ends with a faulty row. */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const chunks = readText(file);
  let head = "";
  while (head.trim() === "") {
    const next = await chunks.next();
    if (next.done) return;
    head += next.value;
  }
  const text = rejoin(head, chunks);
  yield* head.trimStart().startsWith("{") ? readNdjson(text) : readCsv(text);
}

async function* rejoin(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<Row> {
  let rest = "";
  let line = 0;
  for await (const chunk of text) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const one of lines) {
      line += 1;
      if (one.trim() !== "") yield parseJsonRow(line, one);
    }
    if (rest.length > ROW_CHARS_MAX) return yield { line: line + 1, fault: `is longer than ${ROW_CHARS_MAX} characters` };
  }
  if (rest.trim() !== "") yield parseJsonRow(line + 1, rest);
}

function parseJsonRow(line: number, text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { line, values: value as Record<string, unknown> };
  } catch {
    // Said below, together with JSON that is no object.
  }
  return { line, fault: "is no JSON object" };
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<Row> {
  const parser = parse({
    info: true,
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARS_MAX,
  });
  const source = Readable.from(text);
  source.on("error", (error) => parser.destroy(error));
  let header: string[] | null = null;
  let line = 1;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRecord>) {
      if (header) yield csvRow(line, header, record);
      else header = record.map((name) => name.trim());
      const repeated = header.find((name, at) => header?.indexOf(name) !== at);
      if (repeated !== undefined) return yield { line, fault: `names the column ${repeated} twice` };
      line = info.lines + 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser is ahead of the rows taken from it.
    const at = /at line (\d+)/.exec(error.message)?.[1];
    yield { line: at === undefined ? line : Number(at), fault: `is no CSV (${error.message})` };
  }
}

/** Cells by the header's names. An empty cell is a value left out; its name still stands. A column without either is none. */
function csvRow(line: number, header: readonly string[], record: readonly string[]): Row {
  if (record.length !== header.length) return { line, fault: `has ${record.length} cells under ${header.length} names` };
  const values: Record<string, unknown> = {};
  for (const [at, name] of header.entries()) if (name !== "" || record[at] !== "") values[name] = record[at] || null;
  return { line, values };
}
