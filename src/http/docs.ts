/** GET /docs: the interactive reference; GET /openapi.json and GET /assets/{file}: what it loads. */
import { problemResponse } from "./problem.ts";
import { pageResponse, writeFrame } from "../html/frame.ts";
import type { OpenHandler } from "./types.ts";

const PAGE = writeFrame(
  "Tabard reference",
  `<header class="site bar">
<h1><span>Tabard</span> reference</h1>
<p><button type="button" class="key" id="demo-key">Use the demo key</button> <span id="key-state" role="status"></span></p>
<p>XML for accounting systems: <a href="/soap">operations and sample messages</a>, <a href="/soap?wsdl">WSDL</a>.
Every code that can come back: <a href="/docs/errors">errors</a>.</p>
</header>
<div id="reference"></div>
<script src="/assets/built/swagger-ui-bundle.js"></script>
<script src="/assets/docs.js" type="module"></script>`,
  `<link rel="stylesheet" href="/assets/built/swagger-ui.css">\n`,
);

export const getDocs: OpenHandler = () => pageResponse(PAGE);

interface Asset {
  /** In the folder assets; what is under built/ comes from scripts/build-assets.ts. */
  file: string;
  type: string;
}

/** The only files that leave the folder, by the path they are asked for. */
const ASSETS: Readonly<Record<string, Asset>> = {
  "/openapi.json": { file: "/built/openapi.json", type: "application/json" },
  "/assets/site.css": { file: "/site.css", type: "text/css; charset=utf-8" },
  "/assets/pages.css": { file: "/pages.css", type: "text/css; charset=utf-8" },
  "/assets/calendar.js": { file: "/calendar.js", type: "text/javascript; charset=utf-8" },
  "/assets/book.js": { file: "/book.js", type: "text/javascript; charset=utf-8" },
  "/assets/docs.js": { file: "/docs.js", type: "text/javascript; charset=utf-8" },
  "/assets/built/swagger-ui-bundle.js": { file: "/built/swagger-ui-bundle.js", type: "text/javascript; charset=utf-8" },
  "/assets/built/swagger-ui.css": { file: "/built/swagger-ui.css", type: "text/css; charset=utf-8" },
};

/** A picture of a demo hotel, drawn by scripts/build-assets.ts. */
const PICTURE = /^\/assets\/pictures\/([a-z0-9-]+\.svg)$/;

export const getAsset: OpenHandler = async (c, ctx) => {
  const { pathname, origin } = new URL(c.req.url);
  const asset = findAsset(pathname);
  const file = asset && (await ctx.assets.fetch(origin + asset.file));
  if (!asset || !file?.ok) return problemResponse({ code: "not_found", detail: "There is no such file." }, ctx.requestId);
  return new Response(file.body, { headers: { "Content-Type": asset.type, "Cache-Control": "public, max-age=300" } });
};

function findAsset(path: string): Asset | undefined {
  const picture = PICTURE.exec(path)?.[1];
  if (picture !== undefined) return { file: `/built/pictures/${picture}`, type: "image/svg+xml" };
  return Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined;
}
