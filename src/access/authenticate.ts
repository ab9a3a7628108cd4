/**
 * From a token to its principal: docs/interface.md §3. D1 holds the truth; KV (`session:<sha256>`) and the isolate's memory hold
 * what D1 said, with the time it said so, and are believed for TOKEN_TRUST_MS from then on, however old KV's own copy is.
 * Only what D1 knew is kept: a miss anywhere asks D1, so a fresh session is never locked out. KV failing, hanging or
 * holding nonsense costs a read of D1 and nothing else. Trust in a token that is in use is renewed behind an answer before it
 * ends, so that its requests never wait for D1.
 */
import { useGroupOfToken } from "./find-group.ts";
import type { Ctx } from "../host/context.ts";
import type { GroupCtx } from "../host/group-database.ts";
import { findToken, markUsed, revokeToken, type TokenRow } from "./rows/tokens.ts";
import { sha256Hex } from "../base/bytes.ts";
import { CLOCK_SKEW_MS_MAX, TOKEN_CHARS_MAX, TOKEN_RENEWAL_MS_MAX, TOKEN_RENEW_MS, TOKEN_TRUST_MS } from "./limits.ts";
import { KV_CACHE_SECONDS, KV_WAIT_MS_MAX } from "../host/limits.ts";
import { withinMs } from "../base/within-ms.ts";
import { type Principal, type Scope, callerIdOf } from "./rules/principal.ts";
import { canBeToken } from "./rules/token.ts";
import { type KnownToken, TOKENS } from "./memory.ts";

const DAY_MS = 86_400_000;

type TokenStores = GroupCtx & Pick<Ctx, "kv" | "demoTokens" | "now" | "background" | "log">;

/**
 * The principal of a token, or null where it is unknown, expired or revoked. `beside` is called where the isolate does not know
 * the token: what it begins to read runs while the token is looked up.
 */
export async function authenticate(stores: TokenStores, token: string, beside?: (tokenSha256: string) => void): Promise<Principal | null> {
  if (token.length > TOKEN_CHARS_MAX) return null;
  const tokens = stores.memory.of(TOKENS);
  // Hashing is most of what a known token costs. Only tokens that proved good are remembered: noise must not displace them.
  const remembered = tokens.hashes.get(token);
  if (remembered === undefined && !canBeToken(token, stores.demoTokens)) return null;
  const hash = remembered ?? sha256Hex(token);
  const here = fresh(stores, tokens.known.get(hash));
  if (!here) beside?.(hash);
  const known = here ?? fresh(stores, await readKv(stores, hash)) ?? (await askD1(stores, token, hash));
  if (!known) return null;
  tokens.known.set(hash, known);
  tokens.hashes.set(token, hash);
  if (stores.now() - known.checkedMs >= TOKEN_RENEW_MS) renew(stores, token, hash);
  return known.principal;
}

/** Asks D1 anew behind the answer, once at a time. A token that is not live any more is forgotten at once. */
function renew(stores: TokenStores, token: string, hash: string): void {
  const { renewals } = stores.memory.of(TOKENS);
  const nowMs = stores.now();
  if (nowMs - (renewals.get(hash) ?? Number.NEGATIVE_INFINITY) < TOKEN_RENEWAL_MS_MAX) return;
  renewals.set(hash, nowMs);
  const work = async (): Promise<void> => {
    if (!(await askD1(stores, token, hash))) await forget(stores, hash);
    renewals.delete(hash);
  };
  stores.background(work().catch((error: unknown) => stores.log({ event: "token_renewal_failed", detail: String(error) })));
}

/** Puts a token where look-ups find it first. */
export function remember(stores: TokenStores, known: KnownToken): void {
  stores.memory.of(TOKENS).known.set(known.principal.tokenSha256, known);
  // KV keeps nothing shorter than 60 s; the value carries its own age.
  const key = kvKey(known.principal.tokenSha256);
  stores.background(attempt(stores, "kv_put_failed", () => stores.kv.put(key, JSON.stringify(known), { expirationTtl: 60 })));
}

