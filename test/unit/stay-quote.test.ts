/** Every rule of a stay's price by example: docs/interface.md §4. Each departs from one room at one rate, 100.00 a night. */
import { describe, expect, it } from "vitest";
import { todayIn } from "../../src/base/calendar-date.ts";
import { type ProductRequest, offeringsOf, quoteProduct } from "../../src/selling/rules/offerings.ts";
import { compileGroup } from "../support/compile-group.ts";
import { day, groupOf, oneHotel, onNight, tenPercent } from "../support/one-hotel.ts";
import type { PlainHotel, PlainNight } from "../support/plain-group.ts";

const NOW_MS = Date.parse("2027-04-01T12:00:00Z");

type Asked = Partial<Omit<ProductRequest, "arrival" | "departure">> & { arrival?: string; departure?: string };

/** The total in units of currency, or the reason. From the 10th to the 13th of April for two, unless asked otherwise. */
function quote(hotel: PlainHotel, asked: Asked = {}, promotions = [tenPercent()]): number | string {
  const { arrival = "2027-04-10", departure = "2027-04-13", ...others } = asked;
  const request = { hotelId: "h1", roomId: "double", rateId: "flex", adults: 2, children: 0, rooms: 1, promoCode: "", ...others };
  const calendar = compileGroup(groupOf([hotel], promotions), { fromDay: day(arrival), untilDay: day(departure) });
  const answer = quoteProduct(calendar, { ...request, arrival: day(arrival), departure: day(departure) }, NOW_MS);
  if (!answer.ok) return answer.reason;
  expect(answer.nights.reduce((sum, night) => sum + night, 0)).toBe(answer.total);
  return answer.total / 10_000;
}

const april = (changes: Partial<PlainHotel> = {}): PlainHotel => oneHotel("2027-04-01", "2027-04-30", changes);
const aprilWith = (date: string, changes: Partial<PlainNight>): PlainHotel => onNight(april(), date, changes);

describe("the price of a night", () => {
  it("is the rate's price for the base occupancy, whatever is missing of it", () => {
    expect(quote(april())).toBe(300);
    expect(quote(april(), { adults: 1 })).toBe(300);
  });

  it("adds the amounts per extra adult and per child, times the rooms", () => {
    expect(quote(april(), { adults: 3 })).toBe(360);
    expect(quote(april(), { children: 2 })).toBe(360);
    expect(quote(april(), { adults: 3, children: 1, rooms: 2 })).toBe(780);
  });

  it("must be there for every night", () => {
    const reason = "The room is not for sale at this rate on every night.";
    expect(quote(aprilWith("2027-04-12", { price: null }))).toBe(reason);
    expect(quote(aprilWith("2027-04-13", { price: null }))).toBe(300);
    expect(quote(april(), { arrival: "2027-04-30", departure: "2027-05-01" })).toBe(100);
    expect(quote(april(), { arrival: "2027-04-30", departure: "2027-05-02" })).toBe(reason);
  });

  it("may be nothing at all", () => {
    expect(quote(aprilWith("2027-04-11", { price: 0 }))).toBe(200);
  });
});

describe("the party", () => {
  it("fits up to the room's maximum of adults and of children", () => {
    const reason = "The room does not take so many guests.";
    expect(quote(april(), { adults: 3, children: 2 })).toBe(420);
    expect(quote(april(), { adults: 4 })).toBe(reason);
    expect(quote(april(), { children: 3 })).toBe(reason);
  });

  it("needs as many units free as rooms on every night, which a quote leaves to the batch", () => {
    const offered = (units: number, sold: number, rooms: number): number => {
      const hotel = april();
      for (const row of hotel.stock) if (row.day === day("2027-04-12")) Object.assign(row, { units, sold });
      const stay = { arrival: day("2027-04-10"), departure: day("2027-04-13"), adults: 2, children: 0, promoCode: "" };
      const calendar = compileGroup(groupOf([hotel]), { fromDay: stay.arrival, untilDay: stay.departure });
      expect(quote(hotel, { rooms })).toBe(300 * rooms);
      return offeringsOf(calendar, calendar.catalogue.hotels.get("h1")!, { ...stay, rooms }, day("2027-04-01")).length;
    };
    expect(offered(2, 0, 2)).toBe(1);
    expect(offered(2, 0, 3)).toBe(0);
    expect(offered(5, 4, 1)).toBe(1);
    expect(offered(5, 4, 2)).toBe(0);
    expect(offered(0, 0, 1)).toBe(0);
  });
});

