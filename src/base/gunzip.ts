/** Bodies that came compressed, with a bound on what they may grow to. Leaf. */
import { concatBytes } from "./bytes.ts";

/** The bytes, or why there are none: they are no gzip (RFC 1952), or grow beyond `bytesMax`; no more than those are ever held. */
export async function gunzip(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array | "malformed" | "too_large"> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const plain = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip")) ?? [];
    for await (const chunk of plain as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > bytesMax) return "too_large";
      chunks.push(chunk);
    }
  } catch {
    return "malformed";
  }
  return concatBytes(chunks, size);
}
