/** An API key that lives as long as a command: made in the database, ended with it, and of short life should it be killed. */
import type { TargetDatabase } from "./database.ts";
import { mintKey } from "./mint-key.ts";
import { literal } from "./sql-text.ts";

/** Longer than any replay; a key that was not ended ends by itself. */
const KEY_TTL_MS = 12 * 60 * 60 * 1000;

/** Runs work with a key of the group for `scopes`. */
export async function withKey<T>(
  db: TargetDatabase,
  groupId: string,
  scopes: readonly string[],
  work: (key: string) => Promise<T>,
): Promise<T> {
  const nowMs = Date.now();
  const rights = { groupId, client: "replay", hotelId: null, scopes, label: "", expiresMs: nowMs + KEY_TTL_MS };
  const { id, key, statement } = mintKey(rights, nowMs);
  await db.apply([statement]);
  try {
    return await work(key);
  } finally {
    await db.apply([`UPDATE tokens SET revoked_ms = ${Date.now()} WHERE token_id = ${literal(id)}`]);
  }
}
