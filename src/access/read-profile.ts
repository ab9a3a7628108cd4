/** The profile of the session's own user: docs/interface.md §4.5. */
import { findUserById } from "./rows/people.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { CallerCtx } from "./caller.ts";

export interface Profile {
  firstname: string;
  lastname: string;
  companyName: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  city: string;
  postcode: string;
  /** ISO 3166-1 alpha-2, or "". */
  country: string;
  mailList: boolean;
}

/** The caller's own profile. A user removed since log-in is unauthorized. */
export async function readProfile(ctx: CallerCtx): Promise<Result<Profile>> {
  const { principal } = ctx;
  if (principal.kind !== "user") return fail({ code: "unauthorized", reason: "insufficient_scope", scopes: ["profile"] });
  const user = await findUserById(ctx.db, principal.groupId, principal.subject);
  if (!user) return fail({ code: "unauthorized", reason: "invalid_token" });
  return ok({
    firstname: user.firstname,
    lastname: user.lastname,
    companyName: user.company_name,
    email: user.email,
    phone: user.phone,
    address1: user.address1,
    address2: user.address2,
    city: user.city,
    postcode: user.postcode,
    country: user.country,
    mailList: user.mail_list === 1,
  });
}
