/** A new API key, and the statement that stores its hash. */
import { randomBytes } from "node:crypto";
import { TOKEN_RANDOM_BYTES } from "../../src/access/limits.ts";
import { insertTokenStatement } from "../../src/access/rows/tokens.ts";
import { mintToken } from "../../src/access/rules/token.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import type { Statement } from "../../src/host/database.ts";

const KEY_ID_BYTES = 6;

export interface KeyRights {
  groupId: string;
  /** Left out: the key's own id. */
  client?: string | undefined;
  hotelId: string | null;
  scopes: readonly string[];
  label: string;
  expiresMs: number | null;
}

/** Nothing is stored before the statement runs. */
export function mintKey(rights: KeyRights, nowMs: number): { id: string; key: string; statement: Statement } {
  const key = mintToken("key", randomBytes(TOKEN_RANDOM_BYTES));
  // Hexadecimal: an id never looks like an option.
  const id = randomBytes(KEY_ID_BYTES).toString("hex");
  return { id, key, statement: storeKey(key, id, rights, nowMs) };
}

/** The statement that stores a key, minted or of the demo data. */
export function storeKey(
  key: string,
  id: string,
  { groupId, client = id, hotelId, scopes, label, expiresMs }: KeyRights,
  nowMs: number,
): Statement {
  return insertTokenStatement({
    token_sha256: sha256Hex(key),
    kind: "key",
    group_id: groupId,
    token_id: id,
    subject: client,
    hotel_id: hotelId,
    scopes: JSON.stringify(scopes),
    label,
    created_ms: nowMs,
    expires_ms: expiresMs,
  });
}
