/** Rows of a transactions file, CSV or NDJSON, told apart by its first character. Knows no field. */
import { CsvError, type Options, parse } from "csv-parse";
import { Readable } from "node:stream";
import { readText } from "../support/read-text-file.ts";

/** One row: where it begins in the file, and its values by name; or what is wrong with it, or with one field of it. */
export type Row = { line: number; values: Record<string, unknown> } | { line: number; fault: string; field?: string };

/** What is wrong with the names of a CSV file's columns. */
export type CheckHeader = (names: readonly string[]) => { field: string; detail: string }[];

/** Longest row: far beyond the bounds of all fields together, and little memory. */
const ROW_CHARS_MAX = 256 * 1024;

/** The rows in order. A file that cannot be read on ends with a faulty row. */
export async function* readRows(file: string, checkHeader: CheckHeader): AsyncGenerator<Row> {
  const chunks = readText(file);
  let head = "";
  while (head.trim() === "") {
    const next = await chunks.next();
    if (next.done) return;
    head += next.value;
  }
  const text = rejoin(head, chunks);
  yield* head.trimStart().startsWith("{") ? readNdjson(text) : readCsv(text, checkHeader);
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
    // Said below, together with JSON that is not an object.
  }
  return { line, fault: "is not a JSON object" };
}

interface CsvRecord {
  line: number;
  record: string[];
}

/** What csv-parse refuses, in words that name no line: it counts a CR and its LF within a cell as two. */
const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: "a closing quote is not followed by a comma or the end of the line",
  CSV_MAX_RECORD_SIZE: `is longer than ${ROW_CHARS_MAX} characters`,
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  INVALID_OPENING_QUOTE: "a quote stands within a cell that does not begin with one",
};

async function* readCsv(text: AsyncIterable<string>, checkHeader: CheckHeader): AsyncGenerator<Row> {
  const lines = countLines();
  const options: Options<CsvRecord, string[]> = {
    on_record: (record, { empty_lines }) => ({ line: lines.take(record, empty_lines), record }),
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARS_MAX,
  };
  // Its types know an on_record that changes a record only beside named columns.
  const parser = parse(options as unknown as Options);
  const source = Readable.from(text);
  source.on("error", (error) => parser.destroy(error));
  let header: string[] | null = null;
  try {
    for await (const { line, record } of source.pipe(parser) as AsyncIterable<CsvRecord>) {
      if (header) {
        yield csvRow(line, header, record);
        continue;
      }
      header = record.map((name) => name.trim());
      const repeated = header.find((name, at) => header?.indexOf(name) !== at);
      if (repeated !== undefined) return yield { line, fault: `names the column ${repeated} twice` };
      const faults = checkHeader(header);
      for (const { field, detail } of faults) yield { line, field, fault: detail };
      if (faults.length > 0) return;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { line: lines.next(Number(error["empty_lines"] ?? 0)), fault: `is not CSV (${CSV_FAULTS[error.code] ?? error.code})` };
  }
}

/** Counts as editors do: a line ends with LF. Called where the parser is, which is ahead of the rows taken from it. */
function countLines(): { take(record: readonly string[], emptyLines: number): number; next(emptyLines: number): number } {
  let taken = 0;
  const next = (emptyLines: number): number => taken + emptyLines + 1;
  return {
    next,
    take(record, emptyLines) {
      const line = next(emptyLines);
      taken += 1;
      for (const cell of record) for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) taken += 1;
      return line;
    },
  };
}

/** Cells by the header's names. An empty cell is a value left out. */
function csvRow(line: number, header: readonly string[], record: readonly string[]): Row {
  if (record.length !== header.length) return { line, fault: `has ${record.length} cells under ${header.length} names` };
  const values: Record<string, unknown> = {};
  for (const [at, name] of header.entries()) if (record[at] !== "") values[name] = record[at];
  return { line, values };
}
