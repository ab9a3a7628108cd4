/** References for people to read out: eight characters of Crockford's base 32, 40 random bits. Pure. */

/** Crockford's alphabet: no I, L, O or U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** One byte per character. */
export const REFERENCE_BYTES = 8;

/** The reference that random bytes spell. 256 is eight times 32, so every character is as likely. */
export function referenceOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join("");
}
