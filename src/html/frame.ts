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

/** The pages of every installation, in every page's header. */
const NAVIGATION = [
  ["/docs", "Reference"],
  ["/docs/errors", "Errors"],
  ["/soap", "Financial export"],
  ["/docs/lines", "What each line means"],
  ["/ota", "OTA"],
  ["/console", "Console"],
] as const;

export interface PageHead {
  title: string;
  /** Where the page is: its entry of the navigation is marked. */
  path: "/" | (typeof NAVIGATION)[number][0];
  /** More markup of the head. */
  head?: string;
  /** The content takes the whole width and brings its own `main`, as Swagger UI does. */
  wide?: true;
}

/** A whole document. What it is given is markup: texts that come from outside are escaped before they come here. */
export function writeFrame({ title, path, head = "", wide }: PageHead, content: string): string {
  const mark = (to: string): string => (to === path ? ` aria-current="page"` : "");
  const links = NAVIGATION.map(([to, name]) => `<li><a href="${to}"${mark(to)}>${name}</a></li>`);
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
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><nav aria-label="Tabard">
<a class="brand" href="/"${mark("/")}>Tabard</a>
<ul>
${links.join("\n")}
</ul>
</nav></header>
${wide ? `<div id="content">\n${content}\n</div>` : `<main id="content" class="site">\n${content}\n</main>`}
</body>
</html>
`;
}

/** A row of a table: markup. The first cell is its heading. */
export interface Row {
  /** Where a link can lead. */
  id?: string;
  cells: readonly string[];
}

/**
 * A table that a narrow screen shows row by row, each cell under its column's name. Roles are said aloud because browsers
 * forget them of a table whose parts are laid out as blocks.
 */
export function writeTable(heads: readonly string[], rows: readonly Row[]): string {
  const head = heads.map((name) => `<th role="columnheader" scope="col">${name}</th>`).join("");
  const lines = rows.map(({ id, cells: [first = "", ...rest] }) => {
    const cells = rest.map((cell, at) => `<td role="cell" data-label="${heads[at + 1] ?? ""}">${cell}</td>`).join("");
    return `<tr role="row"${id === undefined ? "" : ` id="${id}"`}><th role="rowheader" scope="row">${first}</th>${cells}</tr>`;
  });
  return `<table role="table" class="facts"><thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${lines.join("\n")}
</tbody></table>`;
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

/** A text in which words between backticks are code. */
export function markCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
