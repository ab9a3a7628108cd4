/**
 * The form of tokens: `tabard_<kind>_<random>_<checksum>` (docs/interface.md §10). The form proves itself: a text of another
 * form, or with another checksum, was never issued and is refused without asking anyone; scanners find a leaked one. Pure.
 */
import { sha256Hex } from "../../base/bytes.ts";
import { DEMO_TOKEN_CHARS_MAX, TOKEN_RANDOM_BYTES } from "../limits.ts";

/** "guest" stands in a cookie of the booking page alone: no other interface takes one. */
export type TokenKind = "key" | "user" | "operator" | "guest";

const PREFIX = "tabard_";
const CHECKSUM_CHARS = 8;
const FORM = new RegExp(`^(${PREFIX}(?:key|user|operator)_[0-9a-f]{${TOKEN_RANDOM_BYTES * 2}})_([0-9a-f]{${CHECKSUM_CHARS}})$`);

/** A token. `random` is TOKEN_RANDOM_BYTES bytes, unpredictable. */
export function mintToken(kind: TokenKind, random: Uint8Array): string {
  const body = `${PREFIX}${kind}_${Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  return `${body}_${checksumOf(body)}`;
}

/** The same with the number of the database its group is in, for who comes with the token alone: two of its bytes. */
export function mintTokenOf(shard: number, kind: TokenKind, random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  new DataView(bytes.buffer).setUint16(0, shard);
  return mintToken(kind, bytes);
}

/** The database a token names: a guess, as it names one by chance where `mintToken` made it. Null for a token of another form. */
export function shardIn(token: string): number | null {
  const hex = FORM.test(token) ? token.split("_")[2]?.slice(0, 4) : undefined;
  return hex === undefined ? null : Number.parseInt(hex, 16);
}

/** Whether a text can be a token at all. `demoTokens`: whether short ones of other forms are taken, as the demo data has. */
export function canBeToken(text: string, demoTokens: boolean): boolean {
  if (!text.startsWith(PREFIX)) return demoTokens && text !== "" && text.length <= DEMO_TOKEN_CHARS_MAX;
  const [, body, checksum] = FORM.exec(text) ?? [];
  return body !== undefined && checksumOf(body) === checksum;
}

/** Finds typing and cutting errors; it keeps nothing secret. */
function checksumOf(body: string): string {
  return sha256Hex(body).slice(0, CHECKSUM_CHARS);
}