describe("restrictions", () => {
  it("stop-sell bars a stay on any of its nights, not on its departure date", () => {
    expect(quote(aprilWith("2027-04-10", { stopSell: true }))).toContain("is stopped");
    expect(quote(aprilWith("2027-04-12", { stopSell: true }))).toContain("is stopped");
    expect(quote(aprilWith("2027-04-13", { stopSell: true }))).toBe(300);
  });

  it("closed to arrival counts on the arrival night only", () => {
    expect(quote(aprilWith("2027-04-10", { closedToArrival: true }))).toBe("The rate is closed to arrival on the check-in date.");
    expect(quote(aprilWith("2027-04-11", { closedToArrival: true }))).toBe(300);
  });

  it("closed to departure counts on the departure date's row only", () => {
    expect(quote(aprilWith("2027-04-13", { closedToDeparture: true }))).toBe("The rate is closed to departure on the check-out date.");
    expect(quote(aprilWith("2027-04-12", { closedToDeparture: true }))).toBe(300);
  });

  it("closed to departure is found in the next month, and nothing is beyond the calendar", () => {
    const stay = { arrival: "2027-04-29", departure: "2027-05-01" };
    const may = oneHotel("2027-04-01", "2027-05-31");
    expect(quote(may, stay)).toBe(200);
    expect(quote(onNight(may, "2027-05-01", { closedToDeparture: true }), stay)).toContain("closed to departure");
    expect(quote(april(), stay)).toBe(200);
  });

  it("minimum stay is the arrival night's, and may be met exactly", () => {
    expect(quote(aprilWith("2027-04-10", { minStayArrival: 3 }))).toBe(300);
    expect(quote(aprilWith("2027-04-10", { minStayArrival: 4 }))).toBe("The stay is shorter than the minimum on the check-in date.");
    expect(quote(aprilWith("2027-04-11", { minStayArrival: 4 }))).toBe(300);
  });

  it("maximum stay is the arrival night's, and may be met exactly", () => {
    expect(quote(aprilWith("2027-04-10", { maxStayArrival: 3 }))).toBe(300);
    expect(quote(aprilWith("2027-04-10", { maxStayArrival: 2 }))).toBe("The stay is longer than the maximum on the check-in date.");
    expect(quote(aprilWith("2027-04-11", { maxStayArrival: 2 }))).toBe(300);
  });

  it("minimum stay through is the largest of all nights, not of the departure date", () => {
    expect(quote(aprilWith("2027-04-12", { minStayThrough: 3 }))).toBe(300);
    expect(quote(aprilWith("2027-04-12", { minStayThrough: 4 }))).toContain("minimum of one of its nights");
    expect(quote(aprilWith("2027-04-13", { minStayThrough: 4 }))).toBe(300);
  });

  it("hold the longest stays: 365 nights", () => {
    const hotel = oneHotel("2027-04-10", "2028-04-30");
    const year = { arrival: "2027-04-10", departure: "2028-04-09" };
    expect(quote(onNight(hotel, "2027-04-10", { minStayArrival: 365, maxStayArrival: 365, minStayThrough: 365 }), year)).toBe(36_500);
    expect(quote(hotel, { ...year, departure: "2028-04-08" })).toContain("shorter");
  });
});

