/** Several isolates that follow one group through sales, cancellations and changes of all kinds, against the slow oracle: docs/interface.md §4.3. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { formatDate } from "../../src/base/calendar-date.ts";
import { toJsonNumber } from "../../src/base/money.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import { type Statement, bindAll } from "../../src/host/database.ts";
import { NEWEST_SEQUENCE, stampTerms } from "../../src/selling/rows/stamps.ts";
import type { StayQuery } from "../../src/selling/rules/stay.ts";
import { arbitraryStayCase } from "../support/arbitrary-group.ts";
import { noonOf } from "../support/compile-group.ts";
import { groupOf, oneHotel } from "../support/one-hotel.ts";
import { type PlainGroup, type PlainHotel, type PlainRate, packMonths, plainOffers } from "../support/plain-group.ts";
import { sellUnits } from "../../harness/stamp-group.ts";
import { type TestService, serviceAt, storeGroup } from "../support/store-group.ts";

const RUNS = Number(env.TABARD_FUZZ === "" ? 40 : env.TABARD_FUZZ);
const ISOLATES = 2;
const GROUP = "followed";
/** Units of a sale that leaves none. */
const EVERYTHING = 99;

/** Stays that are asked for again and again, from the calendar's first day. */
interface AskedStay {
  arrival: number;
  nights: number;
  rooms: number;
  promoCode: string;
}

/** A step. Numbers choose, modulo what there is; `stay` is one of the asked, and a night of it the one that changes. */
type Step =
  | { do: "sell"; hotel: number; stay: number; at: number; nights: number; units: number }
  | { do: "price"; hotel: number; stay: number; at: number; price: number | null; closed: boolean }
  | { do: "units"; hotel: number; stay: number; at: number; more: number }
  | { do: "rate"; hotel: number; at: number; amount: number }
  | { do: "offer"; hotel: number; at: number }
  | { do: "hotels" }
  | { do: "ask"; isolate: number; stay: number };

const where = { hotel: fc.nat(1), stay: fc.nat(1), at: fc.nat(100) };
const askedStay: fc.Arbitrary<AskedStay> = fc.record({
  arrival: fc.nat(40),
  nights: fc.integer({ min: 1, max: 9 }),
  rooms: fc.constantFrom(1, 1, 2, 9),
  promoCode: fc.constantFrom("", "ONE"),
});
const ask = fc.record({ do: fc.constant("ask" as const), isolate: fc.constantFrom(0, 0, 1), stay: fc.nat(1) });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("sell" as const),
    ...where,
    nights: fc.integer({ min: 1, max: 3 }),
    units: fc.constantFrom(1, -1, EVERYTHING),
  }),
  fc.record({ do: fc.constant("price" as const), ...where, price: fc.option(fc.integer({ min: 1, max: 9_000 })), closed: fc.boolean() }),
  fc.record({ do: fc.constant("units" as const), ...where, more: fc.integer({ min: -2, max: 3 }) }),
  fc.record({ do: fc.constant("rate" as const), hotel: where.hotel, at: where.at, amount: fc.nat(900) }),
  fc.record({ do: fc.constant("offer" as const), hotel: where.hotel, at: where.at }),
  fc.constant({ do: "hotels" as const }),
  ask,
  ask,
  ask,
  ask,
  ask,
);

function happened(hotelId: string, statements: Statement[]): Promise<unknown> {
  const event = { type: "ari.changed", subject: `/ari/${hotelId}`, hotelId, data: { hotelId } } as const;
  return env.DB.batch(bindAll(env.DB, [...appendEvents(GROUP, 0, [event]), ...statements]) as D1PreparedStatement[]);
}

