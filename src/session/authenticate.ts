/**
 * From a token to its principal: contract §3. D1 holds the truth; KV (`session:<sha256>`) and the isolate's memory hold
 * what D1 said, with the time it said so, and are believed for TOKEN_TRUST_MS. A miss always asks D1, so a fresh session
 * is never locked out.
 */
import type { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { findToken, type TokenRow } from "../db/tokens.ts";
import { sha256Hex } from "../platform/bytes.ts";
import { withDeadline } from "../platform/deadline.ts";
import { KV_TIMEOUT_MS, TOKEN_CHARS_MAX, TOKEN_TRUST_MS } from "../platform/limits.ts";
import type { Principal, Scope } from "./principal.ts";

/** A token D1 knew at `checkedMs`. */
export interface KnownToken {
  principal: Principal;
  /** Null: does not expire. */
  expiresMs: number | null;
  checkedMs: number;
}

interface TokenStores {
  db: Database;
  kv: {
    get(key: string, options: { type: "text"; cacheTtl?: number }): Promise<string | null>;
    put(key: string, value: string, options?: { expirationTtl?: number }): Promise<void>;
    delete(key: string): Promise<void>;
  };
  memory: { tokens: LRUCache<string, KnownToken> };
  now(): number;
  background(work: Promise<unknown>): void;
  log(entry: { event: string; [key: string]: string | number | boolean | null }): void;
}

/** The principal of a token, or null where it is unknown, expired or revoked. */
export async function authenticate(stores: TokenStores, token: string): Promise<Principal | null> {
  if (token === "" || token.length > TOKEN_CHARS_MAX) return null;
  const hash = sha256Hex(token);
  const known = fresh(stores, stores.memory.tokens.get(hash)) ?? fresh(stores, await readKv(stores, hash)) ?? (await askD1(stores, hash));
  if (!known) return null;
  stores.memory.tokens.set(hash, known);
  return known.expiresMs !== null && known.expiresMs <= stores.now() ? null : known.principal;
}

/** Puts a token where look-ups find it first. */
export function remember(stores: TokenStores, known: KnownToken): void {
  stores.memory.tokens.set(known.principal.tokenSha256, known);
  stores.background(writeKv(stores, known));
}

/** Takes a token out of this isolate and KV. D1 must have been told before. */
export async function forget(stores: TokenStores, tokenSha256: string): Promise<void> {
  stores.memory.tokens.delete(tokenSha256);
  await stores.kv.delete(kvKey(tokenSha256)).catch((error: unknown) => stores.log({ event: "kv_delete_failed", detail: String(error) }));
}

/** The principal a row of D1 stands for, or null where the token is revoked or expired. */
export function principalOf(row: TokenRow, nowMs: number): Principal | null {
  if (row.revoked_ms !== null || (row.expires_ms !== null && row.expires_ms <= nowMs)) return null;
  const bearer = { groupId: row.group_id, tokenSha256: row.token_sha256 };
  const scopes = JSON.parse(row.scopes) as Scope[];
  switch (row.kind) {
    case "key":
      return { ...bearer, kind: "key", callerId: `key:${row.token_id}`, scopes };
    case "user":
      return { ...bearer, kind: "user", callerId: `user:${row.subject}`, scopes, email: row.subject };
    case "operator":
      return {
        ...bearer,
        kind: "operator",
        callerId: `operator:${row.subject}`,
        hotelId: row.site_id === row.group_id ? null : row.site_id,
      };
  }
}

function fresh(stores: TokenStores, known: KnownToken | null | undefined): KnownToken | null {
  return known && stores.now() - known.checkedMs < TOKEN_TRUST_MS ? known : null;
}

async function readKv(stores: TokenStores, hash: string): Promise<KnownToken | null> {
  try {
    const text = await withDeadline(stores.kv.get(kvKey(hash), { type: "text", cacheTtl: 30 }), KV_TIMEOUT_MS, "KV");
    return text === null ? null : (JSON.parse(text) as KnownToken);
  } catch (error) {
    stores.log({ event: "kv_get_failed", detail: String(error) });
    return null;
  }
}

async function writeKv(stores: TokenStores, known: KnownToken): Promise<void> {
  try {
    // KV keeps nothing shorter than 60 s; the value carries its own age.
    await stores.kv.put(kvKey(known.principal.tokenSha256), JSON.stringify(known), { expirationTtl: 60 });
  } catch (error) {
    stores.log({ event: "kv_put_failed", detail: String(error) });
  }
}

async function askD1(stores: TokenStores, hash: string): Promise<KnownToken | null> {
  const checkedMs = stores.now();
  const row = await findToken(stores.db, hash);
  const principal = row && principalOf(row, checkedMs);
  if (!row || !principal) return null;
  const known = { principal, expiresMs: row.expires_ms, checkedMs };
  remember(stores, known);
  return known;
}

function kvKey(tokenSha256: string): string {
  return `session:${tokenSha256}`;
}
