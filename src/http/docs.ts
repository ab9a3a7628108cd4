/** GET /docs: the interactive reference; GET /openapi.json, GET /llms.txt and GET /assets/{file}: files. */
import { problemResponse } from "./problem.ts";
import { pageResponse, writeFrame } from "../html/frame.ts";
import type { OpenHandler } from "./types.ts";

const PAGE = writeFrame(
  {
    title: "Reference · Tabard",
    path: "/docs",
    head: `<link rel="stylesheet" href="/assets/built/swagger-ui.css">\n`,
    wide: true,
  },
  `<section class="site bar" aria-label="Key">
<h1><span>Reference</span></h1>
<p>Every operation of the JSON interface. Samples are of the demo data: with its key Execute works at once.</p>
<p class="keys"><button type="button" class="key" id="demo-key">Use the demo key</button>
<button type="button" class="key" id="demo-guest">Log in as the demo guest</button></p>
<p id="key-state" role="status"></p>
</section>
<div id="reference"></div>
<script src="/assets/built/swagger-ui-bundle.js"></script>
<script src="/assets/docs.js" type="module"></script>`,
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
  "/llms.txt": { file: "/built/llms.txt", type: "text/plain; charset=utf-8" },
  "/assets/site.css": { file: "/site.css", type: "text/css; charset=utf-8" },
  "/assets/pages.css": { file: "/pages.css", type: "text/css; charset=utf-8" },
  "/assets/calendar.js": { file: "/calendar.js", type: "text/javascript; charset=utf-8" },
  "/assets/book.js": { file: "/book.js", type: "text/javascript; charset=utf-8" },
  "/assets/console.js": { file: "/console.js", type: "text/javascript; charset=utf-8" },
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
  if (!asset || !file?.ok) return problemResponse(ctx, { code: "not_found", detail: "There is no such file." });
  return new Response(file.body, { headers: { "Content-Type": asset.type, "Cache-Control": "public, max-age=300" } });
};

function findAsset(path: string): Asset | undefined {
  const picture = PICTURE.exec(path)?.[1];
  if (picture !== undefined) return { file: `/built/pictures/${picture}`, type: "image/svg+xml" };
  return Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined;
}
