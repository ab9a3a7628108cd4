/** OTA_HotelAvailNotifRQ: counts and restrictions, as entries of the calendar (docs/interface.md §15). Pure. */
import type { CalendarEntry, RateNights } from "../selling/rules/calendar-entry.ts";
import { STAY_NIGHTS_MAX } from "../selling/limits.ts";
import type { Products } from "../selling/find-products.ts";
import { attributeOf, childOf, childrenOf } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { type Findings, addError, cannotTake } from "./findings.ts";
import { readCount, forRates } from "./push-entries.ts";
import { readTarget } from "./read-control.ts";

type StayBound = "minStayArrival" | "maxStayArrival" | "minStayThrough" | "maxStayThrough";

const STAY_BOUNDS: Readonly<Record<string, StayBound>> = {
  SetMinLOS: "minStayArrival",
  SetMaxLOS: "maxStayArrival",
  SetForwardMinStay: "minStayThrough",
  SetForwardMaxStay: "maxStayThrough",
};

/** By the attribute Restriction; a Status without one stops the sale, as "Master" does. */
const CLOSINGS: Readonly<Record<string, "stopSell" | "closedToArrival" | "closedToDeparture">> = {
  Master: "stopSell",
  Arrival: "closedToArrival",
  Departure: "closedToDeparture",
};

/** The entries of a list of AvailStatusMessage, in their order. */
export function readAvailNotif(messages: readonly XmlElement[], products: Products, findings: Findings): CalendarEntry[] {
  return messages.flatMap((message, index) => readMessage(message, `AvailStatusMessage ${index + 1}`, products, findings));
}

function readMessage(message: XmlElement, place: string, products: Products, findings: Findings): CalendarEntry[] {
  const refuse = (sentence: string): void => addError(findings, cannotTake(`${place}: ${sentence}`));
  const target = readTarget(childOf(message, "StatusApplicationControl"), { products, place, findings });
  const limit = attributeOf(message, "BookingLimit");
  const left = limit === null ? null : readCount(limit);
  if (limit !== null && left === null) refuse("BookingLimit must be a whole number of rooms.");
  if ((attributeOf(message, "BookingLimitMessageType") ?? "SetLimit") !== "SetLimit") refuse("BookingLimitMessageType must be SetLimit.");
  const restrictions: RateNights = { ...readClosings(message, refuse), ...readStayBounds(message, refuse) };
  const restricts = Object.keys(restrictions).length > 0;
  if (limit === null && !restricts) refuse("there is no BookingLimit, LengthOfStay or RestrictionStatus.");
  if (!target) return [];
  const rates = restricts ? forRates(target.rates, restrictions) : {};
  return target.rooms.map((room) => ({ room, ...target.nights, ...(left === null ? {} : { left }), rates }));
}

function readClosings(message: XmlElement, refuse: (sentence: string) => void): RateNights {
  const closings: RateNights = {};
  for (const element of childrenOf(message, "RestrictionStatus")) {
    const restriction = attributeOf(element, "Restriction") ?? "Master";
    const status = attributeOf(element, "Status");
    const closing = Object.hasOwn(CLOSINGS, restriction) ? CLOSINGS[restriction] : undefined;
    if (!closing) refuse("Restriction must be Master, Arrival or Departure.");
    else if (status !== "Open" && status !== "Close") refuse("Status must be Open or Close.");
    else closings[closing] = status === "Close";
  }
  return closings;
}

function readStayBounds(message: XmlElement, refuse: (sentence: string) => void): RateNights {
  const bounds: RateNights = {};
  for (const element of childrenOf(message, "LengthsOfStay").flatMap((list) => childrenOf(list, "LengthOfStay"))) {
    const kind = attributeOf(element, "MinMaxMessageType") ?? "";
    const bound = Object.hasOwn(STAY_BOUNDS, kind) ? STAY_BOUNDS[kind] : undefined;
    if (!bound) refuse(`MinMaxMessageType must be one of ${Object.keys(STAY_BOUNDS).join(", ")}.`);
    else if ((attributeOf(element, "TimeUnit") ?? "Day") !== "Day") refuse("TimeUnit must be Day.");
    else bounds[bound] = readNightsBound(attributeOf(element, "Time"), bound.startsWith("min"), refuse);
  }
  return bounds;
}

/** Null clears: no Time, a least stay of one night, a longest one that no stay reaches. */
function readNightsBound(time: string | null, isMinimum: boolean, refuse: (sentence: string) => void): number | null {
  if (time === null) return null;
  const nights = readCount(time);
  if (nights === null) refuse("Time must be a whole number of nights.");
  else if (isMinimum && nights > STAY_NIGHTS_MAX) refuse(`no stay has more than ${STAY_NIGHTS_MAX} nights.`);
  else if (!isMinimum && nights === 0) refuse("a longest stay of no night is a stop sell: send Status Close.");
  else if (isMinimum ? nights > 1 : nights <= STAY_NIGHTS_MAX) return nights;
  return null;
}
