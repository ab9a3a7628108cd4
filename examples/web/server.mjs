/**
 * A page that books, and the small server that holds its key: node examples/web/server.mjs, then open http://127.0.0.1:3000
 *
 * The key stays here. A browser may ask for four things, with the parameters named below, and gets nothing else that the key
 * could do: with it one could list and cancel every booking that this site has made. To Tabard all visitors are one client: in
 * front of real ones set a limit for each address. Node 20 or newer, no packages.
 */
import { createServer } from "node:http";
import { readFileSync } from "node:fs";

const PORT = Number(process.env.PORT ?? 3000);
const TABARD = process.env.TABARD_URL ?? "http://127.0.0.1:8787";
const GROUP = process.env.TABARD_GROUP ?? "demo";
const KEY = process.env.TABARD_KEY ?? "demo-key";

const STAY = ["arrival", "departure", "adults", "children", "promoCode"];
/** What a browser may ask for: the path of ours, the path it stands for, and the query parameters that are passed on. */
const READS = [
  { ours: /^\/api\/hotels$/, theirs: () => `/hotels/${GROUP}`, query: ["language"] },
  { ours: /^\/api\/availabilities$/, theirs: () => `/availabilities/${GROUP}`, query: STAY },
  { ours: /^\/api\/offers\/([\w-]+)$/, theirs: ([, hotel]) => `/offers/${GROUP}/${hotel}`, query: STAY },
];
const FILES = {
  "/": { file: "page.html", type: "text/html; charset=utf-8" },
  "/page.css": { file: "page.css", type: "text/css; charset=utf-8" },
  "/page.js": { file: "page.js", type: "text/javascript; charset=utf-8" },
};
const SAFE = {
  "Content-Security-Policy": "default-src 'self'; img-src data:; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};
const BODY_BYTES_MAX = 64 * 1024;
const PATIENCE_MS = 20_000;

createServer((request, response) => {
  answer(request, response).catch((fault) => {
    // A broken connection to Tabard or from the browser: the page sends a booking again with the same Idempotency-Key.
    console.error(fault.message);
    if (response.headersSent) response.destroy();
    else refuse(response, 502, "Tabard did not answer; try again");
  });
}).listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT} books at ${TABARD}`));

async function answer(request, response) {
  const [path, search] = request.url.split("?");
  const asked = new URLSearchParams(search);
  const file = FILES[path];
  const read = READS.find(({ ours }) => ours.test(path));
  if (request.method === "GET" && file) {
    response.writeHead(200, { ...SAFE, "Content-Type": file.type });
    return response.end(readFileSync(new URL(file.file, import.meta.url)));
  }
  if (request.method === "GET" && read) {
    const query = new URLSearchParams(read.query.flatMap((name) => (asked.has(name) ? [[name, asked.get(name)]] : [])));
    return pass(response, `${read.theirs(read.ours.exec(path))}?${query}`, {});
  }
  if (request.method === "POST" && path === "/api/reservations") {
    // Only this page may book: a form on another site can send neither this type of body nor this header.
    const { "content-type": type = "", "sec-fetch-site": site = "same-origin", "idempotency-key": idempotencyKey } = request.headers;
    if (!type.startsWith("application/json") || site !== "same-origin" || !idempotencyKey)
      return refuse(response, 403, "Not from this page");
    const body = await bodyOf(request);
    if (body === null) return refuse(response, 413, "Too much");
    const headers = { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey };
    return pass(response, `/reservations/${GROUP}`, { method: "POST", headers, body });
  }
  return refuse(response, 404, "Nothing here");
}

/** Asks Tabard with the key, and gives on the status and the body. Problems are told to the page as they are: they name no secret. */
async function pass(response, path, init) {
  const headers = { ...init.headers, Authorization: `Bearer ${KEY}` };
  const told = await fetch(TABARD + path, { ...init, headers, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  const body = Buffer.from(await told.arrayBuffer());
  response.writeHead(told.status, {
    ...SAFE,
    "Content-Type": told.headers.get("content-type") ?? "application/json",
    "Cache-Control": "no-store",
  });
  response.end(body);
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse(response, status, detail) {
  response.writeHead(status, { ...SAFE, "Content-Type": "application/problem+json" });
  response.end(JSON.stringify({ status, detail }));
}
