/** What of a reservation a partner is sent: docs/interface.md §15.4. */
import { describe, expect, it } from "vitest";
import { DELIVERY_PAST_DAYS } from "../../src/partners/limits.ts";
import { deliveryOf, readAcknowledged } from "../../src/partners/rules/delivery.ts";
import type { Booking, BookingStatus, Reservation } from "../../src/reservations/rules/reservation.ts";

const TODAY = 20_000;
const news = { hotelId: "h1", lastSequence: 42, changedMs: 5, known: false };

function booking(hotelId: string, status: BookingStatus, checkOut = TODAY + 12): Booking {
  return {
    bookingId: `b-${hotelId}-${status}`,
    reference: "R-1",
    hotelId,
    currencyCode: "EUR",
    clock: { timezone: "UTC", checkInMinute: 900 },
    status,
    roomId: "DBL",
    rateId: "BAR",
    checkIn: checkOut - 2,
    checkOut,
    adults: 2,
    children: 0,
    promoCode: "",
    bedConfiguration: "",
    guest: { title: "", firstname: "Ada", lastname: "Lovelace" },
    nights: [1_000_000, 1_000_000],
    extras: [],
    terms: {
      fees: [],
      noShowFee: 0,
      roomCode: { code: "ACCOM", nominalCode: "7110", taxCode: "R6", taxBasisPoints: 600, description: "" },
      feeCode: { code: "ACCOM", nominalCode: "7110", taxCode: "R6", taxBasisPoints: 600, description: "" },
      depositBasisPoints: 0,
    },
    roomPrice: 2_000_000,
    extrasPrice: 0,
    totalPrice: 2_000_000,
    prepaymentDue: 0,
    fee: status === "cancelled" ? 0 : null,
    calendarVersion: 1,
    termsVersion: 1,
  };
}

function reservation(...bookings: Booking[]): Reservation {
  const billingDetails = {
    title: "",
    firstname: "Ada",
    lastname: "Lovelace",
    phone: "",
    email: "a@b.c",
    address1: "",
    address2: "",
    city: "",
    postcode: "",
    country: "",
    mailList: false,
  };
  return { reservationId: "r1", reference: "R", groupId: "g", caller: "client:x", createdMs: 1, version: 1, billingDetails, bookings };
}

describe("a delivery", () => {
  it.each([
    ["book", false, ["confirmed"]],
    ["modify", true, ["confirmed", "cancelled"]],
    ["modify", true, ["in_house"]],
    ["cancel", true, ["cancelled", "cancelled"]],
    ["cancel", false, ["cancelled"]],
  ] as const)("is a %s where the client knows it: %s, and its rooms are %j", (kind, known, statuses) => {
    const made = reservation(...statuses.map((status) => booking("h1", status)));
    expect(deliveryOf(made, { ...news, known }, TODAY)?.kind).toBe(kind);
  });

  it("holds the rooms of its hotel that are still booked, and of a cancellation those that were", () => {
    const stays = (...bookings: Booking[]): string[] | undefined =>
      deliveryOf(reservation(...bookings), news, TODAY)?.stays.map(({ bookingId }) => bookingId);
    expect(stays(booking("h1", "confirmed"), booking("h1", "cancelled"), booking("h2", "confirmed"))).toEqual(["b-h1-confirmed"]);
    expect(stays(booking("h1", "cancelled"), booking("h2", "confirmed"))).toEqual(["b-h1-cancelled"]);
  });

  it("is none once all of it has been over for long", () => {
    const ended = (days: number): Reservation => reservation(booking("h1", "checked_out", TODAY - days));
    expect(deliveryOf(ended(DELIVERY_PAST_DAYS), news, TODAY)).not.toBeNull();
    expect(deliveryOf(ended(DELIVERY_PAST_DAYS + 1), news, TODAY)).toBeNull();
  });

  it("is acknowledged by its id exactly, by its reference altogether", () => {
    expect(readAcknowledged(deliveryOf(reservation(booking("h1", "confirmed")), news, TODAY)?.messageId ?? "")).toEqual(["R", 42]);
    expect(readAcknowledged("R")).toEqual(["R", null]);
    expect(readAcknowledged("R.x")).toEqual(["R.x", null]);
  });
});
