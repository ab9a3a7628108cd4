/** HTML pages: one frame, nothing loaded from elsewhere, a strict Content-Security-Policy. Leaf. */

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A whole document. What it is given is markup: texts that come from outside are escaped before they come here. */
export function writeFrame(title: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/site.css">
${head}</head>
<body>
${body}
</body>
</html>
`;
}

/** A document as an answer. "no-store" where it holds anything of the request, its Host above all: no cache may give it to others. */
export function pageResponse(html: string, status = 200, cacheControl = "public, max-age=300"): Response {
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "no-referrer",
      "Cache-Control": cacheControl,
    },
  });
}

/** A text inside HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
