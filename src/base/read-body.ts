/** Reads a request's body with a bound that holds whatever Content-Length says. Leaf. */
import { concatBytes } from "./bytes.ts";
import { DISCARDED_BYTES_MAX } from "./limits.ts";

/** The body of a client that left before its end: as empty as one that was never sent, but not to be taken for it. */
export const LEFT_BODY: Uint8Array = new Uint8Array(0);

/**
 * The bytes, or null where there are more than `bytesMax`. No more than those are kept. What comes after them is read and
 * let go: a body that is given up halfway takes workerd's connection with it, and then the client gets no answer. A body
 * whose client leaves before its end is LEFT_BODY: whatever came of it is not to be acted on, and no fault of the service.
 */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > bytesMax) return null;
  if (!request.body) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as ReadableStream<Uint8Array>) {
      size += chunk.byteLength;
      if (size <= bytesMax) chunks.push(chunk);
      else if (size > DISCARDED_BYTES_MAX) break;
    }
  } catch {
    return LEFT_BODY;
  }
  return size <= bytesMax ? concatBytes(chunks, size) : null;
}
