/**
 * The hotels of a group: docs/interface.md §4.2. Bytes and ETag of (group, version, language) never
 * change, so they are rendered once and kept in the isolate's memory, then in the shared cache; D1 is behind both.
 * Callers come here through the gate: no copy is ever reached without a live token of its group.
 */
import { type ListedHotelRow, readHotels } from "./rows/editions.ts";
import { lookUpLanguage, preferLanguages } from "./rules/language.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { base64Url, sha256 } from "../base/bytes.ts";
import { withinMs } from "../base/within-ms.ts";
import { CACHE_WAIT_MS_MAX, OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { LISTING_CACHE_SECONDS, LISTING_D1_WAIT_MS_MAX } from "./limits.ts";
import { shareWork } from "../base/shared-work.ts";
import type { CallerCtx } from "../access/caller.ts";
import type { Ctx } from "../host/context.ts";
import { currentEdition, noteEdition } from "./current-edition.ts";
import { type KnownEdition, LISTINGS, type Listing } from "./memory.ts";

export type ListedHotel = ListedHotelRow;
export type { Listing };

/** What a transport makes of a group's hotels. The same rows give the same bytes, or `name` changes. */
export interface ListingForm {
  /** Part of every key the bytes are remembered under. */
  name: string;
  write(hotels: readonly ListedHotelRow[]): Uint8Array;
}

export interface ListingRequest {
  language: string | undefined;
  /** What D1 holds at this moment, instead of the last 30 s. */
  now: boolean;
  form: ListingForm;
}

/** 128 bits of SHA-256. */
const ETAG_HASH_BYTES = 16;

/** Begins to look up which content a group shows now, for the listing that follows. */
export function prepareListing(ctx: Ctx, groupId: string): void {
  ctx.background(currentEdition(ctx, groupId, false));
}

/** `overloaded` where D1 is needed and does not answer. */
export async function listHotels(ctx: CallerCtx, input: ListingRequest): Promise<Result<Listing>> {
  const { groupId } = ctx.principal;
  const current = await currentEdition(ctx, groupId, input.now);
  if (!current.ok) return current;
  const listing = await listEdition(ctx, groupId, current.value, input);
  // Only a change between the two reads needs the second try.
  const newest = ctx.memory.of(LISTINGS).editions.get(groupId) ?? current.value;
  return listing ?? (await listEdition(ctx, groupId, newest, input)) ?? overloaded();
}

/** The listing of one edition, or null where D1 has moved on to another. */
async function listEdition(ctx: Ctx, groupId: string, edition: KnownEdition, request: ListingRequest): Promise<Result<Listing> | null> {
  const language = lookUpLanguage(request.language, edition.languages, edition.defaultLanguage);
  const key = listingKey(groupId, edition, language, request.form);
  const known = ctx.memory.of(LISTINGS).listings.get(key);
  if (known) return ok(known);
  return shareWork(ctx.memory.of(LISTINGS).listingsUnderWay, key, LISTING_D1_WAIT_MS_MAX, async () => {
    const work = obtain(ctx, groupId, edition, language, { key, form: request.form });
    // Others may be waiting for it, whether or not this client stays.
    ctx.background(work);
    return work;
  });
}

async function obtain(
  ctx: Ctx,
  groupId: string,
  edition: KnownEdition,
  language: string,
  { key, form }: { key: string; form: ListingForm },
): Promise<Result<Listing> | null> {
  const of = { language, lastModified: new Date(edition.changedMs).toUTCString() };
  const copy = await readCache(ctx, key);
  if (copy) {
    const listing = { ...copy, ...of };
    ctx.memory.of(LISTINGS).listings.set(key, listing);
    return ok(listing);
  }
  const rows = await readRows(ctx, groupId, edition, language);
  if (!rows?.ok) return rows;
  const bytes = form.write(rows.value);
  const listing = { bytes, etag: etagOf(bytes), ...of };
  ctx.memory.of(LISTINGS).listings.set(key, listing);
  ctx.background(writeCache(ctx, key, listing));
  return ok(listing);
}

async function readRows(ctx: Ctx, groupId: string, edition: KnownEdition, language: string): Promise<Result<ListedHotelRow[]> | null> {
  const readAtMs = ctx.now();
  const preferred = preferLanguages(language, edition.languages, edition.defaultLanguage);
  try {
    const read = await withinMs(readHotels(ctx.db, groupId, preferred, edition), LISTING_D1_WAIT_MS_MAX);
    if (!read) return fail({ code: "unauthorized", reason: "invalid_token" });
    noteEdition(ctx, groupId, { ...read.edition, readAtMs });
    return read.edition.version === edition.version ? ok(read.hotels) : null;
  } catch (error) {
    ctx.log({ event: "listing_read_failed", detail: String(error) });
    return overloaded();
  }
}

async function readCache(ctx: Ctx, key: string): Promise<{ bytes: Uint8Array; etag: string } | null> {
  try {
    return await withinMs(matchCache(ctx, key), CACHE_WAIT_MS_MAX);
  } catch (error) {
    ctx.log({ event: "cache_match_failed", detail: String(error) });
    return null;
  }
}

async function matchCache(ctx: Ctx, key: string): Promise<{ bytes: Uint8Array; etag: string } | null> {
  const copy = await ctx.cache.match(key);
  if (!copy) return null;
  const bytes = new Uint8Array(await copy.arrayBuffer());
  const etag = etagOf(bytes);
  // A copy that was cut short on its way does not count.
  return etag === copy.headers.get("ETag") ? { bytes, etag } : null;
}

async function writeCache(ctx: Ctx, key: string, { bytes, etag }: Listing): Promise<void> {
  try {
    const headers = { "Content-Type": "application/json", "Cache-Control": `public, max-age=${LISTING_CACHE_SECONDS}`, ETag: etag };
    await ctx.cache.put(key, new Response(bytes, { headers }));
  } catch (error) {
    ctx.log({ event: "cache_put_failed", detail: String(error) });
  }
}

/** A URL no client can ask for (RFC 2606 reserves `.invalid`): the cache's entries are reached from here only. */
function listingKey(groupId: string, edition: KnownEdition, language: string, form: ListingForm): string {
  const version = `${edition.version}-${edition.changedMs}`;
  return `https://tabard.invalid/listing/${form.name}/${encodeURIComponent(groupId)}/${version}/${encodeURIComponent(language)}`;
}

function etagOf(bytes: Uint8Array): string {
  return `W/"${base64Url(sha256(bytes).subarray(0, ETAG_HASH_BYTES))}"`;
}

function overloaded() {
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}
