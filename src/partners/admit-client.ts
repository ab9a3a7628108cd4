/** From a user name and a password to a proved caller: the client of a key, and the key (docs/interface.md §15). */
import { authenticate } from "../access/authenticate.ts";
import { type CallerCtx, asCaller } from "../access/caller.ts";
import { limitToken } from "../access/limit-requests.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import type { Credentials } from "./rules/credentials.ts";

/** The caller a key proves, where it is a key of the client named; `unauthorized` or `too_many_requests` otherwise. */
export async function admitClient(ctx: Ctx, credentials: Credentials | null): Promise<Result<CallerCtx>> {
  const principal = credentials && (await authenticate(ctx, credentials.key));
  if (!principal || principal.kind !== "key" || principal.subject !== credentials.client) {
    return fail({ code: "unauthorized", reason: credentials ? "invalid_token" : "no_token" });
  }
  const caller = asCaller(ctx, principal);
  const allowed = await limitToken(ctx, principal.tokenSha256);
  return allowed.ok ? ok(caller) : allowed;
}
