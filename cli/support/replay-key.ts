/** An API key that lives as long as a command: made in the database, ended with it, and of short life should it be killed. */
import { randomBytes } from "node:crypto";
import { base64Url, sha256Hex } from "../../src/base/bytes.ts";
import type { TargetDatabase } from "./database.ts";
import { insertRows, literal } from "./sql-text.ts";

const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;
/** Longer than any replay; a key that was not ended ends by itself. */
const KEY_TTL_MS = 12 * 60 * 60 * 1000;

/** Runs work with a key of the group for `scopes`. */
export async function withKey<T>(
  db: TargetDatabase,
  groupId: string,
  scopes: readonly string[],
  work: (key: string) => Promise<T>,
): Promise<T> {
  const key = base64Url(randomBytes(KEY_BYTES));
  const sha256 = sha256Hex(key);
  const nowMs = Date.now();
  const columns = ["token_sha256", "kind", "group_id", "token_id", "subject", "scopes", "created_ms", "expires_ms"];
  const row = [
    sha256,
    "key",
    groupId,
    randomBytes(KEY_ID_BYTES).toString("hex"),
    "replay",
    JSON.stringify(scopes),
    nowMs,
    nowMs + KEY_TTL_MS,
  ];
  await db.apply(insertRows("tokens", columns, [row]));
  try {
    return await work(key);
  } finally {
    await db.apply([`UPDATE tokens SET revoked_ms = ${Date.now()} WHERE token_sha256 = ${literal(sha256)}`]);
  }
}
