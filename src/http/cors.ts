/** Cross-origin requests: any origin may call, tokens are sent explicitly and never by the browser itself (docs/interface.md §4). */

const EXPOSED = "Content-Language, ETag, Idempotency-Replayed, Location, Retry-After, Server-Timing, WWW-Authenticate, X-Request-Id";
/** What a preflight for an unknown path may use, so that a browser gets to see the 404. */
export const ALL_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

const DAY_SECONDS = 86_400;

/** Headers of every answer. */
export function crossOriginHeaders(headers: Headers): void {
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED);
}

/** The answer to OPTIONS. */
export function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: methods,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
      "Access-Control-Max-Age": String(DAY_SECONDS),
    },
  });
}
