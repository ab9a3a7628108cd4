/**
 * What an import does to users and operators. It adds, changes and removes those that a file declared; those added by
 * `npm run admin` it changes where the file names them and else leaves alone. A password that did not change keeps its
 * hash; one that did, other scopes, and a person removed, end the sessions.
 */
import { randomBytes } from "node:crypto";
import { SALT_BYTES, hashPassword, isOutdated, verifyPassword } from "../../src/access/password.ts";
import { OPERATOR_SCOPES } from "../../src/access/rules/principal.ts";
import { type Row, type Table, diffTable, isEmpty } from "../../src/change/rules/table-diff.ts";
import { deleteStatements, upsertStatements } from "../../src/change/write-table.ts";
import type { Statement } from "../../src/host/database.ts";
import type { GroupFile } from "./group-schema.ts";

export const USERS: Table = {
  name: "users",
  key: ["group_id", "email"],
  columns: [
    ..."group_id email password_hash firstname lastname company_name phone address1 address2 city postcode country".split(" "),
    ..."mail_list declared".split(" "),
  ],
};
export const OPERATORS: Table = {
  name: "operators",
  key: ["site_id", "operator_code"],
  columns: ["site_id", "operator_code", "password_hash", "scopes", "declared"],
};

interface Secret {
  password?: string | undefined;
  passwordHash?: string | undefined;
}

/** Statements, none where nothing differs. `users` and `operators` are the rows of the group there are. */
export async function planPeople(file: GroupFile, users: readonly Row[], operators: readonly Row[], nowMs: number): Promise<Statement[]> {
  const wantedUsers = await Promise.all(file.users.map((user) => userRow(file.group.id, user, users)));
  const wantedOperators = await Promise.all(file.operators.map((one) => operatorRow(one, operators)));
  const diffs = [
    { kind: "user", diff: diffTable(USERS, affected(USERS, users, wantedUsers), wantedUsers), before: users },
    { kind: "operator", diff: diffTable(OPERATORS, affected(OPERATORS, operators, wantedOperators), wantedOperators), before: operators },
  ];
  const statements: Statement[] = [];
  for (const { kind, diff, before } of diffs) {
    if (isEmpty(diff)) continue;
    const changed = diff.upserts.filter((row) => mayDiffer(sameKey(diff.table, before, row), row));
    // Before the rows go: a user's sessions are found by the row's user_id.
    for (const row of [...diff.deletes, ...changed]) statements.push(endSessions(file.group.id, kind, row, nowMs));
    statements.push(...upsertStatements(diff), ...deleteStatements(diff));
  }
  return statements;
}

/** The rows an import may touch: what a file declared, and what this one names. */
function affected(table: Table, current: readonly Row[], wanted: readonly Row[]): Row[] {
  return current.filter((row) => row.declared === 1 || sameKey(table, wanted, row) !== undefined);
}

/** Whether someone may no longer do what an open session of theirs allows. */
function mayDiffer(before: Row | undefined, row: Row): boolean {
  return before !== undefined && (before.password_hash !== row.password_hash || before.scopes !== row.scopes);
}

function sameKey(table: Table, rows: readonly Row[], row: Row): Row | undefined {
  return rows.find((one) => table.key.every((column) => one[column] === row[column]));
}

async function userRow(groupId: string, user: GroupFile["users"][number], current: readonly Row[]): Promise<Row> {
  const email = user.email.toLowerCase();
  const known = current.find((row) => row.email === email);
  return {
    group_id: groupId,
    email,
    password_hash: await hashOf(user, known),
    firstname: user.firstname,
    lastname: user.lastname,
    company_name: user.companyName,
    phone: user.phone,
    address1: user.address1,
    address2: user.address2,
    city: user.city,
    postcode: user.postcode,
    country: user.country,
    mail_list: user.mailList ? 1 : 0,
    declared: 1,
  };
}

async function operatorRow(operator: GroupFile["operators"][number], current: readonly Row[]): Promise<Row> {
  const known = current.find((row) => row.site_id === operator.site && row.operator_code === operator.code);
  const scopes = JSON.stringify(OPERATOR_SCOPES.filter((scope) => operator.scopes.includes(scope)));
  return { site_id: operator.site, operator_code: operator.code, password_hash: await hashOf(operator, known), scopes, declared: 1 };
}

/** The hash given, the one there is if it still fits the password, or a new one. */
async function hashOf(secret: Secret, known: Row | undefined): Promise<string> {
  if (secret.passwordHash !== undefined) return secret.passwordHash;
  const password = secret.password ?? "";
  const hash = known?.password_hash;
  if (typeof hash === "string" && !isOutdated(hash) && (await verifyPassword(password, hash))) return hash;
  return hashPassword(password, randomBytes(SALT_BYTES));
}

const END_SESSIONS = "UPDATE tokens SET revoked_ms = ?1 WHERE group_id = ?2 AND revoked_ms IS NULL AND kind =";
const OF_USER = "'user' AND subject = (SELECT user_id FROM users WHERE group_id = ?2 AND email = ?3)";
const OF_OPERATOR = "'operator' AND subject = ?3 AND hotel_id IS ?4";

function endSessions(groupId: string, kind: string, row: Row, nowMs: number): Statement {
  if (kind === "user") return { sql: `${END_SESSIONS} ${OF_USER}`, values: [nowMs, groupId, row.email ?? null] };
  const hotelId = row.site_id === groupId ? null : (row.site_id ?? null);
  return { sql: `${END_SESSIONS} ${OF_OPERATOR}`, values: [nowMs, groupId, row.operator_code ?? null, hotelId] };
}
