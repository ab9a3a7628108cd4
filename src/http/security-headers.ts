/** Headers that every answer carries, whatever made it. */

/** A year. Browsers heed it over HTTPS only, so local use is not concerned. */
const HSTS = "max-age=31536000";

/** A page that states no policy of its own loads nothing, runs nothing and is framed by nobody. */
const BARE_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Nothing is guessed, nothing is kept unless its handler says so, nothing goes back to plain HTTP. */
export function securityHeaders(headers: Headers): void {
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Strict-Transport-Security", HSTS);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (!headers.get("Content-Type")?.startsWith("text/html")) return;
  if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "no-referrer");
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", BARE_PAGE_POLICY);
}
