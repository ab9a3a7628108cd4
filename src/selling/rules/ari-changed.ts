/** The event of a changed calendar: docs/interface.md §17. Pure. */
import { formatDate } from "../../base/calendar-date.ts";
import type { NewEvent } from "../../events/rules/event.ts";
import type { CalendarChange } from "./plan-calendar.ts";

/** One event that names the rooms and the first and last night, or none where nothing changed. */
export function ariChanged(groupId: string, hotelId: string, { span, rooms }: CalendarChange): NewEvent[] {
  if (!span) return [];
  const data = { hotelId, from: formatDate(span.from), to: formatDate(span.to), rooms };
  return [{ type: "ari.changed", subject: `/ari/${groupId}/${hotelId}`, hotelId, data }];
}
