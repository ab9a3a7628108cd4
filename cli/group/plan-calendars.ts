/** What an import does to the calendars of all hotels, by the rules of every change (src/selling/rules/plan-calendar.ts). Pure. */
import { type HotelPlan, clearedCalendar, describeUnitsSold, planCalendar } from "../../src/selling/rules/plan-calendar.ts";
import { firstDayOfMonth, formatDate } from "../../src/base/calendar-date.ts";
import type { CurrentGroup } from "./current-group.ts";
import type { GroupFile } from "./group-schema.ts";

interface CalendarPlans {
  /** Of the hotels in the file. */
  kept: HotelPlan[];
  /** Of hotels that the file no longer has. */
  gone: HotelPlan[];
  /** Sentences: nights sold beyond what the file offers, months too large to store. */
  problems: string[];
}

/** A hotel's calendar is what its file says from the hotel's today on; without a calendar in the file it stays. */
export function planCalendars(file: GroupFile, current: CurrentGroup, todayIn: (timezone: string) => number): CalendarPlans {
  const plans: CalendarPlans = { kept: [], gone: [], problems: [] };
  for (const hotel of file.hotels) {
    const stored = current.calendars.get(hotel.id);
    const plan = planCalendar(stored?.months ?? new Map<number, string>(), stored?.stock ?? [], {
      rooms: new Set(hotel.rooms.map((room) => room.id)),
      rates: new Set(hotel.rates.map((rate) => rate.id)),
      today: todayIn(hotel.position.timezone),
      replace: hotel.calendar !== undefined,
      entries: hotel.calendar ?? [],
    });
    plans.kept.push({ hotelId: hotel.id, plan });
  }
  const kept = new Set(file.hotels.map((hotel) => hotel.id));
  for (const row of current.rows.hotels) {
    const hotelId = String(row.hotel_id);
    if (!kept.has(hotelId))
      plans.gone.push({ hotelId, plan: clearedCalendar(current.calendars.get(hotelId)?.stock ?? [], todayIn(String(row.timezone))) });
  }
  plans.problems = [...plans.kept, ...plans.gone].flatMap(({ hotelId, plan }) => [
    ...plan.unitsSold.map((one) => `Hotel ${hotelId}: ${describeUnitsSold(one)}`),
    ...plan.tooLarge.map(
      (month) => `Hotel ${hotelId}: the month from ${formatDate(firstDayOfMonth(month))} is too large; use fewer rates.`,
    ),
  ]);
  return plans;
}
