/**
 * The messages of the OTA interface: the one description that reader, writer, WSDL, page and tests share
 * (docs/interface.md §15). Pure.
 */
import type { Scope } from "../access/rules/principal.ts";

export const OTA_NAMESPACE = "http://www.opentravel.org/OTA/2003/05";

export interface OtaMessage {
  name: "Ping" | "HotelAvailNotif" | "HotelRateAmountNotif" | "HotelInvCountNotif" | "HotelAvail" | "Read" | "NotifReport";
  request: string;
  response: string;
  /** What the key must hold; null: any live key may. */
  scope: Scope | null;
  /** For people: the WSDL's documentation and the page. */
  summary: string;
}

export const OTA_MESSAGES = [
  {
    name: "Ping",
    request: "OTA_PingRQ",
    response: "OTA_PingRS",
    scope: null,
    summary: "Whether the interface answers and the credentials are right.",
  },
  {
    name: "HotelAvail",
    request: "OTA_HotelAvailRQ",
    response: "OTA_HotelAvailRS",
    scope: "rates",
    summary: "Which rooms and rates a hotel has, each pair of them, to map them to the sender's own.",
  },
  {
    name: "HotelAvailNotif",
    request: "OTA_HotelAvailNotifRQ",
    response: "OTA_HotelAvailNotifRS",
    scope: "rates",
    summary: "Sets how many rooms are left, stop-sells, closings to arrival and departure, shortest and longest stays.",
  },
  {
    name: "HotelRateAmountNotif",
    request: "OTA_HotelRateAmountNotifRQ",
    response: "OTA_HotelRateAmountNotifRS",
    scope: "rates",
    summary: "Sets prices: of a night, by number of adults, of an additional adult or child.",
  },
  {
    name: "HotelInvCountNotif",
    request: "OTA_HotelInvCountNotifRQ",
    response: "OTA_HotelInvCountNotifRS",
    scope: "rates",
    summary: "Sets how many rooms are left.",
  },
  {
    name: "Read",
    request: "OTA_ReadRQ",
    response: "OTA_ResRetrieveRS",
    scope: "bookings",
    summary: "Reservations, changes and cancellations that this client has not acknowledged.",
  },
  {
    name: "NotifReport",
    request: "OTA_NotifReportRQ",
    response: "OTA_NotifReportRS",
    scope: "bookings",
    summary: "Acknowledges reservations, changes and cancellations.",
  },
] as const satisfies readonly OtaMessage[];

/** The message a root element begins, or null. */
export function findMessage(request: string): OtaMessage | null {
  return OTA_MESSAGES.find((message) => message.request === request) ?? null;
}
