/** What handlers of the JSON interface share. */
import type { Context } from "hono";
import type * as z from "zod/mini";
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

/** A route's scope, or several of which any will do; "session": a live session of the group, and no API key. */
export type Access = Scope | readonly [Scope, ...Scope[]] | "session";

/** A request whose caller is not proved yet. */
export interface Unproved {
  request: Request;
  groupId: string;
  /** Of the token it came with. */
  tokenSha256: string;
}

/**
 * Begins the reads that a new isolate needs for a route, beside the proof of its caller: one round trip less. They fill the
 * isolate's memory, and nothing of them is told to anyone before the caller is proved. Ends when the route's handler may
 * begin; never rejects. Costs a stranger as little as a refused token does: docs/decisions/0038.
 */
export type Prepare = (ctx: Ctx, unproved: Unproved) => Promise<void>;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A line of the route table. `query`: the parameters it reads; what else a query says is noted. `access` "open" needs no token: whoever calls is nobody, or proves themselves in the body. */
export type Route =
  | { method: Method; path: string; access: "open"; handler: OpenHandler }
  | { method: Method; path: string; access: Access; query?: z.ZodMiniObject; handler: CallerHandler; prepare?: Prepare };