describe("promotions", () => {
  it("apply whatever the case, and are ignored where unknown or empty", () => {
    for (const promoCode of ["TEN", "ten", "Ten"]) expect(quote(april(), { promoCode })).toBe(270);
    for (const promoCode of ["", "TENN", " TEN"]) expect(quote(april(), { promoCode })).toBe(300);
  });

  it("discount the night with its extra persons, rounded half up to the minor unit, before the rooms", () => {
    const hotel = aprilWith("2027-04-11", { price: 1_000_500 });
    // 100.05 and 30.00 for persons, less 10 %: 117.045, a half, up to 117.05.
    expect(quote(hotel, { promoCode: "TEN", adults: 3, children: 1, rooms: 2 })).toBe((117 + 117.05 + 117) * 2);
  });

  it("round to the minor unit of currencies with no and with three decimals", () => {
    const yen = april({ currencyCode: "JPY" });
    for (const night of yen.nights) night.price = 12_345 * 10_000;
    expect(quote(yen, { promoCode: "TEN" })).toBe(11_111 * 3);
    const dinar = april({ currencyCode: "KWD" });
    for (const night of dinar.nights) night.price = 123_450;
    expect(quote(dinar, { promoCode: "TEN" })).toBeCloseTo(11.111 * 3, 10);
  });

  it("leave at least one minor unit of a night, and a free night free", () => {
    const discount = { kind: "amount", amount: 9_000_000, currencyCode: "EUR" } as const;
    expect(quote(april(), { promoCode: "TEN" }, [tenPercent({ discount })])).toBe(0.03);
    expect(quote(aprilWith("2027-04-11", { price: 0 }), { promoCode: "TEN" }, [tenPercent({ discount })])).toBe(0.02);
  });

  it("of an amount count per night and room, at hotels of that currency only", () => {
    const euros = [tenPercent({ discount: { kind: "amount", amount: 150_000, currencyCode: "EUR" } })];
    expect(quote(april(), { promoCode: "TEN", rooms: 2 }, euros)).toBe((300 - 45) * 2);
    expect(quote(april({ currencyCode: "USD" }), { promoCode: "TEN" }, euros)).toBe(300);
  });

  it("apply to their rates only", () => {
    expect(quote(april(), { promoCode: "TEN" }, [tenPercent({ discountedRates: new Set(["flex"]) })])).toBe(270);
    expect(quote(april(), { promoCode: "TEN" }, [tenPercent({ discountedRates: new Set(["other"]) })])).toBe(300);
    expect(quote(april(), { promoCode: "TEN" }, [tenPercent({ discountedRates: new Set() })])).toBe(300);
  });

  it("unlock the hidden rates they name, with or without a discount", () => {
    const hotel = april({ rates: [{ id: "flex", hidden: true, extraAdultAmount: 0, childAmount: 0 }] });
    const unlocking = tenPercent({ discount: null, unlockedRates: new Set(["flex"]) });
    expect(quote(hotel)).toBe("There is no such room or rate.");
    expect(quote(hotel, { promoCode: "TEN" })).toBe("There is no such room or rate.");
    expect(quote(hotel, { promoCode: "TEN" }, [unlocking])).toBe(300);
  });

  it("hold only where every night lies in the stay window", () => {
    const window = (stayFrom: string, stayTo: string) => [tenPercent({ stayFrom: day(stayFrom), stayTo: day(stayTo) })];
    expect(quote(april(), { promoCode: "TEN" }, window("2027-04-10", "2027-04-12"))).toBe(270);
    expect(quote(april(), { promoCode: "TEN" }, window("2027-04-11", "2027-04-12"))).toBe(300);
    expect(quote(april(), { promoCode: "TEN" }, window("2027-04-10", "2027-04-11"))).toBe(300);
  });

  it("hold only while today at the hotel lies in the booking window", () => {
    const window = (bookFrom: string, bookTo: string) => [tenPercent({ bookFrom: day(bookFrom), bookTo: day(bookTo) })];
    expect(quote(april(), { promoCode: "TEN" }, window("2027-04-01", "2027-04-01"))).toBe(270);
    expect(quote(april(), { promoCode: "TEN" }, window("2027-04-02", "2027-04-09"))).toBe(300);
    expect(quote(april(), { promoCode: "TEN" }, window("2027-03-01", "2027-03-31"))).toBe(300);
    // At noon UTC it is tomorrow already in Tongatapu.
    const tonga = april({ timezone: "Pacific/Tongatapu" });
    expect(quote(tonga, { promoCode: "TEN" }, window("2027-04-02", "2027-04-02"))).toBe(270);
  });
});

