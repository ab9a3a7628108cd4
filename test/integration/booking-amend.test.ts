/** Amending: docs/interface.md §11. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { stampGroup } from "../../harness/stamp-group.ts";
import { type Life, type ProblemJson, type ReservationJson, startLife } from "../support/life.ts";
import { booking } from "../support/reserve.ts";

let groups = 0;
const life = (units?: number): Promise<Life> => startLife(`a${(groups += 1)}`, units);
const faultless = async ({ groupId }: Life): Promise<void> => expect((await accountsOf(env.DB, groupId)).faults).toEqual([]);

/** Amends the only booking of a reservation. */
const amend = <T = ReservationJson>(one: Life, made: ReservationJson, change: object, more: object = {}, query = "") =>
  one.call<T>("POST", `${one.at(made, "amendment")}${query}`, { bookings: [{ bookingId: one.only(made).bookingId, ...change }], ...more });

/** From now on every night at FLEX costs so much. */
async function setPrice({ groupId, euro }: Life, from: number, to: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("UPDATE calendar_months SET packed = replace(packed, ?2, ?3) WHERE group_id = ?1 AND hotel_id = ?4").bind(
      groupId,
      String(from * 10_000),
      String(to * 10_000),
      euro,
    ),
    ...stampGroup(env.DB, groupId),
  ]);
}

describe("other dates", () => {
  it("keep the price of the nights that stay and price the rest now", async () => {
    const one = await life();
    const made = await one.book();
    await setPrice(one, 100, 150);
    const { night } = one;
    const answer = await amend(one, made, { checkInDate: night(11), checkOutDate: night(14) });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ version: 2, bookings: [{ checkInDate: night(11), checkOutDate: night(14), totalPrice: 400 }] });
    expect(one.only(answer.json).nights.map(({ price }) => price)).toEqual([100, 150, 150]);
    expect(await Promise.all([10, 11, 12, 13, 14].map((ahead) => one.sold("DBL", ahead)))).toEqual([0, 1, 1, 1, 0]);
    const { reference } = one.only(made);
    expect(await one.documents(reference)).toEqual([
      ["Proforma", `${reference}-1`, null, [["ACCOM", 200]]],
      ["CreditNote", `${reference}-2`, `${reference}-1`, [["ACCOM", 200]]],
      ["Proforma", `${reference}-3`, null, [["ACCOM", 400]]],
    ]);
    const fees = one.only(answer.json).cancellationFees;
    expect(fees.map(({ fee }) => fee)).toEqual([0, 100, 400]);
    expect((await one.call("GET", one.at(made))).json).toEqual(answer.json);
    await faultless(one);
  });

  it("price everything now where the caller asks for it, or where room, rate or party changes", async () => {
    const one = await life();
    const priced = async (change: object, more: object = {}): Promise<number[]> => {
      const made = await one.book();
      const answer = await amend(one, made, change, more);
      return answer.status === 200 ? one.only(answer.json).nights.map(({ price }) => price) : [answer.status];
    };
    const before = await one.book();
    await setPrice(one, 100, 150);
    expect((await amend(one, before, {}, { pricing: "current" })).json).toMatchObject({ bookings: [{ totalPrice: 300 }] });
    await setPrice(one, 150, 100);
    expect(await priced({ roomId: "SGL" })).toEqual([100, 100]);
    expect(await priced({ rateId: "SAVER" })).toEqual([90, 90]);
    expect(await priced({ adult: "3" })).toEqual([120, 120]);
    expect(await priced({ promoCode: "SUMMER15" })).toEqual([85, 85]);
    expect(await priced({ adult: "9" })).toEqual([409]);
    await faultless(one);
  });

  it("can take the last unit, which they have themselves, and no unit that another has", async () => {
    const one = await life(1);
    const { night, euro } = one;
    const made = await one.book();
    expect((await amend(one, made, { checkInDate: night(11), checkOutDate: night(13) })).status).toBe(200);
    await one.book([booking(euro, { checkInDate: night(13), checkOutDate: night(14) })]);
    const refused = await amend<ProblemJson>(one, made, { checkOutDate: night(14) });
    expect([refused.status, refused.json.code, refused.json.unavailableBookings]).toEqual([409, "unavailable", [0]]);
    const dry = await amend<ProblemJson>(one, made, { checkOutDate: night(14) }, {}, "?dryRun=true");
    expect([dry.status, dry.json.code]).toEqual([409, "unavailable"]);
    await faultless(one);
  });

  it("swap the rooms of two bookings, all or nothing over hotels", async () => {
    const one = await life(1);
    const { euro, yen, night } = one;
    const made = await one.book([booking(euro), booking(euro, { roomId: "SGL" }), booking(yen, { roomId: "TWN" })]);
    const [first, second, third] = made.bookings.map(({ bookingId }) => bookingId);
    const swap = [
      { bookingId: first, roomId: "SGL" },
      { bookingId: second, roomId: "DBL" },
    ];
    await one.book([booking(yen, { roomId: "TWN", checkInDate: night(12), checkOutDate: night(13) })]);
    const path = one.at(made, "amendment");
    const refused = await one.call<ProblemJson>("POST", path, { bookings: [...swap, { bookingId: third, checkOutDate: night(13) }] });
    expect([refused.status, refused.json.unavailableBookings]).toEqual([409, [2]]);
    // The index is the request's, also behind a booking that stays as it is.
    const bookings = [{ bookingId: first }, { bookingId: third, checkOutDate: night(13) }];
    for (const query of ["", "?dryRun=true"]) {
      expect((await one.call<ProblemJson>("POST", `${path}${query}`, { bookings })).json).toMatchObject({ unavailableBookings: [1] });
    }
    expect((await one.call("POST", path, { bookings: swap })).json.bookings.map(({ roomId }) => roomId)).toEqual(["SGL", "DBL", "TWN"]);
    await faultless(one);
  });

  it("obey the restrictions as a booking does", async () => {
    const one = await life();
    const made = await one.book();
    // Day 300 is closed to arrival.
    const refused = await amend<ProblemJson>(one, made, { checkInDate: one.night(300), checkOutDate: one.night(302) });
    expect([refused.status, refused.json.code]).toEqual([409, "unavailable"]);
    expect((await amend(one, made, { checkInDate: one.night(299), checkOutDate: one.night(302) })).status).toBe(200);
    await faultless(one);
  });
});

