/**
 * A stand-in of the platform's HTTP API for whatever works on deployed databases: the endpoints that wrangler 4 and the commands call,
 * with their shapes, over databases that hold to the deployed limits. Wrangler finds it by CLOUDFLARE_API_BASE_URL.
 */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { PlatformDatabase, SqlRefusal } from "./platform-database.ts";

const ACCOUNT = "0123456789abcdef0123456789abcdef";
const TOKEN = "stand-in-token-of-forty-characters-000000";

/** What shall go wrong with one request: an answer instead of the work, the connection cut before it, or behind it. */
export type Fault = { status: number; retryAfter?: number } | "cut before" | "cut behind";

export interface PlatformRequest {
  method: string;
  /** Behind the account: `/d1/database/ID/query`, with the action of an import, as `/d1/database/ID/import init`. */
  path: string;
  body: string;
}

export interface Platform {
  /** What a command needs in its environment to find it and be let in. */
  environment: Record<string, string>;
  databases: Map<string, PlatformDatabase>;
  /** All requests so far. */
  requests: PlatformRequest[];
  /** Asked of every request: null lets it be. */
  faultOf: (request: PlatformRequest) => Fault | null;
  close(): Promise<void>;
}

/** Starts it with a database for each id, in the file given; empty where there is no such file. */
export async function startPlatform(files: Readonly<Record<string, string>>): Promise<Platform> {
  const databases = new Map(Object.entries(files).map(([id, file]) => [id, new PlatformDatabase(file)]));
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const platform: Platform = {
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
      WRANGLER_SEND_METRICS: "false",
      CI: "true",
    },
    databases,
    requests: [],
    faultOf: () => null,
    close: () => close(server, databases),
  };
  const endpoints = new Endpoints(databases, `http://127.0.0.1:${port}`);
  server.on("request", (request, answer) => void serve(platform, endpoints, request, answer));
  return platform;
}

async function close(server: Server, databases: Map<string, PlatformDatabase>): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  for (const database of databases.values()) database.close();
}

async function serve(platform: Platform, endpoints: Endpoints, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const url = new URL(incoming.url ?? "/", "http://platform");
  const path = url.pathname.replace(/^\/client\/v4/, "").replace(`/accounts/${ACCOUNT}`, "");
  const text = path.startsWith("/files/") ? "" : body.toString();
  const action = path.endsWith("/import") ? ` ${(JSON.parse(text) as { action: string }).action}` : "";
  const request = { method: incoming.method ?? "GET", path: path + action, body: text };
  platform.requests.push(request);
  const fault = platform.faultOf(request);
  if (fault === "cut before") return void incoming.socket.destroy();
  if (fault !== null && fault !== "cut behind") {
    const headers = fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) };
    return void answer
      .writeHead(fault.status, headers)
      .end(fault.status < 500 ? JSON.stringify(refusal(fault.status, 971, "limited")) : "");
  }
  const isPublic = path.startsWith("/files/");
  const isKnown = isPublic || incoming.headers.authorization === `Bearer ${TOKEN}`;
  const given = isKnown ? endpoints.answer(request.method, path, url.searchParams, body) : failure(401, 10000, "Authentication error");
  if (fault === "cut behind") return void incoming.socket.destroy();
  answer.writeHead(given.status, { "Content-Type": "application/json", ...given.headers }).end(given.body);
}

interface Given {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

function success(result: unknown, status = 200): Given {
  return { status, body: JSON.stringify({ success: true, errors: [], messages: [], result }) };
}

function failure(status: number, code: number, message: string): Given {
  return { status, body: JSON.stringify(refusal(status, code, message)) };
}

function refusal(_status: number, code: number, message: string): object {
  return { success: false, errors: [{ code, message }], messages: [], result: null };
}

interface ImportRequest {
  action: "init" | "ingest" | "poll";
  etag: string;
  filename: string;
  current_bookmark: string;
}

interface Running {
  databaseId: string;
  error: string | null;
  statements: number;
}

class Endpoints {
  readonly #databases: ReadonlyMap<string, PlatformDatabase>;
  readonly #origin: string;
  readonly #files = new Map<string, Buffer>();
  readonly #imports = new Map<string, Running>();

  constructor(databases: ReadonlyMap<string, PlatformDatabase>, origin: string) {
    this.#databases = databases;
    this.#origin = origin;
  }