/** Writes what differs of a hotel's months, and its stock. */
async function writeCalendar(plain: PlainHotel, before: ReadonlyMap<number, string>): Promise<void> {
  const months = new Map(Array.from(packMonths(plain), ([month, packed]) => [month, JSON.stringify(packed)]));
  const changed = [...months].filter(([month, packed]) => before.get(month) !== packed);
  const gone = [...before.keys()].filter((month) => !months.has(month));
  const of = (sql: string, value: unknown): Statement => ({ sql, values: [GROUP, plain.id, JSON.stringify(value)] });
  await happened(plain.id, [
    of("DELETE FROM calendar_months WHERE group_id = ?1 AND hotel_id = ?2 AND month IN (SELECT value FROM json_each(?3))", gone),
    of(
      `INSERT INTO calendar_months (group_id, month, hotel_id, packed, sequence)
        SELECT ?1, value ->> 0, ?2, value ->> 1, ${NEWEST_SEQUENCE} FROM json_each(?3) WHERE true
        ON CONFLICT DO UPDATE SET packed = excluded.packed, sequence = excluded.sequence`,
      changed,
    ),
    { sql: "DELETE FROM stock WHERE group_id = ?1 AND hotel_id = ?2", values: [GROUP, plain.id] },
    of(
      `INSERT INTO stock (group_id, hotel_id, room_id, night, units, sold) SELECT ?1, ?2, value ->> 'roomId', value ->> 'day',
        value ->> 'units', value ->> 'sold' FROM json_each(?3)`,
      plain.stock,
    ),
    { sql: `UPDATE hotels SET calendar_version = ${NEWEST_SEQUENCE} WHERE group_id = ?1 AND hotel_id = ?2`, values: [GROUP, plain.id] },
  ]);
}

async function sell(plain: PlainHotel, roomId: string, from: number, one: Extract<Step, { do: "sell" }>): Promise<void> {
  const { nights } = one;
  const rows = plain.stock.filter((row) => row.roomId === roomId && row.day >= from && row.day < from + nights);
  const units = one.units === EVERYTHING ? Math.min(...rows.map((row) => row.units - row.sold)) : one.units;
  const fits = rows.length === nights && rows.every((row) => row.sold + units >= 0 && row.sold + units <= row.units);
  if (!fits) return;
  for (const row of rows) row.sold += units;
  const sold = { hotelId: plain.id, roomId, from, until: from + nights, units };
  await env.DB.batch(bindAll(env.DB, sellUnits(GROUP, sold)) as D1PreparedStatement[]);
}

async function change(plain: PlainHotel, roomId: string, day: number, one: Extract<Step, { do: "price" | "units" }>): Promise<void> {
  const before = new Map(Array.from(packMonths(plain), ([month, packed]) => [month, JSON.stringify(packed)]));
  const night = plain.nights.find((row) => row.roomId === roomId && row.day === day);
  const stock = plain.stock.find((row) => row.roomId === roomId && row.day === day);
  if (one.do === "price" && night) Object.assign(night, { price: one.price && one.price * 10_000, closedToArrival: one.closed });
  if (one.do === "units" && stock) stock.units = Math.max(stock.sold, stock.units + one.more);
  await writeCalendar(plain, before);
}

async function changeRate(plain: PlainHotel, one: Extract<Step, { do: "rate" }>): Promise<void> {
  const rate = plain.rates[one.at % plain.rates.length];
  if (!rate) return;
  rate.childAmount = one.amount * 10_000;
  rate.extraAdultAmount = one.amount * 20_000;
  await happened(plain.id, [
    {
      sql: "UPDATE rates SET child_amount = ?3, extra_adult_amount = ?4 WHERE group_id = ?1 AND hotel_id = ?2 AND rate_id = ?5",
      values: [GROUP, plain.id, rate.childAmount, rate.extraAdultAmount, rate.id],
    },
    catalogueStamp(plain),
  ]);
}

/** Takes a rate from a hotel, or gives it back: its months stay as they are stored. */
async function changeOffer(plain: PlainHotel, all: readonly PlainRate[], index: number): Promise<void> {
  const rate = all[index % all.length];
  if (!rate) return;
  const isThere = plain.rates.includes(rate);
  plain.rates = all.filter((one) => (one === rate ? !isThere : plain.rates.includes(one)));
  const insert = `INSERT INTO rates (group_id, hotel_id, rate_id, name, refundable, deposit_basis_points, hidden, extra_adult_amount, child_amount,
    sale_code) VALUES (?1, ?2, ?3, ?3, 1, 0, ?4, ?5, ?6, 'ACCOM')`;
  const values = [GROUP, plain.id, rate.id, Number(rate.hidden), rate.extraAdultAmount, rate.childAmount];
  const remove = { sql: "DELETE FROM rates WHERE group_id = ?1 AND hotel_id = ?2 AND rate_id = ?3", values: values.slice(0, 3) };
  await happened(plain.id, [isThere ? remove : { sql: insert, values }, catalogueStamp(plain)]);
}

