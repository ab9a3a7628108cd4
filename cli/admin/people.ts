/** Users, operators and their sessions (docs/interface.md §1, §3). */
import { randomBytes } from "node:crypto";
import { SALT_BYTES, hashPassword } from "../../src/access/password.ts";
import type { TargetDatabase } from "../support/database.ts";
import { insertRows, literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type Operands, readEmail, readGroup, readPassword, readText } from "./operands.ts";

/** Adds a user of a group. */
export async function addUser(db: TargetDatabase, operands: Operands): Promise<string> {
  const email = readEmail(operands);
  const password = await readPassword(operands);
  const groupId = await readGroup(db, operands);
  const known = await db.query(`SELECT 1 FROM users WHERE group_id = ${literal(groupId)} AND email = ${literal(email)}`);
  if (known.length > 0) throw new UserError(`group "${groupId}" has a user "${email}"`);
  const hash = await hashPassword(password, randomBytes(SALT_BYTES));
  await db.apply(insertRows("users", ["group_id", "email", "password_hash"], [[groupId, email, hash]]));
  return `user ${email} may log in to group ${groupId}`;
}

/** Adds an operator of a hotel or of a whole group. */
export async function addOperator(db: TargetDatabase, operands: Operands): Promise<string> {
  const siteId = readText(operands, "site");
  const code = readText(operands, "code");
  const password = await readPassword(operands);
  const [site] = await db.query<{ kind: string }>(`SELECT kind FROM sites WHERE site_id = ${literal(siteId)}`);
  if (!site) throw new UserError(`there is no hotel or group "${siteId}"`);
  const known = await db.query(`SELECT 1 FROM operators WHERE site_id = ${literal(siteId)} AND operator_code = ${literal(code)}`);
  if (known.length > 0) throw new UserError(`site "${siteId}" has an operator "${code}"`);
  const hash = await hashPassword(password, randomBytes(SALT_BYTES));
  await db.apply(insertRows("operators", ["site_id", "operator_code", "password_hash"], [[siteId, code, hash]]));
  return `operator ${code} may log in to ${site.kind} ${siteId}`;
}

/** Ends every session of a group, of users and of operators. API keys stay. */
export async function revokeSessions(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = await readGroup(db, operands);
  const nowMs = Date.now();
  const live = `group_id = ${literal(groupId)} AND kind IN ('user', 'operator') AND revoked_ms IS NULL AND expires_ms > ${nowMs}`;
  const [counted] = await db.query<{ sessions: number }>(`SELECT count(*) AS sessions FROM tokens WHERE ${live}`);
  await db.apply([`UPDATE tokens SET revoked_ms = ${nowMs} WHERE ${live}`]);
  return `sessions of group ${groupId} revoked: ${counted?.sessions ?? 0}; requests with them end within 60 s, exports at once`;
}
