/** From a user name and a password to a proved caller: the client of a key, and the key (docs/interface.md §15). */
import { authenticate } from "../access/authenticate.ts";
import { type CallerCtx, asCaller } from "../access/caller.ts";
import { limitCaller } from "../access/limit-requests.ts";
import { noteRefusal } from "../access/shut-out.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import type { Credentials } from "./rules/credentials.ts";

/** The caller a key proves, where it is a key of the client named; `unauthorized` or `too_many_requests` otherwise. */
export async function admitClient(ctx: Ctx, credentials: Credentials | null): Promise<Result<CallerCtx>> {
  if (!credentials) return fail({ code: "unauthorized", reason: "no_token" });
  const principal = await authenticate(ctx, credentials.key);
  if (!principal || principal.kind !== "key" || principal.subject !== credentials.client) {
    noteRefusal(ctx, "invalid_token");
    return fail({ code: "unauthorized", reason: "invalid_token" });
  }
  const caller = asCaller(ctx, principal);
  const allowed = await limitCaller(ctx, principal);
  return allowed.ok ? ok(caller) : allowed;
}
