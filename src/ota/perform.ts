/** The messages themselves: from a proved caller's element through a verb to findings and content (docs/interface.md §15). */
import type { CallerCtx } from "../access/caller.ts";
import { hasScope } from "../access/rules/principal.ts";
import { acknowledge } from "../partners/acknowledge.ts";
import { PUSH_MESSAGES_MAX } from "../partners/limits.ts";
import { pushCalendar } from "../partners/push-calendar.ts";
import type { CalendarEntry } from "../selling/rules/calendar-entry.ts";
import { type MessageDetail, spanOf } from "../partners/rules/message-entry.ts";
import { sentencesOf } from "../partners/rules/refusal-sentences.ts";
import { sendReservations } from "../partners/send-reservations.ts";
import { type Products, findProducts } from "../selling/find-products.ts";
import { attributeOf, childOf, childrenOf, descend } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { type Findings, NOT_PROVED, addError, addWarning, cannotTake, hotelNotFound, noFindings, notPermitted } from "./findings.ts";
import type { OtaMessage } from "./messages.ts";
import { readAvailNotif } from "./read-avail-notif.ts";
import { readInvCounts } from "./read-inv-counts.ts";
import { readRateAmounts } from "./read-rate-amounts.ts";
import { writeText } from "../xml/write-element.ts";
import { writeProducts } from "./write-products.ts";
import { writeReservations } from "./write-reservations.ts";

/** What is answered, and what is noted of it for each hotel it concerned. */
export interface Performed {
  findings: Findings;
  content: string;
  hotelIds: readonly string[];
  detail: MessageDetail;
}

interface Push {
  container: string;
  element: string;
  read: (elements: readonly XmlElement[], products: Products, findings: Findings) => CalendarEntry[];
}

const PUSHES = {
  HotelAvailNotif: { container: "AvailStatusMessages", element: "AvailStatusMessage", read: readAvailNotif },
  HotelRateAmountNotif: { container: "RateAmountMessages", element: "RateAmountMessage", read: readRateAmounts },
  HotelInvCountNotif: { container: "Inventories", element: "Inventory", read: readInvCounts },
} as const satisfies Partial<Record<OtaMessage["name"], Push>>;

/** Performs a message. Whatever it finds is told with HTTP 200. */
export async function perform(ctx: CallerCtx, message: OtaMessage, element: XmlElement): Promise<Performed> {
  if (message.scope !== null && !hasScope(ctx.principal, message.scope)) {
    return refused([NOT_PROVED, notPermitted(message.scope)]);
  }
  switch (message.name) {
    case "Ping":
      return { ...refused([]), content: writeText("EchoData", childOf(element, "EchoData")?.text ?? "") };
    case "HotelAvail":
      return listProducts(ctx, element);
    case "HotelAvailNotif":
    case "HotelRateAmountNotif":
    case "HotelInvCountNotif":
      return push(ctx, PUSHES[message.name], element);
    case "Read":
      return read(ctx, element);
    case "NotifReport":
      return report(ctx, element);
  }
}

function refused(errors: Findings["errors"]): Performed {
  return { findings: { ...noFindings(), errors }, content: "", hotelIds: [], detail: {} };
}

async function listProducts(ctx: CallerCtx, element: XmlElement): Promise<Performed> {
  const reference = descend(element, "AvailRequestSegments", "AvailRequestSegment", "HotelSearchCriteria", "Criterion", "HotelRef");
  const hotelCode = attributeOf(reference, "HotelCode") ?? "";
  const products = await findProducts(ctx, hotelCode);
  if (!products.ok) return refused([hotelNotFound(hotelCode)]);
  return { ...refused([]), content: writeProducts(products.value), hotelIds: [hotelCode] };
}

async function push(ctx: CallerCtx, { container, element, read }: Push, message: XmlElement): Promise<Performed> {
  const [list, ...others] = childrenOf(message, container);
  if (!list || others.length > 0) return refused([cannotTake(`There must be one ${container}.`)]);
  const hotelCode = attributeOf(list, "HotelCode") ?? "";
  const products = await findProducts(ctx, hotelCode);
  if (!products.ok) return refused([hotelNotFound(hotelCode)]);
  const elements = childrenOf(list, element);
  const findings = noFindings();
  if (elements.length === 0) addError(findings, cannotTake(`There is no ${element}.`));
  if (elements.length > PUSH_MESSAGES_MAX) addError(findings, cannotTake(`There are more than ${PUSH_MESSAGES_MAX} ${element}.`));
  const entries = findings.errors.length > 0 ? [] : read(elements, products.value, findings);
  const performed = { findings, content: "", hotelIds: [hotelCode], detail: { elements: elements.length, ...spanOf(entries) } };
  if (findings.errors.length > 0) return performed;
  const pushed = await pushCalendar(ctx, hotelCode, entries);
  if (!pushed.ok) {
    for (const sentence of sentencesOf(pushed.failure)) addError(findings, cannotTake(sentence));
    return performed;
  }
  for (const warning of pushed.value.warnings) addWarning(findings, warning);
  return { ...performed, detail: { ...performed.detail, nightsChanged: pushed.value.nightsChanged } };
}

async function read(ctx: CallerCtx, element: XmlElement): Promise<Performed> {
  const request = descend(element, "ReadRequests", "HotelReadRequest");
  const hotelCode = attributeOf(request, "HotelCode");
  const sent = await sendReservations(ctx, { hotelId: hotelCode, sinceMs: null });
  if (!sent.ok) return refused([hotelNotFound(hotelCode ?? "")]);
  const { deliveries, more } = sent.value;
  const findings = noFindings();
  if (more) addWarning(findings, "There are more reservations: acknowledge these and read again.");
  const hotelIds = [...new Set(deliveries.map(({ hotelId }) => hotelId))];
  return { findings, content: writeReservations(deliveries), hotelIds, detail: { reservations: deliveries.length } };
}

async function report(ctx: CallerCtx, element: XmlElement): Promise<Performed> {
  const list = descend(element, "NotifDetails", "HotelNotifReport", "HotelReservations");
  const reservations = list ? childrenOf(list, "HotelReservation") : [];
  const findings = noFindings();
  if (reservations.length > PUSH_MESSAGES_MAX) return refused([cannotTake(`There are more than ${PUSH_MESSAGES_MAX} HotelReservation.`)]);
  if (reservations.length === 0) return refused([cannotTake("There is no HotelReservation to acknowledge.")]);
  const ids = reservations.flatMap((reservation) => idOf(reservation) ?? []);
  if (ids.length < reservations.length) return refused([cannotTake("Each HotelReservation must have a UniqueID.")]);
  const { hotelIds, unknown } = await acknowledge(ctx, ids);
  if (unknown.length > 0) addWarning(findings, `${unknown.length} of these were never sent to this client.`);
  return { findings, content: "", hotelIds, detail: { reservations: ids.length - unknown.length } };
}

/** The message's id (type 16) tells exactly what was taken over; a reservation's own stands for what was last sent of it. */
function idOf(reservation: XmlElement): string | null {
  const ids = childrenOf(reservation, "UniqueID");
  const exact = ids.find((id) => attributeOf(id, "Type") === "16");
  const listed = descend(reservation, "ResGlobalInfo", "HotelReservationIDs", "HotelReservationID");
  return attributeOf(exact ?? ids[0] ?? null, "ID") ?? attributeOf(listed, "ResID_Value");
}
