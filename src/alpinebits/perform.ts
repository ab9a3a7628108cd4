/** The actions: from a proved caller's document through a verb to an outcome (docs/interface.md §16). */
import type { CallerCtx } from "../access/caller.ts";
import { todayIn } from "../base/calendar-date.ts";
import { acknowledge } from "../partners/acknowledge.ts";
import { PUSH_MESSAGES_MAX } from "../partners/limits.ts";
import { pushCalendar } from "../partners/push-calendar.ts";
import { type MessageDetail, spanOf } from "../partners/rules/message-entry.ts";
import { sentencesOf } from "../partners/rules/refusal-sentences.ts";
import { sendReservations } from "../partners/send-reservations.ts";
import { type Products, findHotelNamed, findProducts } from "../selling/find-products.ts";
import { attributeOf, childOf, childrenOf, descend } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { parseDateTime } from "../xml/simple-types.ts";
import { readFreeRooms } from "./read-free-rooms.ts";
import { HOTEL_NOT_FOUND, type Outcome, ROOM_NOT_FOUND, UNABLE_TO_PROCESS } from "./write-answer.ts";
import type { Version } from "./versions.ts";
import { writeGuestRequests } from "./write-guest-requests.ts";

export interface Performed {
  outcome: Outcome;
  hotelIds: readonly string[];
  detail: MessageDetail;
}

/** FreeRooms of either name: the counts of a list of elements. */
export async function pushFreeRooms(ctx: CallerCtx, version: Version, message: XmlElement): Promise<Performed> {
  const list = childOf(message, "Inventories") ?? childOf(message, "AvailStatusMessages");
  const elements = list?.children ?? [];
  if (!list || elements.length === 0) return refused(UNABLE_TO_PROCESS, "The message holds no rooms.");
  const products = await findHotel(ctx, version, list);
  if (!products) return refused(HOTEL_NOT_FOUND, "The hotel is not known.");
  if (elements.length > PUSH_MESSAGES_MAX) return refused(UNABLE_TO_PROCESS, `There are more than ${PUSH_MESSAGES_MAX} elements.`);
  const { entries, faults, unknownRoom } = readFreeRooms(message, elements, products, todayIn(products.timezone, ctx.now()));
  const errors = faults.map((text) => ({ code: UNABLE_TO_PROCESS, text }));
  if (unknownRoom) errors.unshift({ code: ROOM_NOT_FOUND, text: "A category (InvTypeCode) is not known." });
  const concerned = { hotelIds: [products.hotelId], detail: { elements: elements.length, ...spanOf(entries) } };
  if (errors.length > 0) return { ...concerned, outcome: { errors } };
  const pushed = await pushCalendar(ctx, products.hotelId, entries);
  if (!pushed.ok)
    return { ...concerned, outcome: { errors: sentencesOf(pushed.failure).map((text) => ({ code: UNABLE_TO_PROCESS, text })) } };
  const { nightsChanged, warnings } = pushed.value;
  return { hotelIds: concerned.hotelIds, detail: { ...concerned.detail, nightsChanged }, outcome: { warnings, content: "" } };
}

/** OTA_Read:GuestRequests. */
export async function readGuestRequests(ctx: CallerCtx, version: Version, message: XmlElement): Promise<Performed> {
  const request = descend(message, "ReadRequests", "HotelReadRequest");
  const products = request && (await findHotel(ctx, version, request));
  if (!products) return refused(HOTEL_NOT_FOUND, "The hotel is not known.");
  const criteria = childOf(request, "SelectionCriteria");
  const start = criteria && parseDateTime(attributeOf(criteria, "Start") ?? "");
  if (criteria && !start) return refused(UNABLE_TO_PROCESS, "SelectionCriteria's Start must be a date and time.");
  const sent = await sendReservations(ctx, { hotelId: products.hotelId, sinceMs: start ? start.ms : null });
  if (!sent.ok) return refused(HOTEL_NOT_FOUND, "The hotel is not known.");
  const { deliveries, more } = sent.value;
  const warnings = more ? ["There are more: acknowledge these and read again."] : [];
  const hotelIds = [products.hotelId];
  return { outcome: { warnings, content: writeGuestRequests(deliveries) }, hotelIds, detail: { reservations: deliveries.length } };
}

/** OTA_NotifReport:GuestRequests. What a client refuses (a Warning with its RecordID) it has got too, and is not sent again. */
export async function takeReport(ctx: CallerCtx, message: XmlElement): Promise<Performed> {
  const list = descend(message, "NotifDetails", "HotelNotifReport", "HotelReservations");
  const taken = (list ? childrenOf(list, "HotelReservation") : []).map((one) => attributeOf(childOf(one, "UniqueID"), "ID"));
  const refusals = childrenOf(childOf(message, "Warnings") ?? message, "Warning").map((one) => attributeOf(one, "RecordID"));
  const ids = [...taken, ...refusals].filter((id) => id !== null);
  if (ids.length > PUSH_MESSAGES_MAX) return refused(UNABLE_TO_PROCESS, `There are more than ${PUSH_MESSAGES_MAX} reservations.`);
  const { hotelIds, unknown } = await acknowledge(ctx, ids);
  const warnings = refusals.length > 0 ? [`The client refused ${refusals.length} reservations.`] : [];
  const detail = { reservations: ids.length - unknown.length, ...(warnings.length > 0 ? { warnings } : {}) };
  return { outcome: { warnings: [], content: "" }, hotelIds, detail };
}

/** By its code or, in versions before 2024-10 and where there is none, by its name; both to the letter. */
async function findHotel(ctx: CallerCtx, version: Version, element: XmlElement): Promise<Products | null> {
  const name = version === "2024-10" ? null : attributeOf(element, "HotelName");
  const hotelId = attributeOf(element, "HotelCode") ?? (name === null ? null : await findHotelNamed(ctx, name));
  const products = hotelId === null ? null : await findProducts(ctx, hotelId);
  return products?.ok ? products.value : null;
}

function refused(code: number, text: string): Performed {
  return { outcome: { errors: [{ code, text }] }, hotelIds: [], detail: {} };
}
