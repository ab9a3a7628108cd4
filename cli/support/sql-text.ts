/** SQL as text with literals, in statements D1 accepts (100 KB each). */

/** Below D1's 100 KB with room for a last long row. */
const STATEMENT_CHARS_MAX = 60_000;

/** A value as an SQL literal. Texts may hold anything but NUL, which SQL text cannot carry. */
export function literal(value: string | number | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not an SQL number`);
    return String(value);
  }
  if (value.includes("\0")) throw new RangeError("SQL text cannot hold NUL");
  return `'${value.replaceAll("'", "''")}'`;
}

/** INSERT statements for many rows, `tail` (such as ON CONFLICT …) behind each. */
export function* insertRows(
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number | null)[]>,
  tail = "",
): Generator<string> {
  const head = `INSERT INTO ${table} (${columns.join(", ")}) VALUES `;
  let values: string[] = [];
  let size = 0;
  for (const row of rows) {
    const text = `(${row.map(literal).join(",")})`;
    if (size + text.length > STATEMENT_CHARS_MAX && values.length > 0) {
      yield `${head}${values.join(",")} ${tail}`;
      values = [];
      size = 0;
    }
    values.push(text);
    size += text.length;
  }
  if (values.length > 0) yield `${head}${values.join(",")} ${tail}`;
}