function catalogueStamp(plain: PlainHotel): Statement {
  const set = `catalogue_version = ${NEWEST_SEQUENCE}, calendar_version = ${NEWEST_SEQUENCE}`;
  return { sql: `UPDATE hotels SET ${set} WHERE group_id = ?1 AND hotel_id = ?2`, values: [GROUP, plain.id] };
}

async function removeHotel(plain: PlainHotel): Promise<void> {
  const of = (table: string): Statement => ({
    sql: `DELETE FROM ${table} WHERE group_id = ?1 AND hotel_id = ?2`,
    values: [GROUP, plain.id],
  });
  await happened(plain.id, [of("stock"), of("hotels"), stampTerms(GROUP)]);
}

interface OffersAnswer {
  offers: { roomId: string; rateId: string; totalPrice: number; unitsLeft: number }[];
}

/** Asks an isolate for availability and for the offers of every hotel, and compares both with the oracle. The number of offers. */
async function compare(service: TestService, group: PlainGroup, query: StayQuery, today: number): Promise<number> {
  const dates = `arrival=${formatDate(query.arrival)}&departure=${formatDate(query.departure)}`;
  const search = `${dates}&adults=${query.adults}&children=${query.children}&rooms=${query.rooms}&promoCode=${query.promoCode}`;
  const expected: { id: string; priceFrom: number }[] = [];
  let count = 0;
  for (const plain of group.hotels) {
    const oracle = plainOffers(group, plain, query, today).toSorted((one, other) => one.total - other.total);
    const answer = await service.get(`/offers/${GROUP}/${plain.id}?${search}`, `key-of-${GROUP}`);
    const { offers } = await answer.json<OffersAnswer>();
    const found = offers.map(({ roomId, rateId, totalPrice, unitsLeft }) => [roomId, rateId, totalPrice, unitsLeft]);
    expect(found).toEqual(oracle.map((one) => [one.roomId, one.rateId, toJsonNumber(one.total), one.unitsLeft]));
    const [cheapest] = oracle;
    if (cheapest) expected.push({ id: plain.id, priceFrom: toJsonNumber(cheapest.total) });
    count += oracle.length;
  }
  const answer = await service.get(`/availabilities/${GROUP}?${search}`, `key-of-${GROUP}`);
  const entries = await answer.json<{ id: string; priceFrom: number }[]>();
  expect(entries.map(({ id, priceFrom }) => ({ id, priceFrom }))).toEqual(expected);
  return count;
}

