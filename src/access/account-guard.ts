/**
 * What keeps an account's password from being guessed, without keeping its owner out: docs/interface.md §10.6. Beside the
 * limits of a minute, an account takes ACCOUNT_FAILURES_MAX failed tries in any hour worldwide, which D1 counts; an address that
 * logged in to the account within 30 days is spared both. KV remembers such addresses as keyed hashes: nothing personal.
 */
import { createHmac } from "node:crypto";
import { sha256Hex } from "../base/bytes.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { withinMs } from "../base/within-ms.ts";
import type { Ctx } from "../host/context.ts";
import { KV_WAIT_MS_MAX } from "../host/limits.ts";
import { isWithinLimit } from "./limit-requests.ts";
import { ACCOUNT_FAILURES_MAX, FAILURE_SLICE_MS, FAILURE_SLICES, KNOWN_ADDRESS_SECONDS, RATE_LIMIT_RETRY_SECONDS } from "./limits.ts";
import { LOG_SECRET } from "./memory.ts";
import { countFailure } from "./rows/log-in-failures.ts";

/** An account as typed at a log-in, whether it exists or not. */
export interface Account {
  /** For D1 and the limiters: SHA-256 of its kind and names. */
  sha256: string;
  /** For the log and KV, which hold nothing that a list of e-mail addresses could be tried against. */
  keyedHash: string;
  /** Null where there is no such account. */
  groupId: string | null;
}

/** The slices of the hour that ends now: [first, last]. */
export function failureSlices(nowMs: number): [number, number] {
  const last = Math.floor(nowMs / FAILURE_SLICE_MS);
  return [last - FAILURE_SLICES + 1, last];
}

/** SHA-256 of an account's kind and names. */
export function accountSha256(names: readonly string[]): string {
  return sha256Hex(JSON.stringify(names));
}

/** A hash that only this installation can make. Null until its secret was read. */
export function keyedHash(ctx: Ctx, text: string): string | null {
  const { value } = ctx.memory.of(LOG_SECRET);
  return value === null ? null : createHmac("sha256", value).update(text).digest("hex").slice(0, 32);
}

/** Whether the account may be tried from this address. `failures`: of the last hour, as D1 counted them. */
export async function admitAccount(ctx: Ctx, account: Account, failures: number): Promise<Result<null>> {
  const within = await isWithinLimit(ctx, ctx.loginLimiter, `account:${account.sha256}`);
  if (within && failures < ACCOUNT_FAILURES_MAX) return ok(null);
  if (await isKnownAddress(ctx, account)) return ok(null);
  return fail({ code: "too_many_requests", retryAfterSeconds: RATE_LIMIT_RETRY_SECONDS });
}

/** Counts a failed try, worldwide. */
export function noteFailedTry(ctx: Ctx, account: Account): Promise<void> {
  return countFailure(ctx.db, account.sha256, failureSlices(ctx.now())[1]);
}

/** Remembers that the account was entered from this address, behind the answer. */
export function rememberAddress(ctx: Ctx, account: Account): void {
  const work = async (): Promise<void> => ctx.kv.put(knownKey(ctx, account), "1", { expirationTtl: KNOWN_ADDRESS_SECONDS });
  ctx.background(work().catch((error: unknown) => ctx.log({ event: "kv_put_failed", detail: String(error) })));
}

async function isKnownAddress(ctx: Ctx, account: Account): Promise<boolean> {
  try {
    return (await withinMs(ctx.kv.get(knownKey(ctx, account), { type: "text" }), KV_WAIT_MS_MAX)) !== null;
  } catch (error) {
    ctx.log({ event: "kv_get_failed", detail: String(error) });
    return false;
  }
}

function knownKey(ctx: Ctx, account: Account): string {
  return `known:${keyedHash(ctx, JSON.stringify([account.sha256, ctx.address])) ?? ""}`;
}
