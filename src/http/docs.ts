/** GET /docs: the interactive reference, and GET /assets/{file}: what it loads. */
import { problemResponse } from "./problem.ts";
import { page } from "../platform/page.ts";
import type { OpenHandler } from "./types.ts";

export const getDocs: OpenHandler = () =>
  page(
    "Tabard reference",
    `<header class="site bar">
<h1><span>Tabard</span> reference</h1>
<p><button type="button" class="key" id="demo-key">Use the demo key</button> <span id="key-state" role="status"></span></p>
<p>XML for accounting systems: <a href="/soap">operations and sample messages</a>, <a href="/soap?wsdl">WSDL</a>.
Every code that can come back: <a href="/docs/errors">errors</a>.</p>
</header>
<div id="reference"></div>
<script src="/assets/vendor/swagger-ui-bundle.js"></script>
<script src="/assets/docs.js" type="module"></script>`,
    `<link rel="stylesheet" href="/assets/vendor/swagger-ui.css">\n`,
  );

/** The only files that leave the assets folder. */
const ASSETS: Readonly<Record<string, string>> = {
  "/assets/site.css": "text/css; charset=utf-8",
  "/assets/docs.js": "text/javascript; charset=utf-8",
  "/assets/vendor/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "/assets/vendor/swagger-ui.css": "text/css; charset=utf-8",
};

export const getAsset: OpenHandler = async (c, ctx) => {
  const { pathname, origin } = new URL(c.req.url);
  const type = ASSETS[pathname];
  const file = type === undefined ? null : await ctx.assets.fetch(`${origin}${pathname.slice("/assets".length)}`);
  if (type === undefined || !file?.ok) return problemResponse({ code: "not_found", detail: "There is no such file." }, ctx.requestId);
  return new Response(file.body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=300" } });
};