  answer(method: string, path: string, query: URLSearchParams, body: Buffer): Given {
    if (path.startsWith("/files/")) return this.#file(method, path, body);
    if (path === "/accounts") return success([{ id: ACCOUNT, name: "Stand-in" }]);
    if (path === "/memberships") return success([{ id: "m", account: { id: ACCOUNT, name: "Stand-in" } }]);
    const [, id = "", action = ""] = /^\/d1\/database\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    const database = this.#databases.get(id);
    if (!database) return failure(404, 7404, `The database ${id} could not be found`);
    const json = (): unknown => JSON.parse(body.toString());
    switch (`${method} ${action}`) {
      case "GET ":
        return success({ uuid: id, name: id, version: "production", num_tables: 1, file_size: database.meta().size_after });
      case "POST query":
        return runQuery(database, json() as { sql: string; params?: (string | number | null)[] });
      case "POST import":
        return this.#import(id, database, json() as ImportRequest);
      case "POST export":
        return this.#export(id, database, json() as { current_bookmark?: string });
      case "GET time_travel/bookmark":
        return bookmark(database, query.get("timestamp"));
      case "POST time_travel/restore":
        return restore(database, query.get("bookmark") ?? "");
      default:
        return failure(405, 10405, `${method} ${path} is not an endpoint of the stand-in`);
    }
  }

  /** The file first, then its statements; whoever polls learns what came of them. */
  #import(id: string, database: PlatformDatabase, { action, etag, filename, current_bookmark: current }: ImportRequest): Given {
    const name = action === "init" ? `${id}.${etag}.sql` : filename;
    if (action === "poll") return this.#polled(database, current);
    const file = this.#files.get(name);
    if (action === "init" && !file)
      return success({ success: true, type: "import", filename: name, upload_url: `${this.#origin}/files/${name}` });
    if (!file || createHash("md5").update(file).digest("hex") !== etag) return failure(400, 7500, "the file does not have this etag");
    const running: Running = { databaseId: id, error: null, statements: 0 };
    const at = randomUUID();
    this.#imports.set(at, running);
    try {
      running.statements = database.import(file.toString());
    } catch (error) {
      running.error = messageOf(error);
    }
    return success({ success: true, type: "import", status: "active", at_bookmark: at, messages: ["Starting import..."] }, 202);
  }

  #polled(database: PlatformDatabase, at: string): Given {
    const running = this.#imports.get(at);
    const error = running ? running.error : "Not currently importing anything.";
    if (error !== null) return success({ success: false, type: "import", status: "error", error, errors: [error], messages: [] });
    const result = { final_bookmark: database.bookmark, num_queries: running?.statements, meta: { ...database.meta(), duration: 1 } };
    return success({ success: true, type: "import", status: "complete", at_bookmark: at, messages: [], result });
  }

  #export(id: string, database: PlatformDatabase, { current_bookmark: current }: { current_bookmark?: string }): Given {
    if (current === undefined) {
      return success(
        { success: true, type: "export", status: "active", at_bookmark: database.bookmark, messages: ["Generating export"] },
        202,
      );
    }
    const filename = `${id}.export.sql`;
    this.#files.set(filename, Buffer.from([...database.export()].join("\n")));
    const result = { filename, signed_url: `${this.#origin}/files/${filename}` };
    return success({ success: true, type: "export", status: "complete", at_bookmark: current, messages: [], result });
  }

  #file(method: string, path: string, body: Buffer): Given {
    const name = path.slice("/files/".length);
    if (method === "PUT") this.#files.set(name, body);
    const file = this.#files.get(name);
    if (!file) return { status: 404, body: "" };
    const etag = createHash("md5").update(file).digest("hex");
    return { status: 200, body: method === "PUT" ? "" : file.toString(), headers: { etag: `"${etag}"` } };
  }
}

function runQuery(database: PlatformDatabase, { sql, params = [] }: { sql: string; params?: (string | number | null)[] }): Given {
  try {
    return success(database.query(sql, params));
  } catch (error) {
    return failure(400, 7500, messageOf(error));
  }
}

function bookmark(database: PlatformDatabase, timestamp: string | null): Given {
  return success({ bookmark: timestamp === null ? database.bookmark : database.bookmarkAt(Date.parse(timestamp)) });
}

function restore(database: PlatformDatabase, wanted: string): Given {
  const previous = database.bookmark;
  if (!database.restore(wanted)) return failure(400, 7500, "no such bookmark");
  return success({ bookmark: wanted, previous_bookmark: previous, message: "restored" });
}

function messageOf(error: unknown): string {
  if (error instanceof SqlRefusal) return error.message;
  throw error;
}