describe("several isolates over one database", () => {
  it("answer as the oracle does, whatever was sold, given back or changed between", { timeout: 300_000 }, async () => {
    const clock = { nowMs: 0 };
    const services = Array.from({ length: ISOLATES }, () => serviceAt(clock));
    let offered = 0;
    const stays = fc.tuple(askedStay, askedStay);
    await fc.assert(
      fc.asyncProperty(arbitraryStayCase(2), stays, fc.array(step, { minLength: 10, maxLength: 30 }), async ({ group }, asked, steps) => {
        const present: PlainGroup = { promotions: group.promotions, hotels: group.hotels };
        for (const plain of group.hotels) plain.timezone = "UTC";
        const start = Math.min(...group.hotels.flatMap((plain) => plain.nights.map((night) => night.day)));
        clock.nowMs = noonOf(start);
        await storeGroup(GROUP, present);
        const rates = new Map(group.hotels.map((plain) => [plain, plain.rates]));
        const queries = asked.map(({ arrival, nights, rooms, promoCode }) => {
          return { arrival: start + arrival, departure: start + arrival + nights, adults: 2, children: 1, rooms, promoCode };
        });
        for (const one of steps) {
          const plain = "hotel" in one ? present.hotels[one.hotel % present.hotels.length] : undefined;
          const query = "stay" in one ? queries[one.stay] : undefined;
          const roomId = "at" in one ? `r${one.at % (plain?.rooms.length ?? 1)}` : "";
          const day = query && "at" in one ? query.arrival + (one.at % (query.departure - query.arrival)) : start;
          if (one.do === "sell" && plain) await sell(plain, roomId, day, one);
          else if ((one.do === "price" || one.do === "units") && plain) await change(plain, roomId, day, one);
          else if (one.do === "rate" && plain) await changeRate(plain, one);
          else if (one.do === "ask" && query) offered += await compare(services[one.isolate]!, present, query, start);
          else if (one.do === "offer" && plain) await changeOffer(plain, rates.get(plain) ?? [], one.at);
          else if (one.do === "hotels" && present.hotels.length === 1) {
            present.hotels = group.hotels;
            await storeGroup(GROUP, present);
          } else if (one.do === "hotels") {
            await removeHotel(group.hotels[0]!);
            present.hotels = group.hotels.slice(1);
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(offered).toBeGreaterThan(RUNS);
  });
});

describe("the largest group", () => {
  const HOTELS = 500;
  const ROOMS = 8;
  const rooms = Array.from({ length: ROOMS }, (_, index) => ({ id: `room-${index}`, baseAdults: 2, maxAdults: 2, maxChildren: 0 }));
  const ids = Array.from({ length: HOTELS }, (_, index) => `big-${String(index).padStart(3, "0")}`);

  beforeAll(async () => {
    const first = oneHotel("2027-04-01", "2027-05-31", { id: ids[0]!, rooms });
    await storeGroup("big", groupOf([first]));
    // The others are copies of the first.
    const others = [JSON.stringify(ids.slice(1)), ids[0]!];
    const copy = (table: string, columns: string) =>
      `INSERT INTO ${table} (group_id, hotel_id, ${columns}) SELECT t.group_id, o.value, ${columns} FROM json_each(?1) o, ${table} t
        WHERE t.group_id = 'big' AND t.hotel_id = ?2`;
    const hotelColumns = `name, address1, address2, postcode, email, telephone, town, country, check_in_hours, check_in_minutes, check_out_hours,
      check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities, catalogue_version, calendar_version`;
    const statements = [
      `INSERT INTO sites SELECT value, 'big', 'hotel' FROM json_each(?1) WHERE ?2 <> ''`,
      copy("hotels", hotelColumns),
      copy("rooms", "room_id, name, base_adults, max_adults, max_children, bed_configurations"),
      copy("rates", "rate_id, name, refundable, deposit_basis_points, hidden, extra_adult_amount, child_amount, sale_code"),
      copy("calendar_months", "month, packed, sequence"),
    ];
    await env.DB.batch(statements.map((sql) => env.DB.prepare(sql).bind(...others)));
    await env.DB.prepare("UPDATE stock SET sold = units - 1 WHERE group_id = 'big'").run();
    await env.DB.prepare(copy("stock", "room_id, night, units, sold")).bind(...others).run(); // prettier-ignore
  }, 120_000);

  it("is read in one round trip with every room of every night short, no value beyond what D1 takes", { timeout: 120_000 }, async () => {
    const service = serviceAt({ nowMs: Date.parse("2027-04-01T12:00:00Z") });
    await service.get("/availabilities/big?arrival=x", "key-of-big");
    service.trips.length = 0;
    const ask = async (rooms: number): Promise<unknown[]> => {
      const answer = await service.get(`/availabilities/big?arrival=2027-04-01&departure=2027-05-31&rooms=${rooms}`, "key-of-big");
      expect(answer.status).toBe(200);
      return answer.json<unknown[]>();
    };
    expect(await ask(9)).toEqual([]);
    expect(service.trips).toHaveLength(1);
    expect(service.longestValue()).toBeLessThan(2_000_000);
    expect(await ask(2)).toEqual([]);
    expect(await ask(1)).toHaveLength(HOTELS);
    expect(service.trips).toHaveLength(3);
  });
});
