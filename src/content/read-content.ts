/** What a group declares, in the shape of its file, without calendars and people: docs/interface.md §14. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type Failure, type Result, fail, ok } from "../base/result.ts";
import type { Row } from "../change/rules/table-diff.ts";
import { bindAll } from "../host/database.ts";
import { contentOfRows, hotelOfRows } from "./rows/content-of-rows.ts";
import type { GroupTable } from "./rows/group-tables.ts";
import { ALL_TABLES, HOTEL_TABLES, selectGroup, selectTable } from "./rows/stored-content.ts";
import type { GroupContent, HotelContent } from "./rules/group-schema.ts";

export const NO_HOTEL: Failure = { code: "not_found", detail: "There is no such hotel in this group." };
const NOT_WHOLE_GROUP: Failure = { code: "not_found", detail: "A caller of one hotel sees that hotel's content alone." };

/** The failure of a caller bound to a hotel where a request is the whole group's; null for others. */
export function wholeGroupOnly({ principal }: CallerCtx): { ok: false; failure: Failure } | null {
  return principal.hotelId === null ? null : fail(NOT_WHOLE_GROUP);
}

/** The group with all its hotels, by id. */
export async function readContent(ctx: CallerCtx): Promise<Result<GroupContent>> {
  const refused = wholeGroupOnly(ctx);
  if (refused) return refused;
  const { groupId } = ctx.principal;
  const statements = [selectGroup(groupId), ...ALL_TABLES.map((name) => selectTable(name, groupId))];
  const [groups, ...tables] = await ctx.db.batch<Row>(bindAll(ctx.db, statements));
  const [group] = groups?.results ?? [];
  if (!group) return fail({ code: "not_found", detail: "There is no such group." });
  const rows = Object.fromEntries(ALL_TABLES.map((name, at) => [name, tables[at]?.results ?? []])) as Record<GroupTable, Row[]>;
  return ok(contentOfRows(group, rows));
}

/** One hotel; `not_found` where it is not the caller's. */
export async function readHotel(ctx: CallerCtx, hotelId: string): Promise<Result<HotelContent>> {
  if (!mayTouchHotel(ctx.principal, hotelId)) return fail(NO_HOTEL);
  const rows = await readHotelRows(ctx, hotelId);
  const [row] = rows.hotels;
  return row ? ok(hotelOfRows(row, rows)) : fail(NO_HOTEL);
}

async function readHotelRows(ctx: CallerCtx, hotelId: string): Promise<Record<(typeof HOTEL_TABLES)[number], Row[]>> {
  const { groupId } = ctx.principal;
  const tables = await ctx.db.batch<Row>(bindAll(ctx.db, HOTEL_TABLES.map((name) => selectTable(name, groupId, hotelId)))); // prettier-ignore
  return Object.fromEntries(HOTEL_TABLES.map((name, at) => [name, tables[at]?.results ?? []])) as Awaited<ReturnType<typeof readHotelRows>>;
}
