/** Statements as SQL text with literals, for the deployed D1's HTTP API: D1 takes 100 KB a statement, of a value 2 MB. */
import { jsonChunks } from "../../src/base/json-chunks.ts";
import type { SqlValue, Statement } from "../../src/host/database.ts";

/** Bytes of one printed statement; D1 ends at 100,000. */
export const STATEMENT_BYTES_MAX = 90_000;

/** UTF-16 units of one part of a long value: of three bytes each, or doubled quotes, they stay below the bound. */
const PART_CHARS_MAX = 25_000;

/** A value as an SQL literal. Texts may hold anything but NUL, which SQL text cannot carry. */
export function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not an SQL number`);
    return String(value);
  }
  if (value.includes("\0")) throw new RangeError("SQL text cannot hold NUL");
  return `'${value.replaceAll("'", "''")}'`;
}

/** INSERT statements for rows. */
export function* insertRows(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Generator<Statement> {
  const sql = `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${columns.map((_, at) => `value ->> ${at}`).join(", ")} FROM json_each(?1)`;
  for (const json of jsonChunks(rows)) yield { sql, values: [json] };
}

/**
 * A statement with its values in place of ?1, ?2, …; none above STATEMENT_BYTES_MAX. Where the values are too long for that they go
 * to table statement_parts first, the statement reads them from there, and they are removed behind it.
 */
export function* printStatement({ sql, values }: Statement): Generator<string> {
  const texts = values.map((value) => literal(value));
  const whole = withValues(sql, texts);
  if (bytesOf(whole) <= STATEMENT_BYTES_MAX) return yield whole;
  yield "DELETE FROM statement_parts";
  const stored: string[] = [];
  for (const [at, value] of values.entries()) {
    const isLong = typeof value === "string" && value.length > SHORT_CHARS_MAX;
    if (isLong) yield* storeParts(at, value);
    stored.push(
      isLong ? `(SELECT group_concat(part, '' ORDER BY position) FROM statement_parts WHERE value_number = ${at})` : (texts[at] ?? "NULL"),
    );
  }
  yield withValues(sql, stored);
  yield "DELETE FROM statement_parts";
}

/** Values up to this stay where they are: names and numbers. */
const SHORT_CHARS_MAX = 1_000;

function* storeParts(at: number, value: string): Generator<string> {
  for (const [position, part] of partsOf(value).entries()) {
    yield `INSERT INTO statement_parts (value_number, position, part) VALUES (${at}, ${position}, ${literal(part)})`;
  }
}

/** Parts that put together are the text; no surrogate pair is cut in two. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + PART_CHARS_MAX);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd8_00 && last <= 0xdb_ff) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function withValues(sql: string, texts: readonly string[]): string {
  return sql.replaceAll(/\?(\d+)/g, (parameter, number: string) => texts[Number(number) - 1] ?? parameter);
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