/** Takes a token out of this isolate and KV. D1 must have been told before. */
export async function forget(stores: TokenStores, tokenSha256: string): Promise<void> {
  stores.memory.of(TOKENS).known.delete(tokenSha256);
  await attempt(stores, "kv_delete_failed", () => stores.kv.delete(kvKey(tokenSha256)));
}

/**
 * The principal of a token's row, or null where there is no row or it is not live. A session that is seen past its end is ended for
 * good, once and behind the answer: a clock that is set back must not revive it.
 */
export function admitRow(stores: TokenStores, row: TokenRow | null): Principal | null {
  if (!row) return null;
  const nowMs = stores.now();
  const principal = principalOf(row, nowMs);
  if (!principal && row.revoked_ms === null) {
    const ended = revokeToken(stores.db, row.group_id, row.token_sha256, nowMs).then(() => forget(stores, row.token_sha256));
    stores.background(ended.catch((error: unknown) => stores.log({ event: "session_end_failed", detail: String(error) })));
  }
  return principal;
}

/** The principal a row of D1 stands for, or null where the token is revoked or expired. */
export function principalOf(row: TokenRow, nowMs: number): Principal | null {
  if (row.kind === "guest" || row.revoked_ms !== null || (row.expires_ms !== null && row.expires_ms <= nowMs)) return null;
  return {
    kind: row.kind,
    groupId: row.group_id,
    hotelId: row.hotel_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    subject: row.subject,
    callerId: callerIdOf({ kind: row.kind, groupId: row.group_id, hotelId: row.hotel_id, subject: row.subject }),
    logName: row.kind === "key" ? row.subject : row.label,
    tokenSha256: row.token_sha256,
  };
}

function fresh(stores: TokenStores, known: KnownToken | null | undefined): KnownToken | null {
  if (!known) return null;
  const nowMs = stores.now();
  // D1 is asked once more, so that it can note the end: admitRow.
  if (known.expiresMs !== null && known.expiresMs <= nowMs) return null;
  const ageMs = nowMs - known.checkedMs;
  return ageMs < TOKEN_TRUST_MS && ageMs >= -CLOCK_SKEW_MS_MAX ? known : null;
}

async function readKv(stores: TokenStores, hash: string): Promise<KnownToken | null> {
  return attempt(stores, "kv_get_failed", async () => {
    const text = await stores.kv.get(kvKey(hash), { type: "text", cacheTtl: KV_CACHE_SECONDS });
    return text === null ? null : readKnownToken(text, hash);
  });
}

/** What another version of this code wrote, or anyone else, is not believed. Nor logged: it may name a person. */
function readKnownToken(text: string, hash: string): KnownToken | null {
  try {
    const known = JSON.parse(text) as KnownToken;
    return known.principal.tokenSha256 === hash ? known : null;
  } catch {
    return null;
  }
}

/** Work on KV: null where it fails or takes too long. */
async function attempt<T>(stores: TokenStores, failedEvent: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await withinMs(work(), KV_WAIT_MS_MAX);
  } catch (error) {
    stores.log({ event: failedEvent, detail: String(error) });
    return null;
  }
}

async function askD1(stores: TokenStores, token: string, hash: string): Promise<KnownToken | null> {
  await useGroupOfToken(stores, token);
  const checkedMs = stores.now();
  const row = await findToken(stores.db, hash);
  const principal = admitRow(stores, row);
  if (!row || !principal) return null;
  const known = { principal, expiresMs: row.expires_ms, checkedMs };
  remember(stores, known);
  if (row.kind === "key") noteUse(stores, row, checkedMs);
  return known;
}

/** The day a key was last seen, written once a day behind the answer. */
function noteUse(stores: TokenStores, row: TokenRow, nowMs: number): void {
  const day = Math.floor(nowMs / DAY_MS);
  if ((row.last_used_day ?? 0) >= day) return;
  const noted = markUsed(stores.db, row.token_sha256, day);
  stores.background(noted.catch((error: unknown) => stores.log({ event: "key_use_not_noted", detail: String(error) })));
}

function kvKey(tokenSha256: string): string {
  return `session:${tokenSha256}`;
}
