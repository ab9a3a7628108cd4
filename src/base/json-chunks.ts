/** Lists as JSON texts that each fit a value of the database. Leaf. */
import { JSON_CHUNK_CHARS_MAX } from "./limits.ts";

/** JSON arrays that hold the rows in their order, as few as possible; none for none. A row larger than that stands alone. */
export function* jsonChunks(rows: Iterable<unknown>, charsMax: number = JSON_CHUNK_CHARS_MAX): Generator<string> {
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
