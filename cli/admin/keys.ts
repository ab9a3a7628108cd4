/** API keys: made, listed, ended (docs/interface.md §1, §3). */
import { randomBytes } from "node:crypto";
import { base64Url, sha256Hex } from "../../src/base/bytes.ts";
import { TEXT_CHARS_MAX } from "../../src/base/limits.ts";
import { KEY_SCOPES, KEY_SCOPES_DEFAULT } from "../../src/access/rules/principal.ts";
import type { TargetDatabase } from "../support/database.ts";
import { insertRows, literal } from "../support/sql-text.ts";
import { UserError, WrongCall } from "../support/user-error.ts";
import { type Operands, readGroup, readText } from "./operands.ts";

const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;

interface KeyRow {
  token_id: string;
  label: string;
  scopes: string;
  created_ms: number;
  revoked_ms: number | null;
}

/** Makes a key and prints it: the only time anyone sees it. */
export async function createKey(db: TargetDatabase, operands: Operands): Promise<string> {
  const scopes = readScopes(operands.scopes);
  const label = readText(operands, "label", TEXT_CHARS_MAX);
  const groupId = await readGroup(db, operands);
  const key = base64Url(randomBytes(KEY_BYTES));
  // Hexadecimal: an id never looks like an option.
  const id = randomBytes(KEY_ID_BYTES).toString("hex");
  const columns = ["token_sha256", "kind", "group_id", "token_id", "subject", "scopes", "label", "created_ms"];
  await db.apply(insertRows("tokens", columns, [[sha256Hex(key), "key", groupId, id, id, JSON.stringify(scopes), label, Date.now()]]));
  return `id      ${id}\ngroup   ${groupId}\nscopes  ${scopes.join(",")}\nkey     ${key}\nThe key is not stored and will not be shown again.`;
}

/** The group's keys, one a line. */
export async function listKeys(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = await readGroup(db, operands);
  const rows = await db.query<KeyRow>(
    `SELECT token_id, label, scopes, created_ms, revoked_ms FROM tokens WHERE group_id = ${literal(groupId)} AND kind = 'key' ORDER BY created_ms, token_id`,
  );
  if (rows.length === 0) return `group "${groupId}" has no keys`;
  return rows.map(describeKey).join("\n");
}

/** Ends a key. Ending it again changes nothing. */
export async function revokeKey(db: TargetDatabase, operands: Operands): Promise<string> {
  const id = readText(operands, "id");
  const [row] = await db.query<KeyRow>(
    `SELECT token_id, label, scopes, created_ms, revoked_ms FROM tokens WHERE token_id = ${literal(id)} AND kind = 'key'`,
  );
  if (!row) throw new UserError(`there is no key "${id}"; key list --group G shows a group's`);
  if (row.revoked_ms !== null) return `key ${id} was revoked ${instant(row.revoked_ms)}`;
  await db.apply([`UPDATE tokens SET revoked_ms = ${Date.now()} WHERE token_id = ${literal(id)} AND revoked_ms IS NULL`]);
  return `key ${id} is revoked; requests with it end within 60 s`;
}

function readScopes(list: string | undefined): readonly string[] {
  if (list === undefined) return KEY_SCOPES_DEFAULT;
  const scopes = list.split(",").map((scope) => scope.trim());
  const known: readonly string[] = KEY_SCOPES;
  const wrong = scopes.find((scope) => !known.includes(scope));
  if (wrong !== undefined) throw new WrongCall(`--scopes: "${wrong}" is not one of ${KEY_SCOPES.join(", ")}`);
  return known.filter((scope) => scopes.includes(scope));
}

function describeKey(row: KeyRow): string {
  const state = row.revoked_ms === null ? "live" : `revoked ${instant(row.revoked_ms)}`;
  const scopes = (JSON.parse(row.scopes) as string[]).join(",");
  return [row.token_id, `created ${instant(row.created_ms)}`, state, scopes, row.label].join("  ").trimEnd();
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
