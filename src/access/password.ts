/**
 * Password hashes: scrypt, parameters kept with the hash (docs/interface.md §3).
 * Written as scrypt$N$r$p$salt$key, salt and key in URL-safe Base64.
 */
import { scrypt, timingSafeEqual } from "node:crypto";
import { base64Url } from "../base/bytes.ts";
import { SCRYPT_BYTES_MAX, SCRYPT_P_MAX } from "./limits.ts";

interface Cost {
  /** Power of two. */
  n: number;
  r: number;
  p: number;
}

const COST: Cost = { n: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;
export const SALT_BYTES = 16;

/** A key of KEY_BYTES has 43 characters. Whole groups of four may be followed by two or three, never by one. */
const FORM = /^scrypt\$(\d{1,9})\$(\d{1,9})\$(\d{1,9})\$((?:[\w-]{4})+(?:[\w-]{2,3})?)\$([\w-]{43})$/;

/** Hashes a password with today's parameters. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.n, COST.r, COST.p, base64Url(salt), base64Url(key)].join("$");
}

/** A hash no password has, so that an unknown name costs the time of a wrong password. */
const NOBODY = `scrypt$${COST.n}$${COST.r}$${COST.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Whether the password has this hash. `null`, an unknown name, is false and takes as long. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  // A hash that cannot be computed is nobody's, and must not be faster than another.
  const usable = hash !== null && isUsableHash(hash);
  const parsed = parseHash(usable ? hash : NOBODY);
  if (!parsed) return false;
  const key = await derive(password, parsed.salt, parsed.cost);
  return key.length === parsed.key.length && timingSafeEqual(key, parsed.key) && usable;
}

/** Whether any password could ever have this hash. */
export function isUsableHash(hash: string): boolean {
  return parseHash(hash) !== null;
}

/** Whether a hash was made with weaker parameters than today's: the next log-in then stores a new one. */
export function isOutdated(hash: string): boolean {
  const cost = parseHash(hash)?.cost;
  return !cost || cost.n < COST.n || cost.r < COST.r || cost.p < COST.p;
}

function parseHash(hash: string): { cost: Cost; salt: Uint8Array; key: Uint8Array } | null {
  const [, n = "", r = "", p = "", salt = "", key = ""] = FORM.exec(hash) ?? [];
  const cost = { n: Number(n), r: Number(r), p: Number(p) };
  if (!isComputable(cost)) return null;
  return { cost, salt: fromBase64Url(salt), key: fromBase64Url(key) };
}

/** RFC 7914 §2: N a power of two above 1; and no more memory and time than one log-in may take. */
function isComputable({ n, r, p }: Cost): boolean {
  return n > 1 && Number.isInteger(Math.log2(n)) && r > 0 && 128 * n * r <= SCRYPT_BYTES_MAX && p > 0 && p <= SCRYPT_P_MAX;
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

function derive(password: string, salt: Uint8Array, { n, r, p }: Cost): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Twice what the algorithm needs: Node refuses at exactly the need.
    const options = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
