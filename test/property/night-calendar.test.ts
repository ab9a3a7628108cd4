/** The calendar of lowest prices against the slow oracle: docs/interface.md §20. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { daysInMonth, firstDayOfMonth, monthOfDay } from "../../src/base/calendar-date.ts";
import { lowestNights } from "../../src/selling/rules/night-calendar.ts";
import { arbitraryStayCase } from "../support/arbitrary-group.ts";
import { compileGroup } from "../support/compile-group.ts";
import { NO_RESTRICTIONS, type PlainHotel, plainOffers } from "../support/plain-group.ts";

const RUNS = Number(process.env.TABARD_FUZZ ?? 150);

/** The hotel with what concerns whole stays taken away: where one may begin or end, and how long it is. */
function nightsAlone(plain: PlainHotel): PlainHotel {
  const nights = plain.nights.map((night) => ({ ...night, ...NO_RESTRICTIONS, stopSell: night.stopSell, maxStayThrough: undefined }));
  return { ...plain, nights };
}

it("has the lowest price that the oracle finds for each night by itself, and none before today", () => {
  let priced = 0;
  fc.assert(
    fc.property(arbitraryStayCase(1), ({ group, query, today }) => {
      const month = monthOfDay(query.arrival);
      const first = firstDayOfMonth(month);
      const calendar = compileGroup(group, { fromDay: first, untilDay: firstDayOfMonth(month + 1) });
      for (const plain of group.hotels) {
        const found = lowestNights(calendar, calendar.catalogue.hotels.get(plain.id)!, month, query, today);
        const expected = Array.from({ length: daysInMonth(month) }, (_, at) => {
          const night = first + at;
          const asked = { ...query, arrival: night, departure: night + 1, promoCode: "" };
          const totals = night < today ? [] : plainOffers(group, nightsAlone(plain), asked, today).map(({ total }) => total);
          return totals.length === 0 ? null : Math.min(...totals);
        });
        expect(found).toEqual(expected);
        priced += expected.filter((price) => price !== null).length;
      }
    }),
    { numRuns: RUNS },
  );
  expect(priced).toBeGreaterThan(RUNS);
});
