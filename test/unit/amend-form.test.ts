/** The form that amends a booking in the console: what it asks for. */
import { describe, expect, it } from "vitest";
import { parseDate } from "../../src/base/calendar-date.ts";
import { type AmendFields, carriedFields, readAmendment, readFields } from "../../src/pages/console/amend-form.ts";
import type { BookedExtra, Booking } from "../../src/reservations/rules/reservation.ts";

const CHECK_IN = parseDate("2026-12-10") ?? 0;
const PARKING = { id: "PARKING", chargeDays: [CHECK_IN, CHECK_IN + 2] } as Partial<BookedExtra> as BookedExtra;
const BREAKFAST = { id: "BREAKFAST", chargeDays: [] as number[] } as Partial<BookedExtra> as BookedExtra;
const BOOKING = {
  status: "confirmed", roomId: "DBL", rateId: "FLEX", checkIn: CHECK_IN, checkOut: CHECK_IN + 3, adults: 2, children: 1, promoCode: "",
  bedConfiguration: "Twin", extras: [PARKING, BREAKFAST],
} as Partial<Booking> as Booking; // prettier-ignore

const read = (query: string, booking = BOOKING) => readAmendment(booking, readFields(booking, new URLSearchParams(query)));
const AS_BOOKED = {
  checkInDate: CHECK_IN,
  checkOutDate: CHECK_IN + 3,
  roomId: "DBL",
  rateId: "FLEX",
  adult: 2,
  children: 1,
  promoCode: "",
};

describe("the form that amends", () => {
  it("asks for what was booked where nothing is filled in, and leaves extras and beds alone", () => {
    expect(read("")).toEqual({ ok: true, asked: { ...AS_BOOKED, extras: undefined } });
    expect(read("extras=1&keep=0&keep=1&beds=Twin")).toEqual({ ok: true, asked: { ...AS_BOOKED, extras: undefined } });
  });

  it("asks for what is filled in", () => {
    const asked = { ...AS_BOOKED, roomId: "SGL", rateId: "SAVER", adult: 1, children: 0, promoCode: "SUN", bedConfiguration: "" };
    const query = "room=SGL&rate=SAVER&adults=1&children=0&promo=+SUN+&beds=&extras=1&keep=1&add=SPA&add=SPA&keep=7";
    expect(read(query)).toEqual({
      ok: true,
      asked: {
        ...asked,
        extras: [
          { id: "BREAKFAST", chargeDays: [[]] },
          { id: "SPA", chargeDays: [] },
        ],
      },
    });
  });

  it("keeps of an extra's days those that the stay still has", () => {
    const shorter = read("checkOut=2026-12-11&extras=1&keep=0");
    expect(shorter).toMatchObject({ asked: { extras: [{ id: "PARKING", chargeDays: [[CHECK_IN]] }] } });
    expect(read("checkIn=2026-12-20&checkOut=2026-12-21&extras=1&keep=0")).toMatchObject({ asked: { extras: [] } });
  });

  it("asks in house for the check-out and the extras alone", () => {
    const inHouse: Booking = { ...BOOKING, status: "in_house" };
    expect(read("checkOut=2026-12-15&room=SGL&adults=1", inHouse)).toEqual({
      ok: true,
      asked: { checkOutDate: CHECK_IN + 5, extras: undefined },
    });
  });

  it("names everything that is wrong", () => {
    const wrong = read(`checkOut=2026-12-10&adults=0&children=21&promo=${"x".repeat(65)}`);
    expect(wrong.ok ? [] : wrong.faults.map((fault) => fault.slice(0, 8))).toEqual(["Please c", "Adults: ", "Children", "Promo co"]);
    for (const query of ["checkIn=2026-02-30", "checkOut=", "adults=1.5", "children=-1"]) expect(read(query).ok, query).toBe(false);
  });

  it("comes back from a form that carries it unseen as it was", () => {
    const fields: AmendFields = {
      checkIn: "2026-12-11", checkOut: "2026-12-14", room: "SGL", rate: "SAVER", adults: "1", children: "0", promo: "", beds: "",
      prices: "current", keep: ["1"], add: ["SPA", "BIKE"],
    }; // prettier-ignore
    expect(readFields(BOOKING, new URLSearchParams(carriedFields(fields)))).toEqual(fields);
    const none = { ...fields, keep: [], add: [] };
    expect(readFields(BOOKING, new URLSearchParams(carriedFields(none)))).toEqual(none);
  });
});
