/**
 * One line of JSON per request: enough to count, to find what is slow and to follow a complaint by its request id.
 * Holds no token, no e-mail address, no query string and no path: only the route's pattern, the group a token proved
 * and its client, or the keyed hash of its account.
 */
import type { Ctx } from "./context.ts";

/** Methods that are named; any other is the client's own text. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Writes the line. `ms` until the answer's first byte; rows the database read until then. */
export function logRequest(ctx: Ctx, method: string, status: number, ms: number): void {
  const { route, groupId, principalKind, caller, refusal, rowsRead } = ctx.trace;
  ctx.log({
    event: "request",
    method: METHODS.has(method) ? method : "other",
    route,
    group: groupId,
    principal: principalKind,
    caller,
    refusal,
    status,
    ms,
    rowsRead,
  });
}
