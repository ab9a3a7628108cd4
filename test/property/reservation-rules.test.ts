/** Rules of reservations against slow oracles. TABARD_FUZZ multiplies the cases. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countOversoldNights } from "../../cli/dataset/count-oversold.ts";
import { CHARGE_MODES } from "../../src/selling/rules/catalogue.ts";
import { extraQuantity } from "../../src/reservations/rules/extra-quantity.ts";
import { REFERENCE_BYTES, referenceOf } from "../../src/reservations/rules/reservation-reference.ts";
import { BOOKING_STATUSES, totalsOf } from "../../src/reservations/rules/reservation.ts";
import { soldOutBookings } from "../../src/reservations/rules/sold-out.ts";

const numRuns = 300 * Number(process.env.TABARD_FUZZ ?? 1);

describe("the price of an extra", () => {
  it("is the sum over every day charged and every head that is charged for", () => {
    const stay = fc.record({
      adults: fc.integer({ min: 1, max: 20 }),
      children: fc.integer({ min: 0, max: 20 }),
      nights: fc.integer({ min: 1, max: 365 }),
      chargeDays: fc.integer({ min: 0, max: 365 }),
    });
    const extra = fc.record({ chargeMode: fc.constantFrom(...CHARGE_MODES), daily: fc.boolean() });
    fc.assert(
      fc.property(extra, stay, (extra, stay) => {
        const party = [...Array<string>(stay.adults).fill("PerAdult"), ...Array<string>(stay.children).fill("PerChild")];
        let charged = 0;
        const days = stay.chargeDays || (extra.daily ? stay.nights : 1);
        for (let day = 0; day < days; day += 1) {
          if (extra.chargeMode === "SingleCharge" || extra.chargeMode === "PerRoom") charged += 1;
          for (const head of party) if (extra.chargeMode === "PerPerson" || extra.chargeMode === head) charged += 1;
        }
        expect(extraQuantity(extra, stay)).toBe(charged);
      }),
      { numRuns },
    );
  });
});

describe("the bookings there is no unit for", () => {
  const booking = fc.record({
    hotelId: fc.constantFrom("h1", "h2"),
    roomId: fc.constantFrom("A", "B"),
    checkInDate: fc.integer({ min: 0, max: 5 }),
    nights: fc.integer({ min: 1, max: 4 }),
  });

  it("are those whose nights are full once the ones before have taken theirs", () => {
    const free = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 12 }), free, (asked, free) => {
        const bookings = asked.map(({ nights, ...stay }) => ({ ...stay, checkOutDate: stay.checkInDate + nights }));
        const at = (index: number, night: number): number => {
          const { hotelId, roomId } = bookings[index]!;
          return (hotelId === "h1" ? 0 : 20) + (roomId === "A" ? 0 : 10) + night;
        };
        const left = [...free];
        const expected: number[] = [];
        for (const [index, { checkInDate, checkOutDate }] of bookings.entries()) {
          const cells = Array.from({ length: checkOutDate - checkInDate }, (_, night) => at(index, checkInDate + night));
          if (cells.some((cell) => left[cell] === 0)) expected.push(index);
          else for (const cell of cells) left[cell]! -= 1;
        }
        const soldOut = soldOutBookings(bookings, (index, night) => free[at(index, night)]!);
        expect(soldOut.map(({ index }) => index)).toEqual(expected);
      }),
      { numRuns },
    );
  });
});

describe("the totals", () => {
  it("hold every booking's amounts once, but for cancelled ones, under its currency, in the currencies' order", () => {
    const booking = fc.record({
      currencyCode: fc.constantFrom("EUR", "JPY", "CHF", "USD"),
      totalPrice: fc.integer({ min: 0, max: 1e12 }),
      prepaymentDue: fc.integer({ min: 0, max: 1e12 }),
      status: fc.constantFrom(...BOOKING_STATUSES),
    });
    fc.assert(
      fc.property(fc.array(booking, { minLength: 1, maxLength: 20 }), (all) => {
        const bookings = all.filter(({ status }) => status !== "cancelled");
        const codes = ["CHF", "EUR", "JPY", "USD"].filter((code) => bookings.some(({ currencyCode }) => currencyCode === code));
        const sum = (code: string, field: "totalPrice" | "prepaymentDue"): number =>
          bookings.reduce((total, one) => total + (one.currencyCode === code ? one[field] : 0), 0);
        expect(totalsOf(all)).toEqual(
          codes.map((currencyCode) => ({
            currencyCode,
            totalPrice: sum(currencyCode, "totalPrice"),
            prepaymentDue: sum(currencyCode, "prepaymentDue"),
          })),
        );
      }),
      { numRuns },
    );
  });
});

describe("a reference", () => {
  it("has eight characters that nobody takes for another", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: REFERENCE_BYTES, maxLength: REFERENCE_BYTES }), (bytes) => {
        expect(referenceOf(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
      }),
      { numRuns },
    );
  });
});

describe("oversold nights", () => {
  const cell = { hotel_id: "h1", room_id: "A" };
  const stay = (check_in: number, check_out: number, bookings: number) => ({ ...cell, check_in, check_out, bookings });
  const stock = [1, 2, 3].map((night) => ({ ...cell, night, units: 2, sold: 2 }));

  it("are none where bookings fill every unit", () => {
    expect(countOversoldNights(stock, [stay(1, 4, 1), stay(1, 3, 1), stay(3, 4, 1)])).toBe(0);
  });

  it("are found by the bookings, whatever the stock's own count says", () => {
    expect(countOversoldNights(stock, [stay(1, 3, 2), stay(2, 4, 1)])).toBe(1);
  });

  it("are found by the stock's count, and where there is no stock", () => {
    expect(countOversoldNights([{ ...cell, night: 1, units: 0, sold: 1 }], [])).toBe(1);
    expect(countOversoldNights(stock, [stay(3, 6, 1)])).toBe(2);
  });
});
