/**
 * What every service function gets as its first argument: the host's parts, the clock, randomness and the caller.
 * The interfaces are as small as their use; a Worker's bindings satisfy them as they are.
 */
import type { WriteLine } from "./write-line.ts";
import type { Database } from "./database.ts";
import type { Memory } from "./memory.ts";
import type { PostOut } from "./outgoing.ts";

/** Workers KV. */
export interface KeyValueStore {
  get(key: string, options: { type: "text"; cacheTtl?: number }): Promise<string | null>;
  put(key: string, value: string, options?: { expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The Cache API. Keys are URLs that no client can request. */
export interface SharedCache {
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

/** The rate limiting binding. */
export interface RateLimiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/** The files of the folder assets, by URL path. */
export interface AssetFiles {
  fetch(url: string): Promise<Response>;
}

/** What webhooks need of the host. */
export interface WebhookPlatform {
  /** What their secrets are derived from: the variable WEBHOOK_SECRET. Null: there is none, and no endpoint can be made. */
  masterSecret: string | null;
  /** The variable WEBHOOK_TARGETS: where they may be sent. */
  targets: "public" | "any";
  post: PostOut;
}

/** What a host provides, once per isolate or process. */
export interface Platform {
  /** The first database, or, in the context of a request whose group is known, the group's own. */
  db: Database;
  /** All databases, by number, the first with them (docs/growing.md); null: there is one. */
  shards: readonly Database[] | null;
  /** Whether reads that may be late go to D1's replicas (READ_REPLICAS). */
  readReplicas: boolean;
  kv: KeyValueStore;
  cache: SharedCache;
  assets: AssetFiles;
  loginLimiter: RateLimiter;
  /** Null while RATE_LIMITS is off. */
  requestLimiter: RateLimiter | null;
  /** Whether every request writes a line to the log (REQUEST_LOG). Errors always do. */
  requestLog: boolean;
  writeLine: WriteLine;
  soapNamespace: string;
  /** Whether the short tokens of the demo data are taken (DEMO_TOKENS). */
  demoTokens: boolean;
  /** How many passwords are hashed at once, and the least rest behind each: a hash takes the thread of a Worker, but not of Node. */
  passwordHashes: { atOnce: number; restMs: number };
  webhooks: WebhookPlatform;
  memory: Memory;
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number;
  randomBytes(size: number): Uint8Array;
  /** Aborted when the host is about to end: who waits for news stops. Null: requests end by themselves. */
  ending: AbortSignal | null;
}

/** A line of the log. Never holds tokens, passwords or personal data. */
export interface LogEntry {
  event: string;
  [key: string]: string | number | boolean | null;
}

/** What a request's log line will say of it, filled in on the way. Nothing a client chose freely, nothing personal. */
export interface RequestTrace {
  /** The route's pattern; null where no route matched. */
  route: string | null;
  /** The caller's own group and kind, once a token has proved them. */
  groupId: string | null;
  principalKind: string | null;
  /** A key's client, or the keyed hash of an account. */
  caller: string | null;
  /** Why the request was refused: why its caller was, or the code of the problem it was answered; null where it was not. */
  refusal: string | null;
  /** Rows D1 read before the answer began. */
  rowsRead: number;
}

/** One request's context. */
export interface Ctx extends Platform {
  /** The group whose database `db` is, where there are several; null before it is known. */
  databaseOf: string | null;
  requestId: string;
  /** The client's address, an IPv6 one as its /64: for limits. Personal: never logged, nor kept but in memory. */
  address: string;
  trace: RequestTrace;
  /** Lets work finish after the answer. */
  background(work: Promise<unknown>): void;
  log(entry: LogEntry): void;
}
