/** Bytes and their texts. Pure, no I/O. */
import { createHash } from "node:crypto";

const encoder = new TextEncoder();

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Lower-case hex SHA-256 of a text's UTF-8 bytes or of bytes. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** SHA-256 of bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  return createHash("sha256").update(data).digest();
}

/** URL-safe Base64 without padding (RFC 4648 §5). */
export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Pieces as one, `size` bytes in all; a single piece as it is. */
export function concatBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only) return only;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
