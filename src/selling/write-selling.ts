/** Statements of what is sold, for the batch of a change of content: calendars, and the stamps that replicas follow. */
import type { Statement } from "../host/database.ts";
import { removeNights, writeCalendars } from "./rows/calendar-writing.ts";
import { stampCalendars, stampCatalogues, stampTerms } from "./rows/stamps.ts";
import type { HotelPlan, SeenHotel } from "./rules/plan-calendar.ts";

export interface SellingChange {
  /** Plans of hotels there are, and of hotels that go. */
  kept: readonly HotelPlan[];
  gone: readonly HotelPlan[];
  /** Hotels whose rooms, rates, extras, currency or time zone changed. */
  catalogues: readonly SeenHotel[];
  /** Hotels whose calendar alone changed. */
  calendars: readonly SeenHotel[];
  /** Whether promotions, sale codes or which hotels there are changed. */
  terms: boolean;
}

/** Behind the change's events, and before the rows of hotels, rooms and rates that go. */
export function sellingStatements(groupId: string, change: SellingChange): Statement[] {
  return [
    ...writeCalendars(groupId, change.kept),
    ...stampCatalogues(groupId, change.catalogues),
    ...stampCalendars(groupId, change.calendars),
    ...(change.terms ? [stampTerms(groupId)] : []),
    ...removeNights(groupId, change.gone),
  ];
}
