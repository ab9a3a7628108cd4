/** From a request's cookie to the operator at the desk: docs/interface.md §20. */
import { authenticate } from "../../access/authenticate.ts";
import { asCaller } from "../../access/caller.ts";
import { limitCaller } from "../../access/limit-requests.ts";
import { hasScope } from "../../access/rules/principal.ts";
import { noteRefusal } from "../../access/shut-out.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import type { Ctx } from "../../host/context.ts";
import { listOwnHotels } from "../../selling/list-own-hotels.ts";
import { newNonce } from "../html-response.ts";
import type { Desk } from "./frame.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** `unauthorized` where the cookie holds no live session of an operator at the desk: keys and sessions of the XML interface are none. */
export async function openDesk(ctx: Ctx, request: Request): Promise<Result<Desk>> {
  const desk = await openBareDesk(ctx, request);
  return desk.ok ? ok({ ...desk.value, hotels: await listOwnHotels(desk.value.caller) }) : desk;
}

/** The same without its hotels, which cost a read: for what names none. */
export async function openBareDesk(ctx: Ctx, request: Request): Promise<Result<Desk>> {
  const token = readSessionCookie(request);
  if (token === "") return fail({ code: "unauthorized", reason: "no_token" });
  const principal = await authenticate(ctx, token);
  if (principal?.kind !== "operator" || hasScope(principal, "export")) {
    noteRefusal(ctx, "invalid_token");
    return fail({ code: "unauthorized", reason: "invalid_token" });
  }
  const caller = asCaller(ctx, principal);
  const allowed = await limitCaller(ctx, principal);
  if (!allowed.ok) return allowed;
  return ok({ caller, url: new URL(request.url), nonce: newNonce(ctx), hotels: [] });
}
