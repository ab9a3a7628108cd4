/** A hotel becomes what a request says, its calendar apart: docs/interface.md §14. The rules are those of the import, by the same code. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { todayIn } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Problem } from "../base/validation.ts";
import { collect } from "../selling/rules/check-calendar.ts";
import { refusalOf } from "../selling/rules/calendar-answers.ts";
import { type CalendarPlan, planCalendar } from "../selling/rules/plan-calendar.ts";
import { readWholeCalendar } from "../selling/whole-calendar.ts";
import { attempt, commitContent, invalidContent, otherName } from "./change-content.ts";
import { claimName } from "./claim-name.ts";
import { NO_HOTEL } from "./read-content.ts";
import { hotelOfRows } from "./rows/content-of-rows.ts";
import { hotelRows } from "./rows/group-tables.ts";
import { type PricedHotel, checkHotel, checkPromotion } from "./rules/check-group.ts";
import type { HotelContent } from "./rules/group-schema.ts";
import { type StoredHotel, readStoredHotel } from "./stored-hotel.ts";

export interface PutHotel {
  hotel: HotelContent;
  isNew: boolean;
}

/** Failures: `not_found`, `invalid_content`, `units_sold`, `currency_in_use`, and `overloaded` where every attempt met another change. */
export function putHotel(ctx: CallerCtx, hotelId: string, hotel: HotelContent): Promise<Result<PutHotel>> {
  let wasNew = false;
  return attempt(async () => {
    // A caller of one hotel changes it, and makes no other.
    if (!mayTouchHotel(ctx.principal, hotelId)) return fail(NO_HOTEL);
    const stored = await readStoredHotel(ctx, hotelId);
    const problems = problemsOf(ctx, hotelId, hotel, stored);
    if (problems.length > 0) return fail(invalidContent(problems));
    if (!stored.site && !(await claimName(ctx, hotelId))) return fail(invalidContent([NAME_TAKEN]));
    const plan = await calendarPlan(ctx, hotel, stored);
    const refused = plan && refusalOf(plan);
    if (refused) return fail(refused);
    wasNew ||= stored.rows.hotels.length === 0;
    const wanted = hotelRows(ctx.principal.groupId, hotel);
    const committed = await commitContent(ctx, {
      current: stored.rows,
      wanted,
      newSites: stored.site ? [] : [hotelId],
      kept: plan ? [{ hotelId, plan }] : [],
      versions: new Map([[hotelId, stored.version]]),
    });
    if (committed === "again") return null;
    if (committed === "currency_in_use") return fail({ code: "currency_in_use", hotelId });
    if (committed === "periods_in_use") return fail(invalidContent([PERIODS_IN_USE]));
    const [row] = wanted.hotels;
    return row ? ok({ hotel: hotelOfRows(row, wanted), isNew: wasNew }) : null;
  });
}

const NAME_TAKEN: Problem = { path: ["id"], code: "name_taken", detail: "The name belongs to another group, or to this group itself." };

/** The database's own refusal: periods that the ledger has begun to keep. */
const PERIODS_IN_USE: Problem = {
  path: ["periods"],
  code: "periods_in_use",
  detail: "Cannot change once the ledger keeps periods of the hotel: send what GET says.",
};

function problemsOf({ principal }: CallerCtx, hotelId: string, hotel: HotelContent, stored: StoredHotel): Problem[] {
  const { problems, report } = collect();
  if (hotel.id !== hotelId) problems.push(otherName("id", hotelId));
  const { site } = stored;
  if (site && (site.group_id !== principal.groupId || site.kind !== "hotel")) {
    problems.push(NAME_TAKEN);
  }
  checkHotel(hotel, principal.groupId, stored.saleCodes, [], report);
  const after = new Map<string, PricedHotel>(stored.hotels).set(hotelId, hotel);
  problems.push(...promotionProblems(stored, [...after.values()], "rates"));
  return problems;
}

/** Promotions that would name what no hotel has any longer; `field` is where the change took it away. */
export function promotionProblems(stored: StoredHotel, after: readonly PricedHotel[], field: string): Problem[] {
  const before = [...stored.hotels.values()];
  return stored.promotions.flatMap((promotion) => {
    const faults = (hotels: readonly PricedHotel[]) => {
      const { problems, report } = collect();
      checkPromotion(promotion, hotels, [], report);
      return problems;
    };
    const known = new Set(faults(before).map(({ detail }) => detail));
    return faults(after)
      .filter(({ detail }) => !known.has(detail))
      .map(({ code, detail }) => ({ path: [field], code, detail: `Promotion ${promotion.code}: ${detail}` }));
  });
}

/** What goes of the calendar with rooms and rates that go; null where none does. */
async function calendarPlan(ctx: CallerCtx, hotel: HotelContent, { rows }: StoredHotel): Promise<CalendarPlan | null> {
  const rooms = new Set(hotel.rooms.map((room) => room.id));
  const rates = new Set(hotel.rates.map((rate) => rate.id));
  const stays = rows.rooms.every((row) => rooms.has(String(row.room_id))) && rows.rates.every((row) => rates.has(String(row.rate_id)));
  if (stays) return null;
  const today = todayIn(hotel.position.timezone, ctx.now());
  const { months, stock } = await readWholeCalendar(ctx, hotel.id, today);
  return planCalendar(months, stock, { rooms, rates, today, replace: false, entries: [] });
}