describe("extras", () => {
  it("that stay keep their unit price, for as many nights as the stay has; others are priced now", async () => {
    const one = await life();
    const { euro, groupId, night } = one;
    const made = await one.book([booking(euro, { extras: [{ id: "BREAKFAST" }] })]);
    await env.DB.batch([
      env.DB.prepare("UPDATE extras SET price = price * 2 WHERE group_id = ?1").bind(groupId),
      ...stampGroup(env.DB, groupId),
    ]);
    const longer = await amend(one, made, { checkOutDate: night(13), extras: [{ id: "BREAKFAST" }, { id: "PARKING" }] });
    expect(one.only(longer.json).extras).toEqual([
      { id: "BREAKFAST", name: "BREAKFAST", quantity: 6, price: 12.5, totalPrice: 75 },
      { id: "PARKING", name: "PARKING", quantity: 3, price: 16, totalPrice: 48 },
    ]);
    expect(one.only((await amend(one, made, { extras: [] })).json)).toMatchObject({ extras: [], totalPrice: 300 });
    await faultless(one);
  });
});

describe("what changes neither dates nor amounts", () => {
  it("writes no document; what changes nothing writes nothing", async () => {
    const one = await life();
    const made = await one.book();
    const { reference } = one.only(made);
    expect((await amend(one, made, { bedConfiguration: "twin" })).json).toMatchObject({
      version: 2,
      bookings: [{ bedConfiguration: "twin" }],
    });
    expect(await one.documents(reference)).toHaveLength(1);
    expect((await amend(one, made, { bedConfiguration: "twin", adult: "2" })).json.version).toBe(2);
    expect(await one.events("booking.amended")).toHaveLength(1);
    await faultless(one);
  });
});

