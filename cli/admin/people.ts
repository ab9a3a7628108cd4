/** Users, operators and their sessions (docs/interface.md §1.4, §10.5). */
import { randomBytes } from "node:crypto";
import { EXPORT_SCOPES, OPERATOR_SCOPES } from "../../src/access/rules/principal.ts";
import { SALT_BYTES, hashPassword } from "../../src/access/password.ts";
import type { TargetDatabase } from "../support/database.ts";
import { insertRows, literal } from "../support/sql-text.ts";
import { UserError, WrongCall } from "../support/user-error.ts";
import { type Operands, readEmail, readGroup, readPassword, readScopes, readText } from "./operands.ts";

/** Someone who may log in, and how the database finds them and their sessions. */
interface Person {
  /** For people. */
  name: string;
  /** The row, as a condition on its table. */
  row: string;
  /** Their sessions, as a condition on tokens. */
  sessions: string;
}

interface UserRow {
  user_id: string;
  /** 1: by the group's file. */
  declared: 0 | 1;
}

const ENDED = "requests with their sessions end within 60 s, exports at once";

/** Adds a user of a group. */
export async function addUser(db: TargetDatabase, operands: Operands): Promise<string> {
  const email = readEmail(operands);
  const password = await readPassword(operands);
  const groupId = await readGroup(db, operands);
  const known = await db.query(`SELECT 1 FROM users WHERE group_id = ${literal(groupId)} AND email = ${literal(email)}`);
  if (known.length > 0) throw new UserError(`group "${groupId}" has a user "${email}"; user password changes the password`);
  await db.apply(insertRows("users", ["group_id", "email", "password_hash"], [[groupId, email, await hash(password)]]));
  return `user ${email} may log in to group ${groupId}`;
}

/** Gives a user a new password and ends the sessions the old one opened. */
export async function changeUserPassword(db: TargetDatabase, operands: Operands): Promise<string> {
  const password = await readPassword(operands);
  const user = await findUser(db, operands);
  await db.apply([`UPDATE users SET password_hash = ${literal(await hash(password))} WHERE ${user.row}`, endSessions(user)]);
  return `${user.name} has a new password; ${ENDED}`;
}

/** Takes a user back, with all sessions. Reservations stay. */
export async function removeUser(db: TargetDatabase, operands: Operands): Promise<string> {
  const user = await findUser(db, operands);
  await db.apply(removal(user));
  return `${user.name} is removed; ${ENDED}`;
}

/** What removes a user and ends their sessions. */
export function removalOf(groupId: string, email: string, userId: string): string[] {
  return removal(userPerson(groupId, email, userId));
}

function removal(user: Person): string[] {
  return [endSessions(user), `DELETE FROM users WHERE ${user.row}`];
}

/** Adds an operator of a hotel or of a whole group. */
export async function addOperator(db: TargetDatabase, operands: Operands): Promise<string> {
  const siteId = readText(operands, "site");
  const code = readText(operands, "code");
  const scopes = readScopes(operands.scopes, OPERATOR_SCOPES, EXPORT_SCOPES);
  const password = await readPassword(operands);
  const { kind } = await readSite(db, siteId);
  const known = await db.query(`SELECT 1 FROM operators WHERE ${operatorRow(siteId, code)}`);
  if (known.length > 0) throw new UserError(`site "${siteId}" has an operator "${code}"; operator password changes the password`);
  const row = [siteId, code, await hash(password), JSON.stringify(scopes)];
  await db.apply(insertRows("operators", ["site_id", "operator_code", "password_hash", "scopes"], [row]));
  return `operator ${code} may log in to ${kind} ${siteId}, scopes ${scopes.join(",")}`;
}

/** Gives an operator a new password and ends the sessions the old one opened. */
export async function changeOperatorPassword(db: TargetDatabase, operands: Operands): Promise<string> {
  const password = await readPassword(operands);
  const operator = await findOperator(db, operands);
  const changed = `UPDATE operators SET password_hash = ${literal(await hash(password))} WHERE ${operator.row}`;
  await db.apply([changed, endSessions(operator)]);
  return `${operator.name} has a new password; ${ENDED}`;
}

/** Takes an operator back, with all sessions. */
export async function removeOperator(db: TargetDatabase, operands: Operands): Promise<string> {
  const operator = await findOperator(db, operands);
  await db.apply([endSessions(operator), `DELETE FROM operators WHERE ${operator.row}`]);
  return `${operator.name} is removed; ${ENDED}`;
}

