/** What admin's commands are given, checked: each error is one line that names the option. */
import { text } from "node:stream/consumers";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "../../src/access/limits.ts";
import { isEmail } from "../../src/access/rules/email.ts";
import { EMAIL_CHARS_MAX, ID_CHARS_MAX } from "../../src/base/limits.ts";
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError, WrongCall } from "../support/user-error.ts";

/** Options by name. Those a command needs are there and not empty. */
export type Operands = Record<string, string>;

/** A wrong command line. */
export function usageError(message: string): WrongCall {
  return new WrongCall(`${message}; try --help`);
}

/** A text of 1 to `charsMax` characters without control characters. */
export function readText(operands: Operands, option: string, charsMax: number = ID_CHARS_MAX): string {
  const value = operands[option] ?? "";
  if (value.length > charsMax) throw new WrongCall(`--${option} has more than ${charsMax} characters`);
  if (/\p{Cc}/u.test(value)) throw new WrongCall(`--${option} holds control characters`);
  return value;
}

/** An e-mail address, lower case, as it is stored. */
export function readEmail(operands: Operands): string {
  const email = readText(operands, "email", EMAIL_CHARS_MAX).toLowerCase();
  if (!isEmail(email)) throw new WrongCall(`--email "${email}" is not an e-mail address`);
  return email;
}

/** The password; `-` reads standard input, whose last line break is not part of it. */
export async function readPassword(operands: Operands): Promise<string> {
  const given = operands.password ?? "";
  const password = given === "-" ? (await text(process.stdin)).replace(/\r?\n$/, "") : given;
  if (password.length < PASSWORD_CHARS_MIN) throw new WrongCall(`the password has fewer than ${PASSWORD_CHARS_MIN} characters`);
  if (password.length > PASSWORD_CHARS_MAX) throw new WrongCall(`the password has more than ${PASSWORD_CHARS_MAX} characters`);
  return password;
}

/** The id of a group that exists. */
export async function readGroup(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = readText(operands, "group");
  const found = await db.query(`SELECT 1 FROM groups WHERE group_id = ${literal(groupId)}`);
  if (found.length === 0) throw new UserError(`there is no group "${groupId}" in ${db.name}; group list shows those there are`);
  return groupId;
}

/** A list of scopes in the order of `known`; `otherwise` where none is given. */
export function readScopes(list: string | undefined, known: readonly string[], otherwise: readonly string[]): readonly string[] {
  if (list === undefined) return otherwise;
  const scopes = list.split(",").map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !known.includes(scope));
  if (wrong !== undefined) throw new WrongCall(`--scopes: "${wrong}" is not one of ${known.join(", ")}`);
  return known.filter((scope) => scopes.includes(scope));
}