describe("dryRun and expectedTotals", () => {
  it("say what would be and write nothing; another total than the guest was shown is refused", async () => {
    const one = await life();
    const made = await one.book();
    const change = { checkOutDate: one.night(13) };
    const dry = await amend(one, made, change, {}, "?dryRun=true");
    expect(dry.json).toMatchObject({ version: 2, totals: [{ currencyCode: "EUR", totalPrice: 300 }] });
    expect((await one.call("GET", one.at(made))).json.version).toBe(1);
    const shown = (totalPrice: number) => ({ expectedTotals: [{ currencyCode: "EUR", totalPrice }] });
    const refused = await amend<ProblemJson>(one, made, change, shown(299));
    expect([refused.status, refused.json.code]).toEqual([409, "price_changed"]);
    expect(refused.json.errors).toMatchObject([{ pointer: "/expectedTotals/0/totalPrice", detail: "Is now 300 EUR." }]);
    const done = await amend(one, made, change, shown(300));
    expect(done.json.bookings).toEqual(dry.json.bookings);
    expect((await one.call("POST", `${one.at(made, "amendment")}?dryRun=yes`, {})).status).toBe(400);
    await faultless(one);
  });

  it("stand in a booking too", async () => {
    const one = await life();
    const refused = await one.call<ProblemJson>("POST", one.reservations, {
      billingDetails: { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" },
      bookings: [booking(one.euro, { expectedTotal: 200 }), booking(one.euro, { expectedTotal: 199.5 })],
    });
    expect([refused.status, refused.json.code]).toEqual([409, "price_changed"]);
    expect(refused.json.errors).toEqual([{ pointer: "/bookings/1/expectedTotal", code: "changed", detail: "Is now 200." }]);
  });
});

describe("an invalid amendment", () => {
  it("is told every fault of what changes, and none of what stays", async () => {
    const one = await life();
    const made = await one.book([booking(one.euro, { promoCode: "SUMMER15" })]);
    const { groupId } = one;
    await env.DB.batch([env.DB.prepare("DELETE FROM promotions WHERE group_id = ?1").bind(groupId), ...stampGroup(env.DB, groupId)]);
    const faults = async (change: object): Promise<unknown> => {
      const { status, json } = await amend<ProblemJson>(one, made, change);
      return [status, json.code, json.errors?.map(({ pointer, code }) => `${pointer.split("/").slice(3).join("/")} ${code}`)];
    };
    expect(await faults({ checkInDate: "2001-01-01", roomId: "NONE", extras: [{ id: "NONE" }] })).toEqual([
      422,
      "invalid_reservation",
      ["checkOutDate stay_too_long", "roomId unknown", "checkInDate in_the_past", "extras/0/id unknown"],
    ]);
    expect(await faults({ adult: 2, checkOutDate: "soon" })).toEqual([
      422,
      "invalid_reservation",
      ["checkOutDate invalid_format", "adult invalid_type"],
    ]);
    // The code it was booked with is gone: its nights keep their price, new ones have none of it.
    const longer = await amend(one, made, { checkOutDate: one.night(13) });
    expect(one.only(longer.json).nights.map(({ price }) => price)).toEqual([85, 85, 100]);
  });
});

describe("in house", () => {
  it("only the departure and the extras may be amended: what was stayed stays", async () => {
    const one = await life();
    const { night, setDay, call, at } = one;
    const made = await one.book([booking(one.euro, { checkInDate: night(10), checkOutDate: night(14) })]);
    setDay(10);
    await call("POST", at(made, "check-in"));
    setDay(12);
    const refused = await amend<ProblemJson>(one, made, { roomId: "SGL" });
    expect([refused.status, refused.json.code, refused.json.bookings?.[0]?.status]).toEqual([409, "not_changeable", "in_house"]);
    expect((await amend<ProblemJson>(one, made, { checkOutDate: night(11) })).status).toBe(409);
    await setPrice(one, 100, 150);
    const left = await amend(one, made, { checkOutDate: night(12), extras: [{ id: "CHAMPAGNE" }] }, { pricing: "current" });
    expect(one.only(left.json)).toMatchObject({ status: "in_house", checkOutDate: night(12), totalPrice: 245 });
    expect(one.only(left.json).nights.map(({ price }) => price)).toEqual([100, 100]);
    expect(await Promise.all([10, 11, 12, 13].map((ahead) => one.sold("DBL", ahead)))).toEqual([1, 1, 0, 0]);
    await faultless(one);
  });
});

describe("an Idempotency-Key", () => {
  it("gives the amendment's own answer again, and amends once", async () => {
    const one = await life();
    const made = await one.book();
    const key = { "Idempotency-Key": "amend" };
    const body = { bookings: [{ bookingId: one.only(made).bookingId, checkOutDate: one.night(13) }] };
    const done = await one.call("POST", one.at(made, "amendment"), body, key);
    await amend(one, made, { checkOutDate: one.night(12) });
    const again = await one.call("POST", one.at(made, "amendment"), body, key);
    expect([again.status, again.text, again.headers.get("Idempotency-Replayed")]).toEqual([200, done.text, "true"]);
    expect((await one.call("GET", one.at(made))).json.version).toBe(3);
    await faultless(one);
  });
});
