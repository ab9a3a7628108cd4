/** GET /: what this is, with links; a page for people, JSON for programs (docs/interface.md §4.10). */
import { json } from "./answer.ts";
import { pageResponse, writeFrame } from "../html/frame.ts";
import type { OpenHandler } from "./types.ts";

const LINKS = {
  documentation: "/docs",
  openapi: "/openapi.json",
  errors: "/docs/errors",
  soap: "/soap",
  wsdl: "/soap?wsdl",
  lines: "/docs/lines",
  ota: "/ota",
  llms: "/llms.txt",
  health: "/health",
};

export const getRoot: OpenHandler = (c) => {
  const answer = prefersHtml(c.req.header("Accept")) ? welcome(new URL(c.req.url).origin) : summary();
  answer.headers.set("Vary", "Accept");
  return answer;
};

/** Whether the client names HTML before JSON, as browsers do; `*` alone is a program. */
function prefersHtml(accept: string | undefined): boolean {
  const html = accept?.indexOf("text/html") ?? -1;
  const jsonAt = accept?.indexOf("application/json") ?? -1;
  return html >= 0 && (jsonAt < 0 || html < jsonAt);
}

function summary(): Response {
  return json({ name: "Tabard", description: "Bookings and financial export for a group of hotels", links: LINKS });
}

function welcome(origin: string): Response {
  const html = writeFrame(
    { title: "Tabard", path: "/" },
    `<h1><span>Tabard</span></h1>
<p class="lead">Bookings and financial export for a group of hotels: JSON for web sites and partners, XML for accounting systems.</p>
<ul class="cards">
<li><a href="/docs"><strong>Reference</strong>Every operation, ready to try with a key.</a></li>
<li><a href="/soap"><strong>Financial export</strong>The XML operations, with messages to paste.</a></li>
<li><a href="/soap?wsdl"><strong>WSDL</strong>For SOAP clients of any language.</a></li>
<li><a href="/ota"><strong>OTA</strong>For channel managers and property systems.</a></li>
<li><a href="/openapi.json"><strong>OpenAPI</strong>For clients generated from the description.</a></li>
<li><a href="/docs/errors"><strong>Errors</strong>Every code, its cause and its cure.</a></li>
<li><a href="/docs/lines"><strong>What each line means</strong>The 23 elements of an exported transaction.</a></li>
<li><a href="/llms.txt"><strong>llms.txt</strong>All of it on one page, for language models.</a></li>
<li><a href="/health"><strong>Health</strong>Whether the database answers.</a></li>
</ul>
<h2>The first request</h2>
<pre tabindex="0"><code>curl -H 'Authorization: Bearer demo-key' ${origin}/hotels/demo</code></pre>
<p>The group <code>demo</code> and its key exist where the demo data was loaded, as <code>npm start</code> does.
There a stay can be booked at <a href="/book/demo">/book/demo</a>; the desk works at <a href="/console">/console</a>.</p>`,
  );
  return pageResponse(html, 200, "no-store");
}
