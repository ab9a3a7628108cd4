/** Explanations against the offers they explain: docs/interface.md §18. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sumOf } from "../../src/base/money.ts";
import { BAR_CODES, type BarCode } from "../../src/selling/rules/bars.ts";
import { explainHotel } from "../../src/selling/rules/explanation.ts";
import type { PriceStep } from "../../src/selling/rules/night-price.ts";
import { lowestPrice, offeringsOf } from "../../src/selling/rules/offerings.ts";
import { stayNights } from "../../src/selling/rules/stay.ts";
import { arbitraryStayCase } from "../support/arbitrary-group.ts";
import { compileGroup } from "../support/compile-group.ts";

const RUNS = Number(process.env.TABARD_FUZZ ?? 2_000);
const STEPS: readonly PriceStep[] = ["base", "adults", "extraAdult", "child", "promotion", "rooms"];

describe("any stay in any calendar", () => {
  it("is explained as it is offered: the same products at the same totals, each night the sum of its steps", () => {
    const codes = new Set<BarCode>();
    const steps = new Set<PriceStep>();
    let offered = 0;
    fc.assert(
      fc.property(arbitraryStayCase(2), ({ group, query, today }) => {
        const calendar = compileGroup(group, { fromDay: query.arrival, untilDay: query.departure });
        for (const hotel of calendar.catalogue.hotelList) {
          const explained = explainHotel(calendar, hotel, query, today);
          const offers = offeringsOf(calendar, hotel, query, today);
          const sellable = explained.products.filter((product) => product.isSellable);
          expect(sellable.map(({ room, rate, total }) => [room.id, rate.id, total])).toEqual(
            offers.map(({ room, rate, nights }) => [room.id, rate.id, sumOf(nights)]),
          );
          expect(explained.priceFrom).toBe(lowestPrice(calendar, hotel, stayNights(query.arrival, query.departure), query, today));
          expect(explained.products).toHaveLength(hotel.roomList.length * hotel.rateList.length);
          for (const product of explained.products) {
            expect(product.isSellable).toBe(product.bars.length === 0);
            for (const night of product.nights) expect(sumOf(night.steps.map(({ amount }) => amount))).toBe(night.price);
            for (const { code } of product.bars) codes.add(code);
            for (const { step } of product.nights.flatMap((night) => night.steps)) steps.add(step);
          }
          offered += offers.length;
        }
      }),
      { numRuns: RUNS },
    );
    expect(offered).toBeGreaterThan(RUNS / 4);
    expect([...codes].sort()).toEqual([...BAR_CODES].sort());
    expect([...steps].sort()).toEqual([...STEPS].sort());
  });

  it("is barred on each night by what the plain rows say, and by nothing else", () => {
    fc.assert(
      fc.property(arbitraryStayCase(1), ({ group, query, today }) => {
        const calendar = compileGroup(group, { fromDay: query.arrival, untilDay: query.departure });
        for (const plain of group.hotels) {
          const hotel = calendar.catalogue.hotels.get(plain.id)!;
          for (const { room, rate, bars } of explainHotel(calendar, hotel, query, today).products) {
            const daysOf = (code: BarCode) => bars.filter((bar) => bar.code === code).map((bar) => bar.day);
            const days = Array.from({ length: query.departure - query.arrival }, (_, index) => query.arrival + index);
            const stockOn = (day: number) => plain.stock.find((row) => row.roomId === room.id && row.day === day);
            const nightOn = (day: number) =>
              plain.nights.find((row) => row.roomId === room.id && row.rateId === rate.id && row.day === day);
            const soldOut = days.filter((day) => {
              const stock = stockOn(day);
              return stock && stock.units - stock.sold < query.rooms;
            });
            expect(daysOf("sold_out")).toEqual(soldOut);
            expect(daysOf("stop_sell")).toEqual(days.filter((day) => nightOn(day)?.stopSell));
            expect(daysOf("closed_to_arrival")).toEqual(nightOn(query.arrival)?.closedToArrival ? [query.arrival] : []);
            expect(daysOf("closed_to_departure")).toEqual(nightOn(query.departure)?.closedToDeparture ? [query.departure] : []);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
