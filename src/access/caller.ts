/** The context of a proved caller: verbs that touch a group's data take this one. */
import type { Ctx } from "../host/context.ts";
import { useGroup } from "../host/group-database.ts";
import type { Principal } from "./rules/principal.ts";

export interface CallerCtx extends Ctx {
  principal: Principal;
}

/** The same context, now that its caller is known. */
export function asCaller(ctx: Ctx, principal: Principal): CallerCtx {
  useGroup(ctx, principal.groupId);
  ctx.trace.groupId = principal.groupId;
  ctx.trace.principalKind = principal.kind;
  ctx.trace.caller = principal.logName;
  const caller = ctx as CallerCtx;
  caller.principal = principal;
  return caller;
}
