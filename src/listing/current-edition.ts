/**
 * Which content a group shows now: docs/interface.md §4.2.4. D1 holds the truth; KV (`edition:<groupId>`) and the
 * isolate's memory hold what D1 said, with the time it was asked, and are believed for EDITION_TRUST_MS.
 * Versions only rise: an isolate that has seen one never goes back to an older one, whoever offers it.
 */
import { findEdition } from "./rows/editions.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { withinMs } from "../base/within-ms.ts";
import { KV_CACHE_SECONDS, KV_WAIT_MS_MAX, OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { EDITION_KV_SECONDS, EDITION_REFRESH_MS, EDITION_TRUST_IN_OUTAGE_MS, EDITION_TRUST_MS, LISTING_D1_WAIT_MS_MAX } from "./limits.ts";
import { shareWork } from "../base/shared-work.ts";
import type { Ctx } from "../host/context.ts";
import { type KnownEdition, LISTINGS } from "./memory.ts";

/** The group's edition, at most EDITION_TRUST_MS old; asked from D1 itself where `now` is true. `overloaded` where nobody knows. */
export async function currentEdition(ctx: Ctx, groupId: string, now: boolean): Promise<Result<KnownEdition>> {
  if (now) return askD1(ctx, groupId);
  const known = ctx.memory.of(LISTINGS).editions.get(groupId);
  if (!known || ageMs(ctx, known) >= EDITION_TRUST_MS) return lookUp(ctx, groupId, EDITION_TRUST_MS);
  if (ageMs(ctx, known) >= EDITION_REFRESH_MS) ctx.background(lookUp(ctx, groupId, EDITION_REFRESH_MS));
  return ok(known);
}

/** Takes note of what D1 or KV said. The newer of it and what was known, which is what holds. */
export function noteEdition(ctx: Ctx, groupId: string, edition: KnownEdition): KnownEdition {
  const known = ctx.memory.of(LISTINGS).editions.get(groupId);
  if (known && known.version > edition.version) return known;
  if (known && known.version === edition.version && ageMs(ctx, known) <= ageMs(ctx, edition)) return known;
  ctx.memory.of(LISTINGS).editions.set(groupId, edition);
  return edition;
}

function lookUp(ctx: Ctx, groupId: string, trustMs: number): Promise<Result<KnownEdition>> {
  return shareWork(ctx.memory.of(LISTINGS).editionsUnderWay, groupId, LISTING_D1_WAIT_MS_MAX, async () => {
    const copy = await readKv(ctx, groupId);
    const noted = copy && noteEdition(ctx, groupId, copy);
    if (noted && ageMs(ctx, noted) < trustMs) return ok(noted);
    const told = await askD1(ctx, groupId);
    const known = ctx.memory.of(LISTINGS).editions.get(groupId);
    return !told.ok && known && ageMs(ctx, known) < EDITION_TRUST_IN_OUTAGE_MS ? ok(known) : told;
  });
}

async function askD1(ctx: Ctx, groupId: string): Promise<Result<KnownEdition>> {
  const readAtMs = ctx.now();
  const before = ctx.memory.of(LISTINGS).editions.get(groupId);
  try {
    const found = await withinMs(findEdition(ctx.db, groupId, before), LISTING_D1_WAIT_MS_MAX);
    // The gate let the caller in: the group was removed a moment ago.
    if (!found) return fail({ code: "unauthorized", reason: "invalid_token" });
    const edition = noteEdition(ctx, groupId, { ...found, readAtMs });
    // KV takes one write a second and key: those who ask D1 without need write nothing.
    const news = !before || before.version < edition.version || ageMs(ctx, before) >= EDITION_REFRESH_MS;
    if (news) ctx.background(writeKv(ctx, groupId, edition));
    return ok(edition);
  } catch (error) {
    ctx.log({ event: "edition_read_failed", detail: String(error) });
    return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
  }
}

async function readKv(ctx: Ctx, groupId: string): Promise<KnownEdition | null> {
  try {
    const text = await withinMs(ctx.kv.get(kvKey(groupId), { type: "text", cacheTtl: KV_CACHE_SECONDS }), KV_WAIT_MS_MAX);
    return text === null ? null : readCopy(text);
  } catch (error) {
    ctx.log({ event: "kv_get_failed", detail: String(error) });
    return null;
  }
}

/** What an older version of this code wrote lacks a field and is not believed. */
function readCopy(text: string): KnownEdition | null {
  const copy = JSON.parse(text) as Partial<KnownEdition>;
  return copy.brand === undefined ? null : (copy as KnownEdition);
}

async function writeKv(ctx: Ctx, groupId: string, edition: KnownEdition): Promise<void> {
  try {
    await ctx.kv.put(kvKey(groupId), JSON.stringify(edition), { expirationTtl: EDITION_KV_SECONDS });
  } catch (error) {
    ctx.log({ event: "kv_put_failed", detail: String(error) });
  }
}

/** How far D1's word lies from now. A clock that went back makes it older, not younger. */
function ageMs(ctx: Ctx, edition: KnownEdition): number {
  return Math.abs(ctx.now() - edition.readAtMs);
}

function kvKey(groupId: string): string {
  return `edition:${groupId}`;
}
