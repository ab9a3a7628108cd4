/** What handlers of the JSON interface share. */
import type { Context } from "hono";
import type { CallerCtx } from "../access/caller.ts";
import type { Ctx, Platform } from "../host/context.ts";
import type { Scope } from "../access/rules/principal.ts";

export interface HttpEnv {
  Bindings: Platform;
  Variables: { ctx: Ctx };
}

export type HttpContext = Context<HttpEnv>;

/** A handler that needs no caller. */
export type OpenHandler = (c: HttpContext, ctx: Ctx) => Response | Promise<Response>;

/** A handler behind the gate. */
export type CallerHandler = (c: HttpContext, ctx: CallerCtx) => Response | Promise<Response>;

/** "session": a live user session of the group, and no API key. */
export type Access = Scope | "session";

/** A line of the route table. `access` "open" needs no token; "operation" leaves the caller to the SOAP operation. */
export type Route =
  | { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string; access: "open" | "operation"; handler: OpenHandler }
  | { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string; access: Access; handler: CallerHandler };
