/** The service inside workerd with parts exchanged: a clock that can be set, a KV that fails, a second isolate. */
import { writeAtOnce } from "../../src/host/write-line.ts";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createApp } from "../../src/app.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { EXPORT_SCOPES } from "../../src/access/rules/principal.ts";
import type { Platform } from "../../src/host/context.ts";
import { postByFetch } from "../../src/host/outgoing.ts";
import { createMemory } from "../../src/host/memory.ts";

const app = createApp();

/** The worker's own platform with an empty memory, as a new isolate has it, and `overrides`. */
export function platform(overrides: Partial<Platform> = {}): Platform {
  return {
    db: env.DB,
    shards: null,
    readReplicas: false,
    kv: env.KV,
    cache: caches.default,
    assets: env.ASSETS,
    loginLimiter: env.LOGIN_LIMITER,
    requestLimiter: null,
    requestLog: false,
    writeLine: writeAtOnce,
    soapNamespace: env.SOAP_NAMESPACE,
    demoTokens: true,
    passwordHashes: { atOnce: 1, restMs: 0 },
    memory: createMemory(),
    now: () => Date.now(),
    webhooks: { masterSecret: "a secret for tests that is long enough", targets: "any", post: postByFetch },
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    ending: null,
    ...overrides,
  };
}

/** One request, and all the work it left in the background. A text as its body goes as JSON. `path` may be a whole address of https. */
export async function ask(host: Platform, path: string, init: RequestInit = {}): Promise<Response> {
  const { answer, ended } = begin(host, path, init);
  await answer;
  await ended();
  return answer;
}

/** The same; `ended` waits for the work that the answer left in the background. */
export function begin(host: Platform, path: string, init: RequestInit = {}): { answer: Promise<Response>; ended: () => Promise<void> } {
  const execution = createExecutionContext();
  const request = new Request(path.startsWith("https:") ? path : `http://tabard.test${path}`, init);
  // A text body makes its own type of it where the test names none.
  const typed = new Headers(init.headers).has("Content-Type");
  if (typeof init.body === "string" && !typed) request.headers.set("Content-Type", "application/json");
  const answer = Promise.resolve(app.fetch(request, host, execution));
  return { answer, ended: () => waitOnExecutionContext(execution) };
}

/** Headers of a caller with this token. */
export function bearer(token: string): RequestInit {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/** Groups that have a name and nothing else. */
export async function insertGroups(...groupIds: string[]): Promise<void> {
  for (const groupId of groupIds) {
    await env.DB.batch([
      env.DB.prepare("INSERT INTO sites VALUES (?1, ?1, 'group')").bind(groupId),
      env.DB.prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES (?1, ?1, 'en', 0)").bind(groupId),
    ]);
  }
}

interface TokenFields {
  kind?: "key" | "user" | "operator";
  subject?: string;
  hotelId?: string;
  scopes?: readonly string[];
  expiresMs?: number;
  revokedMs?: number;
}

/** A token straight into D1, as the admin command writes it. */
export async function insertToken(token: string, groupId: string, fields: TokenFields = {}): Promise<void> {
  const {
    kind = "key",
    subject = kind === "key" ? "client-of-" + sha256Hex(token).slice(0, 8) : "someone",
    hotelId = null,
    revokedMs = null,
  } = fields;
  const scopes = fields.scopes ?? (kind === "operator" ? EXPORT_SCOPES : []);
  const expiresMs = fields.expiresMs ?? (kind === "key" ? null : Date.now() + 3_600_000);
  await env.DB.prepare(
    `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, created_ms, expires_ms, revoked_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?9)`,
  )
    .bind(sha256Hex(token), kind, groupId, crypto.randomUUID(), subject, hotelId, JSON.stringify(scopes), expiresMs, revokedMs)
    .run();
}

/** Ends a token in D1 alone, as the admin command does. */
export async function revokeInDatabase(token: string): Promise<void> {
  await env.DB.prepare("UPDATE tokens SET revoked_ms = 1 WHERE token_sha256 = ?1").bind(sha256Hex(token)).run();
}
