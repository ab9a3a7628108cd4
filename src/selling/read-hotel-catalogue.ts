/** A hotel's rooms, rates and extras as they are sold now. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { currentCalendar } from "./current-calendar.ts";
import type { Hotel } from "./rules/catalogue.ts";

/** `not_found` for a hotel that the caller's group does not have. */
export async function readHotelCatalogue(ctx: CallerCtx, hotelId: string): Promise<Result<Hotel>> {
  const calendar = await currentCalendar(ctx, ctx.principal.groupId, []);
  if (!calendar.ok) return calendar;
  const hotel = calendar.value.catalogue.hotels.get(hotelId);
  return hotel ? ok(hotel) : fail({ code: "not_found", detail: "There is no such hotel in this group." });
}
