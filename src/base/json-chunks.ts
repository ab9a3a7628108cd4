/** Lists as JSON texts that each fit a value of the database. Leaf. */

/** A third of D1's 2 MB: of three-byte characters, so many still fit. */
const CHUNK_CHARS_MAX = 600_000;

/** JSON arrays that hold the rows in their order, as few as possible; none for none. A row larger than that stands alone. */
export function* jsonChunks(rows: Iterable<unknown>, charsMax: number = CHUNK_CHARS_MAX): Generator<string> {
  let chunk: string[] = [];
  let size = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (size + text.length > charsMax && chunk.length > 0) {
      yield `[${chunk.join(",")}]`;
      chunk = [];
      size = 0;
    }
    chunk.push(text);
    size += text.length;
  }
  if (chunk.length > 0) yield `[${chunk.join(",")}]`;
}