describe("dates", () => {
  it("has a leap day where the year has one", () => {
    const stay = { arrival: "2028-02-27", departure: "2028-03-02" };
    expect(quote(oneHotel("2028-02-01", "2028-03-31"), stay)).toBe(400);
    const common = { arrival: "2029-02-27", departure: "2029-03-02" };
    expect(quote(oneHotel("2029-02-01", "2029-03-31"), common)).toBe(300);
  });

  it("counts the nights of a clock change like any others", () => {
    const spring = { arrival: "2028-03-25", departure: "2028-03-27" };
    expect(quote(oneHotel("2028-03-01", "2028-03-31"), spring)).toBe(200);
    const autumn = { arrival: "2028-10-28", departure: "2028-10-30" };
    expect(quote(oneHotel("2028-10-01", "2028-10-31"), autumn)).toBe(200);
    // Lisbon leaves summer time on 2028-10-29: midnight is 23:00 UTC before, 00:00 UTC after.
    expect(todayIn("Europe/Lisbon", Date.parse("2028-10-28T23:00:00Z"))).toBe(day("2028-10-29"));
    expect(todayIn("Europe/Lisbon", Date.parse("2028-10-29T23:59:59Z"))).toBe(day("2028-10-29"));
    expect(todayIn("Europe/Lisbon", Date.parse("2028-10-30T00:00:00Z"))).toBe(day("2028-10-30"));
  });

  it("crosses the end of a year", () => {
    expect(quote(oneHotel("2027-12-01", "2028-01-31"), { arrival: "2027-12-30", departure: "2028-01-03" })).toBe(400);
  });

  it("refuses an arrival before today at the hotel, and takes today", () => {
    const stay = (arrival: string) => ({ arrival, departure: "2027-04-03" });
    expect(quote(april(), stay("2027-04-01"))).toBe(200);
    expect(quote(april({ timezone: "Pacific/Tongatapu" }), stay("2027-04-01"))).toBe("The arrival lies before today at the hotel.");
  });

  it("does not sell what does not exist", () => {
    for (const asked of [{ hotelId: "x" }, { roomId: "x" }, { rateId: "x" }]) {
      expect(quote(april(), asked)).toBe("There is no such room or rate.");
    }
  });
});

describe("names that objects of JavaScript have by themselves", () => {
  it("are ids of rooms and rates like any others", () => {
    const names = ["constructor", "__proto__", "toString"];
    const rooms = names.map((id) => ({ id, baseAdults: 2, maxAdults: 2, maxChildren: 0 }));
    const rates = names.map((id) => ({ id, hidden: false, extraAdultAmount: 0, childAmount: 0 }));
    const known = oneHotel("2027-04-01", "2027-04-30");
    const stranger = { ...known, rooms, rates };
    // The month holds nothing of them: a room that is not there is not for sale.
    for (const roomId of names) expect(quote(stranger, { roomId, rateId: "constructor" })).toContain("not for sale");
    const hotel = april({ rooms: rooms.slice(0, 1), rates: rates.slice(0, 1) });
    expect(quote(hotel, { roomId: "constructor", rateId: "constructor" })).toBe(300);
  });
});
