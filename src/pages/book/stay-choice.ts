/** What a guest has chosen on the way to booking: read from the address or a form, asked of the verbs as a reservation. */
import type { BookingRequest, ReservationRequest } from "../../reservations/rules/reservation.ts";
import { GUEST_FIELDS, type GuestField } from "./details-page.ts";
import type { Search } from "./search-form.ts";

export interface StayChoice {
  hotelId: string;
  roomId: string;
  rateId: string;
  search: Search;
  extraIds: readonly string[];
  guest: Readonly<Record<GuestField, string>>;
}

/** The choice of a query or a form at a hotel. */
export function readChoice(fields: URLSearchParams, hotelId: string, search: Search): StayChoice {
  const guest = Object.fromEntries(GUEST_FIELDS.map((name) => [name, (fields.get(name) ?? "").trim()])) as Record<GuestField, string>;
  return {
    hotelId,
    roomId: fields.get("room") ?? "",
    rateId: fields.get("rate") ?? "",
    search,
    extraIds: [...new Set(fields.getAll("extra"))],
    guest,
  };
}

/** The reservation that the choice asks for, with these extras of the hotel. */
export function requestOf({ hotelId, roomId, rateId, search, guest }: StayChoice, extraIds: readonly string[]): ReservationRequest {
  const booking: BookingRequest = {
    hotelId,
    roomId,
    rateId,
    checkInDate: search.arrival,
    checkOutDate: search.departure,
    adult: search.adults,
    children: search.children,
    promoCode: search.promoCode,
    bedConfiguration: "",
    extras: extraIds.map((id) => ({ id, chargeDays: [] })),
    guest: null,
  };
  const address = { address1: "", address2: "", city: "", postcode: "", country: "" };
  return { billingDetails: { ...guest, ...address, mailList: false }, bookings: [booking] };
}
