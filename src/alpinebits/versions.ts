/**
 * The versions of AlpineBits HotelData that are spoken here, and exactly what works in each (docs/interface.md §16): the one
 * description that the handshake, the reader, the page and the tests share. Pure.
 */
import type { Scope } from "../access/rules/principal.ts";

export const VERSIONS = ["2018-10", "2020-10", "2022-10", "2024-10"] as const;
export type Version = (typeof VERSIONS)[number];

export interface Action {
  /** The parameter `action`. */
  parameter: string;
  /** The root of the parameter `request`, and of its answer. */
  request: string;
  response: string;
  /** What the key must hold; null: any live key may. */
  scope: Scope | null;
  /** In the handshake; actions that only follow another have no name of their own there. */
  announced: { action: string; supports: readonly string[] } | null;
}

export const PING = {
  parameter: "OTA_Ping:Handshaking",
  request: "OTA_PingRQ",
  response: "OTA_PingRS",
  scope: null,
  announced: { action: "action_OTA_Ping", supports: [] },
} as const satisfies Action;

const READ = {
  parameter: "OTA_Read:GuestRequests",
  request: "OTA_ReadRQ",
  response: "OTA_ResRetrieveRS",
  scope: "bookings",
  announced: { action: "action_OTA_Read", supports: [] },
} as const satisfies Action;

const NOTIF_REPORT = {
  parameter: "OTA_NotifReport:GuestRequests",
  request: "OTA_NotifReportRQ",
  response: "OTA_NotifReportRS",
  scope: "bookings",
  announced: null,
} as const satisfies Action;

const AVAIL_NOTIF = {
  parameter: "OTA_HotelAvailNotif:FreeRooms",
  request: "OTA_HotelAvailNotifRQ",
  response: "OTA_HotelAvailNotifRS",
  scope: "rates",
  announced: {
    action: "action_OTA_HotelAvailNotif",
    supports: ["OTA_HotelAvailNotif_accept_categories", "OTA_HotelAvailNotif_accept_deltas"],
  },
} as const satisfies Action;

const INV_COUNTS_2020 = [
  "OTA_HotelInvCountNotif_accept_categories",
  "OTA_HotelInvCountNotif_accept_deltas",
  "OTA_HotelInvCountNotif_accept_closing_seasons",
] as const;

const INV_COUNT_NOTIF = {
  parameter: "OTA_HotelInvCountNotif:FreeRooms",
  request: "OTA_HotelInvCountNotifRQ",
  response: "OTA_HotelInvCountNotifRS",
  scope: "rates",
  announced: { action: "action_OTA_HotelInvCountNotif", supports: INV_COUNTS_2020 },
} as const satisfies Action;

/** Complete sets became a capability of their own in 2022-10; before, every server took them. */
const INV_COUNT_NOTIF_2022 = {
  ...INV_COUNT_NOTIF,
  announced: {
    ...INV_COUNT_NOTIF.announced,
    supports: [...INV_COUNTS_2020, "OTA_HotelInvCountNotif_accept_complete_set"],
  },
} as const satisfies Action;

export const ACTIONS: Readonly<Record<Version, readonly Action[]>> = {
  "2018-10": [PING, AVAIL_NOTIF, READ, NOTIF_REPORT],
  "2020-10": [PING, INV_COUNT_NOTIF, READ, NOTIF_REPORT],
  "2022-10": [PING, INV_COUNT_NOTIF_2022, READ, NOTIF_REPORT],
  "2024-10": [PING, INV_COUNT_NOTIF_2022, READ, NOTIF_REPORT],
};

/** The version of a header, or null where it is spoken nowhere here. */
export function findVersion(text: string): Version | null {
  return VERSIONS.find((version) => version === text) ?? null;
}
