/** Streams the rows of a "Hotel booking demand" CSV, plain or .gz. A bad row ends it with file, line and field named. */
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { todayIn } from "../../src/base/calendar-date.ts";
import { readText } from "../support/read-text-file.ts";
import { UserError } from "../support/user-error.ts";
import { COLUMNS, type Column, type DatasetBooking, FieldFault, readRow } from "./dataset-booking.ts";

export const DATASET_TIMEZONE = "Europe/Lisbon";

const DAYS_PER_WEEK = 7;
/** A row of this data set has under 300 bytes: what is longer is no such file. */
const ROW_CHARS_MAX = 10_000;

interface Record {
  record: string[];
  info: { lines: number };
}

/** The rows in file order. Throws UserError. */
export async function* readBookings(file: string): AsyncGenerator<DatasetBooking> {
  let columns: Map<Column, number> | null = null;
  let row = 0;
  for await (const { record, info } of records(file)) {
    if (columns === null) {
      columns = readHeader(file, record);
      continue;
    }
    row += 1;
    yield readRecord(file, info.lines, row, record, columns);
  }
  if (row === 0) throw new UserError(`${file}: there are no bookings in it`);
}

/** The fewest whole weeks that put the file's first arrival after today. */
export function defaultShiftWeeks(firstArrival: number, nowMs: number): number {
  const today = todayIn(DATASET_TIMEZONE, nowMs);
  return Math.max(0, Math.floor((today - firstArrival) / DAYS_PER_WEEK) + 1);
}

async function* records(file: string): AsyncGenerator<Record> {
  const content = Readable.from(readText(file));
  const parser = parse({ bom: true, info: true, trim: true, skip_empty_lines: true, max_record_size: ROW_CHARS_MAX });
  content.on("error", (error) => parser.destroy(error));
  content.pipe(parser);
  try {
    yield* parser as AsyncIterable<Record>;
  } catch (error) {
    if (error instanceof CsvError) throw new UserError(`${file}:${Number(error.lines)}: ${error.message}. Nothing was imported.`);
    throw error;
  } finally {
    content.destroy();
  }
}

function readHeader(file: string, header: readonly string[]): Map<Column, number> {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new UserError(`${file}:1: the header lacks ${missing.join(", ")}. Nothing was imported.`);
  return new Map(COLUMNS.map((column) => [column, header.indexOf(column)]));
}

function readRecord(file: string, line: number, row: number, record: readonly string[], columns: Map<Column, number>): DatasetBooking {
  try {
    return readRow(row, (column) => record[columns.get(column) ?? -1] ?? "");
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    throw new UserError(`${file}:${line}: ${error.message}. Nothing was imported.`);
  }
}
