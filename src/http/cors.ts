/**
 * Cross-origin requests of the JSON interface: any origin may call, tokens are sent explicitly and never by the browser itself
 * (docs/interface.md §4). The XML interfaces are for programs: no page of another origin may read them, nor the pages of guests and of the desk.
 */

const EXPOSED =
  "Content-Language, ETag, Event-Sequence, Idempotency-Replayed, Location, Retry-After, Server-Timing, Tabard-Notice, WWW-Authenticate, X-Request-Id";
/** What a preflight for an unknown path may use, so that a browser gets to see the 404. */
export const ALL_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Paths of programs alone. */
const PROGRAM_PATHS: ReadonlySet<string> = new Set(["/soap", "/ota", "/alpinebits"]);

/** Pages that know their visitor by a cookie. */
const COOKIE_PAGES = /^\/(?:book|console)(?:\/|$)/;

const DAY_SECONDS = 86_400;

/** Headers of every answer to `path`. */
export function crossOriginHeaders(headers: Headers, path: string): void {
  if (PROGRAM_PATHS.has(path) || COOKIE_PAGES.test(path)) return;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED);
}

/** The answer to OPTIONS. */
export function preflight(methods: string, path: string): Response {
  if (PROGRAM_PATHS.has(path) || COOKIE_PAGES.test(path)) return new Response(null, { status: 204, headers: { Allow: methods } });
  return new Response(null, {
    status: 204,
    headers: {
      Allow: methods,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID",
      "Access-Control-Max-Age": String(DAY_SECONDS),
    },
  });
}
