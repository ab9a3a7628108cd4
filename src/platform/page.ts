/** HTML pages under a strict Content-Security-Policy. Leaf. */

/**
 * A page. It loads nothing from anywhere, frames nothing and is framed by nobody; its styles stand in the page.
 * `scriptSha256`: Base64 digest of the one inline script it may run; without it, it runs none and may connect nowhere.
 */
export function pageResponse(html: string, scriptSha256?: string): Response {
  const script = scriptSha256 === undefined ? [] : [`script-src 'sha256-${scriptSha256}'`, "connect-src 'self'"];
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...script,
  ];
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy.join("; "),
      "Referrer-Policy": "no-referrer",
    },
  });
}
