/**
 * A group's calendar of one calendar_version: from the isolate's memory where it is there, else read from D1 and
 * compiled. Rows and version are read in one batch, and batches of different versions are never put together.
 */
import { type CalendarMonthRow, type CalendarVersionRow, monthsStatement, versionStatement } from "./rows/calendar.ts";
import { CATALOGUE_STATEMENTS, catalogueStatements, readCatalogue } from "./rows/catalogue.ts";
import { monthOfDay } from "../base/calendar-date.ts";
import type { Catalogue } from "./rules/catalogue.ts";
import { type CompiledMonth, compileMonth } from "./rules/compiled-month.ts";
import type { HotelMonth } from "./rules/hotel-month.ts";
import type { GroupCalendar } from "./rules/stay.ts";
import { CALENDAR_LOADS_MAX, CALENDAR_LOAD_MONTHS, CALENDAR_LOAD_WAIT_MS } from "./limits.ts";
import { type GroupMonth, rememberCatalogue, rememberMonth, rememberedCatalogue, rememberedMonth } from "./calendar-memory.ts";
import type { Ctx } from "../host/context.ts";
import { SELLING } from "./memory.ts";

export type { GroupCalendar } from "./rules/stay.ts";

interface Months {
  first: number;
  last: number;
}

/** What a load has gathered so far, all of one version. */
interface Gathered {
  version: number;
  catalogue: Catalogue;
  months: Map<number, GroupMonth>;
}

/**
 * The calendar that covers days fromDay..toDay, both included (toDay: a departure date), and all the catalogue.
 * `notVersion`: a version known to be stale; memory that holds just that one is not used.
 * Throws where the group does not exist, and as D1 does.
 */
export async function loadCalendar(
  ctx: Ctx,
  groupId: string,
  fromDay: number,
  toDay: number,
  options: { notVersion?: number } = {},
): Promise<GroupCalendar> {
  const range = { first: monthOfDay(fromDay), last: monthOfDay(toDay) };
  const { loading } = ctx.memory.of(SELLING).calendars;
  for (;;) {
    const known = fromMemory(ctx, groupId, range, options.notVersion);
    if (known) return known;
    const other = loading.get(groupId);
    if (!other) break;
    // The other request may have been cancelled together with its load: never wait for it alone.
    if (!(await settled(other, CALENDAR_LOAD_WAIT_MS)) && loading.get(groupId) === other) loading.delete(groupId);
  }
  const load = gather(ctx, groupId, range, options.notVersion);
  loading.set(groupId, load);
  const ended = load.then(noop, noop).finally(() => {
    if (loading.get(groupId) === load) loading.delete(groupId);
  });
  // Others wait for this load: it goes on even if this client hangs up.
  ctx.background(ended);
  return load;
}

function fromMemory(ctx: Ctx, groupId: string, range: Months, notVersion: number | undefined): GroupCalendar | null {
  const memory = ctx.memory.of(SELLING).calendars;
  const known = rememberedCatalogue(memory, groupId);
  if (!known || known.version === notVersion) return null;
  const months = new Map<number, GroupMonth>();
  const kept = clip(range, known.catalogue);
  for (let month = kept.first; month <= kept.last; month += 1) {
    const hotels = rememberedMonth(memory, groupId, month, known.version);
    if (!hotels) return null;
    months.set(month, hotels);
  }
  return { version: known.version, catalogue: known.catalogue, months };
}

/** The part of a range that the calendar reaches; beyond it there is nothing to load. */
function clip(range: Months, catalogue: Catalogue): Months {
  const kept = catalogue.monthsKept ?? { first: 0, last: -1 };
  return { first: Math.max(range.first, kept.first), last: Math.min(range.last, kept.last) };
}

async function gather(ctx: Ctx, groupId: string, range: Months, notVersion: number | undefined): Promise<GroupCalendar> {
  const known = rememberedCatalogue(ctx.memory.of(SELLING).calendars, groupId);
  let gathered = known && known.version !== notVersion ? gatheredFromMemory(ctx, groupId, range, known) : null;
  for (let loads = 0; loads < CALENDAR_LOADS_MAX; loads += 1) {
    gathered ??= await loadFirst(ctx, groupId, range);
    const missing = firstMissing(gathered, clip(range, gathered.catalogue));
    if (!missing) return gathered;
    gathered = await loadMore(ctx, groupId, gathered, missing);
  }
  // The word makes it a 503 (isTransient): another try may well succeed.
  throw new Error(`calendar of ${groupId} overloaded: its version changed with every read`);
}

