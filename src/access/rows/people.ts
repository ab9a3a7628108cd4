/** Tables users and operators: who may log in. */
import type { Database, PreparedStatement } from "../../host/database.ts";

export interface UserRow {
  group_id: string;
  email: string;
  user_id: string;
  password_hash: string;
  firstname: string;
  lastname: string;
  company_name: string;
  phone: string;
  address1: string;
  address2: string;
  city: string;
  postcode: string;
  country: string;
  mail_list: 0 | 1;
}

export interface OperatorRow {
  site_id: string;
  operator_code: string;
  password_hash: string;
  /** JSON: [scope]. */
  scopes: string;
  group_id: string;
  site_kind: "group" | "hotel";
}

const USER_COLUMNS = `group_id, email, user_id, password_hash, firstname, lastname, company_name, phone, address1, address2, city,
  postcode, country, mail_list`;

const SELECT_USER = `SELECT ${USER_COLUMNS} FROM users WHERE group_id = ?1 AND email = ?2`;

const SELECT_USER_BY_ID = `SELECT ${USER_COLUMNS} FROM users WHERE group_id = ?1 AND user_id = ?2`;

const SELECT_OPERATOR = `SELECT o.site_id, o.operator_code, o.password_hash, o.scopes, s.group_id, s.kind AS site_kind
  FROM operators o JOIN sites s ON s.site_id = o.site_id WHERE o.site_id = ?1 AND o.operator_code = ?2`;

const SELECT_GROUP_OF_SITE = `SELECT group_id FROM sites WHERE site_id = ?1`;

const UPDATE_USER_HASH = `UPDATE users SET password_hash = ?4 WHERE group_id = ?1 AND email = ?2 AND password_hash = ?3`;

const UPDATE_OPERATOR_HASH = `UPDATE operators SET password_hash = ?4 WHERE site_id = ?1 AND operator_code = ?2 AND password_hash = ?3`;

/** The group of a hotel's or a group's id. */
export async function findGroupOfSite(db: Database, siteId: string): Promise<string | null> {
  const row = await db.prepare(SELECT_GROUP_OF_SITE).bind(siteId).first<{ group_id: string }>();
  return row?.group_id ?? null;
}

/** Replaces a user's hash, unless it has changed since it was read. */
export async function replaceUserHash(db: Database, user: UserRow, hash: string): Promise<void> {
  await db.prepare(UPDATE_USER_HASH).bind(user.group_id, user.email, user.password_hash, hash).run();
}

/** Replaces an operator's hash, unless it has changed since it was read. */
export async function replaceOperatorHash(db: Database, operator: OperatorRow, hash: string): Promise<void> {
  await db.prepare(UPDATE_OPERATOR_HASH).bind(operator.site_id, operator.operator_code, operator.password_hash, hash).run();
}

/** Selects a user by e-mail (any case) within a group. */
export function selectUser(db: Database, groupId: string, email: string): PreparedStatement {
  return db.prepare(SELECT_USER).bind(groupId, email.toLowerCase());
}

/** The user of a session. */
export function findUserById(db: Database, groupId: string, userId: string): Promise<UserRow | null> {
  return db.prepare(SELECT_USER_BY_ID).bind(groupId, userId).first<UserRow>();
}

/** Selects an operator by the site and code typed at log-in, with the group the site belongs to. */
export function selectOperator(db: Database, siteId: string, operatorCode: string): PreparedStatement {
  return db.prepare(SELECT_OPERATOR).bind(siteId, operatorCode);
}