/** Ends every session of a group, or of one user or operator of it. API keys stay. */
export async function revokeSessions(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = await readGroup(db, operands);
  const person = await findPerson(db, groupId, operands);
  const live = `${person?.sessions ?? sessionsOf(groupId)} AND revoked_ms IS NULL AND expires_ms > ${Date.now()}`;
  const [counted] = await db.query<{ sessions: number }>(`SELECT count(*) AS sessions FROM tokens WHERE ${live}`);
  await db.apply([`UPDATE tokens SET revoked_ms = ${Date.now()} WHERE ${live}`]);
  const whose = person?.name ?? `group ${groupId}`;
  return `sessions of ${whose} revoked: ${counted?.sessions ?? 0}; requests with them end within 60 s, exports at once`;
}

async function findPerson(db: TargetDatabase, groupId: string, operands: Operands): Promise<Person | null> {
  const { user, site, code } = operands;
  if (user !== undefined && site === undefined && code === undefined) return findUser(db, { ...operands, email: user });
  if (user === undefined && site !== undefined && code !== undefined) {
    const { group_id: groupOfSite } = await readSite(db, site);
    if (groupOfSite !== groupId) throw new UserError(`site "${site}" is not of group "${groupId}"`);
    return findOperator(db, operands);
  }
  if (user === undefined && site === undefined && code === undefined) return null;
  throw new WrongCall("session revoke takes --user E, or --site S and --code C, or neither; try --help");
}

async function findUser(db: TargetDatabase, operands: Operands): Promise<Person> {
  const email = readEmail(operands);
  const groupId = await readGroup(db, operands);
  const user = await userIn(db, groupId, email);
  if (!user) throw new UserError(`group "${groupId}" has no user "${email}"`);
  return userPerson(groupId, email, user.user_id);
}

/** The row of a user, or undefined. `email` in small letters. */
export async function userIn(db: TargetDatabase, groupId: string, email: string): Promise<UserRow | undefined> {
  return (await db.query<UserRow>(`SELECT user_id, declared FROM users WHERE ${userRow(groupId, email)}`))[0];
}

function userPerson(groupId: string, email: string, userId: string): Person {
  const sessions = `group_id = ${literal(groupId)} AND kind = 'user' AND subject = ${literal(userId)}`;
  return { name: `user ${email}`, row: userRow(groupId, email), sessions };
}

function userRow(groupId: string, email: string): string {
  return `group_id = ${literal(groupId)} AND email = ${literal(email)}`;
}

async function findOperator(db: TargetDatabase, operands: Operands): Promise<Person> {
  const siteId = readText(operands, "site");
  const code = readText(operands, "code");
  const { group_id: groupId, kind } = await readSite(db, siteId);
  const row = operatorRow(siteId, code);
  const found = await db.query(`SELECT 1 FROM operators WHERE ${row}`);
  if (found.length === 0) throw new UserError(`site "${siteId}" has no operator "${code}"`);
  const hotel = kind === "group" ? "hotel_id IS NULL" : `hotel_id = ${literal(siteId)}`;
  const sessions = `group_id = ${literal(groupId)} AND kind = 'operator' AND subject = ${literal(code)} AND ${hotel}`;
  return { name: `operator ${code} of ${kind} ${siteId}`, row, sessions };
}

async function readSite(db: TargetDatabase, siteId: string): Promise<{ kind: string; group_id: string }> {
  const [site] = await db.query<{ kind: string; group_id: string }>(`SELECT kind, group_id FROM sites WHERE site_id = ${literal(siteId)}`);
  if (!site) throw new UserError(`there is no hotel or group "${siteId}" in ${db.name}`);
  return site;
}

function operatorRow(siteId: string, code: string): string {
  return `site_id = ${literal(siteId)} AND operator_code = ${literal(code)}`;
}

function sessionsOf(groupId: string): string {
  return `group_id = ${literal(groupId)} AND kind IN ('user', 'operator')`;
}

function endSessions({ sessions }: Person): string {
  return `UPDATE tokens SET revoked_ms = ${Date.now()} WHERE ${sessions} AND revoked_ms IS NULL`;
}

function hash(password: string): Promise<string> {
  return hashPassword(password, randomBytes(SALT_BYTES));
}