function gatheredFromMemory(ctx: Ctx, groupId: string, range: Months, known: { version: number; catalogue: Catalogue }): Gathered {
  const gathered: Gathered = { version: known.version, catalogue: known.catalogue, months: new Map() };
  const kept = clip(range, known.catalogue);
  for (let month = kept.first; month <= kept.last; month += 1) {
    const hotels = rememberedMonth(ctx.memory.of(SELLING).calendars, groupId, month, known.version);
    if (hotels) gathered.months.set(month, hotels);
  }
  return gathered;
}

/** The next months to load, at most CALENDAR_LOAD_MONTHS, or null where none is missing. */
function firstMissing(gathered: Gathered, range: Months): Months | null {
  for (let first = range.first; first <= range.last; first += 1) {
    if (gathered.months.has(first)) continue;
    let last = first;
    while (last < range.last && last - first + 1 < CALENDAR_LOAD_MONTHS && !gathered.months.has(last + 1)) last += 1;
    return { first, last };
  }
  return null;
}

/** Catalogue and first months in one batch. */
async function loadFirst(ctx: Ctx, groupId: string, range: Months): Promise<Gathered> {
  const some = { first: range.first, last: Math.min(range.last, range.first + CALENDAR_LOAD_MONTHS - 1) };
  const statements = [...catalogueStatements(ctx.db, groupId), monthsStatement(ctx.db, groupId, some.first, some.last)];
  const results = await ctx.db.batch(statements);
  const read = readCatalogue(results);
  if (!read) throw new Error(`no group ${groupId}`);
  const gathered: Gathered = { ...read, months: new Map() };
  rememberCatalogue(ctx.memory.of(SELLING).calendars, groupId, read.version, read.catalogue);
  addMonths(ctx, groupId, gathered, clip(some, read.catalogue), results[CATALOGUE_STATEMENTS]?.results as CalendarMonthRow[]);
  return gathered;
}

/** More months of the same version; null where the version has changed meanwhile, so that all is read anew. */
async function loadMore(ctx: Ctx, groupId: string, gathered: Gathered, missing: Months): Promise<Gathered | null> {
  const [versions, months] = await ctx.db.batch([
    versionStatement(ctx.db, groupId),
    monthsStatement(ctx.db, groupId, missing.first, missing.last),
  ]);
  const [row] = (versions?.results ?? []) as CalendarVersionRow[];
  if (row?.calendar_version !== gathered.version) return null;
  addMonths(ctx, groupId, gathered, missing, (months?.results ?? []) as CalendarMonthRow[]);
  return gathered;
}

/** Compiles every month of the range, the empty ones too. */
function addMonths(ctx: Ctx, groupId: string, gathered: Gathered, range: Months, rows: readonly CalendarMonthRow[]): void {
  const { catalogue, months, version } = gathered;
  const fresh = new Map<number, (CompiledMonth | undefined)[]>();
  for (let month = range.first; month <= range.last; month += 1) {
    fresh.set(month, Array.from<CompiledMonth | undefined>({ length: catalogue.hotels.size }));
  }
  for (const row of rows) {
    const hotel = catalogue.hotels.get(row.hotel_id);
    const hotels = fresh.get(row.month);
    if (hotel && hotels) hotels[hotel.index] = compileMonth(hotel, row.month, JSON.parse(row.packed) as HotelMonth);
  }
  for (const [month, hotels] of fresh) {
    months.set(month, hotels);
    rememberMonth(ctx.memory.of(SELLING).calendars, groupId, month, version, hotels);
  }
}

/** Whether work ends, in any way, within the time. */
async function settled(work: Promise<unknown>, waitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([ended, late]);
  } finally {
    clearTimeout(timer);
  }
}

function noop(): void {
  // The one who loads gets the error; those who wait look again.
}
