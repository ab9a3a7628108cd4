/** Headers that every answer carries, whatever made it. Pages add their own: platform/page.ts. */

/** A year. Browsers heed it over HTTPS only, so local use is not concerned. */
const HSTS = "max-age=31536000";

/** Nothing is guessed, nothing is kept unless its handler says so, nothing goes back to plain HTTP. */
export function securityHeaders(headers: Headers): void {
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Strict-Transport-Security", HSTS);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}
