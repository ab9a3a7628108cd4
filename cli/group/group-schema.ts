/** The file of `npm run import -- group`, as docs/import-group.md describes it: what a group declares, and its people. */
import * as z from "zod/mini";
import { EXPORT_SCOPES, OPERATOR_SCOPES } from "../../src/access/rules/principal.ts";
import { isUsableHash } from "../../src/access/password.ts";
import { isEmail } from "../../src/access/rules/email.ts";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "../../src/access/limits.ts";
import { EMAIL_CHARS_MAX } from "../../src/base/limits.ts";
import { Id } from "../../src/selling/rules/calendar-entry.ts";
import { GROUP_FIELDS, Name, optionalText } from "../../src/content/rules/group-schema.ts";

const secret = {
  password: z.optional(z.string().check(z.minLength(PASSWORD_CHARS_MIN), z.maxLength(PASSWORD_CHARS_MAX))),
  passwordHash: z.optional(
    z
      .string()
      .check(z.refine(isUsableHash, "Must be scrypt$N$r$p$salt$key, N a power of two, at most 64 MiB in all, with a key of 32 bytes.")),
  ),
};

const UserSchema = z.strictObject({
  email: z.string().check(z.maxLength(EMAIL_CHARS_MAX), z.refine(isEmail, "Must be an e-mail address.")),
  ...secret,
  firstname: optionalText(),
  lastname: optionalText(),
  companyName: optionalText(),
  phone: optionalText(),
  address1: optionalText(),
  address2: optionalText(),
  city: optionalText(),
  postcode: optionalText(),
  country: z._default(z.string().check(z.regex(/^([A-Z]{2})?$/, "Must be a two-letter country code (ISO 3166-1).")), ""),
  mailList: z._default(z.boolean(), false),
});

const OperatorSchema = z.strictObject({
  site: Id,
  code: Name,
  ...secret,
  /** What the operator may; left out: the XML interface alone. */
  scopes: z._default(z.array(z.enum(OPERATOR_SCOPES)).check(z.minLength(1)), [...EXPORT_SCOPES]),
});

export const GroupFileSchema = z.strictObject({
  ...GROUP_FIELDS,
  users: z._default(z.array(UserSchema), []),
  operators: z._default(z.array(OperatorSchema), []),
});

/** A group as written. */
export type GroupInput = z.input<typeof GroupFileSchema>;
/** A group as read: what was left out is filled in. */
export type GroupFile = z.output<typeof GroupFileSchema>;
