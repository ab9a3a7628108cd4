/** What POST /reservations refuses, and how it says so: docs/interface.md §4.6, §5. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { CLOSED_AHEAD, addBookableGroup, addKey, night } from "../../harness/bookable-group.ts";
import { type ProblemAnswer, booking, reservation, reserve } from "../support/reserve.ts";
import { stampGroup } from "../../harness/stamp-group.ts";

let euro = "";
let yen = "";
let rival = "";

beforeAll(async () => {
  ({ euro, yen } = await addBookableGroup(env.DB, "g1", 2));
  ({ euro: rival } = await addBookableGroup(env.DB, "g2"));
});

/** The pointers of the errors of a 422, sorted. */
async function pointersOf(body: unknown): Promise<string[]> {
  const answer = await reserve("g1", body);
  const problem = await answer.json<ProblemAnswer>();
  expect([answer.status, problem.code]).toEqual([422, "invalid_reservation"]);
  return (problem.errors ?? []).map(({ pointer }) => pointer).sort();
}

/** The pointers below /bookings/0 that a change of a booking brings. */
async function bookingPointers(change: Record<string, unknown>): Promise<string[]> {
  const pointers = await pointersOf(reservation([booking(euro, change)]));
  return pointers.map((pointer) => pointer.replace("/bookings/0/", ""));
}

describe("a reservation with an invalid field", () => {
  it.each<[string, unknown, string[]]>([
    ["no object", [], [""]],
    ["null", null, [""]],
    ["nothing", {}, ["/billingDetails", "/bookings"]],
    ["no bookings", { billingDetails: { firstname: "A", lastname: "B", email: "c" }, bookings: [] }, ["/bookings"]],
    [
      "bookings that are a long text",
      { billingDetails: { firstname: "A", lastname: "B", email: "c" }, bookings: "x".repeat(50) },
      ["/bookings"],
    ],
    ["bookings that are not a list", { billingDetails: { firstname: "A", lastname: "B", email: "c" }, bookings: {} }, ["/bookings"]],
    [
      "too many bookings",
      { billingDetails: { firstname: "A", lastname: "B", email: "c" }, bookings: Array.from({ length: 21 }, () => ({})) },
      ["/bookings"],
    ],
    [
      "empty objects",
      { billingDetails: {}, bookings: [{}] },
      [
        "/billingDetails/email",
        "/billingDetails/firstname",
        "/billingDetails/lastname",
        "/bookings/0/adult",
        "/bookings/0/checkInDate",
        "/bookings/0/checkOutDate",
        "/bookings/0/guest/firstname",
        "/bookings/0/guest/lastname",
        "/bookings/0/hotelId",
        "/bookings/0/rateId",
        "/bookings/0/roomId",
      ],
    ],
  ])("is refused for %s", async (_what, body, pointers) => {
    expect(await pointersOf(body)).toEqual(pointers);
  });

  it("says what is wrong with it in codes of its own", async () => {
    const change = {
      checkInDate: "2027-02-29",
      adult: "x",
      guest: { firstname: " ", lastname: "L" },
      extras: [{ id: "", chargeDays: [["x"]] }],
    };
    const problem = await (await reserve("g1", reservation([booking(euro, change)]))).json<ProblemAnswer>();
    expect(Object.fromEntries((problem.errors ?? []).map(({ pointer, code }) => [pointer.replace("/bookings/0/", ""), code]))).toEqual({
      checkInDate: "invalid_format",
      adult: "invalid_format",
      "guest/firstname": "required",
      "extras/0/id": "invalid_format",
      "extras/0/chargeDays/0/0": "invalid_format",
    });
  });

  it("says what is wrong with the whole body in words", async () => {
    const problem = await (await reserve("g1", [])).json<ProblemAnswer>();
    expect(problem.detail).toBe("The body: Must be an object.");
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ["an adult that is a number", { adult: 2 }, ["adult"]],
    ["no adult", { adult: "0" }, ["adult"]],
    ["too many adults", { adult: "21" }, ["adult"]],
    ["an adult that is not digits", { adult: "+2" }, ["adult"]],
    ["too many children", { children: "21" }, ["children"]],
    ["negative children", { children: "-1" }, ["children"]],
    ["a date that is not real", { checkInDate: "2027-02-29" }, ["checkInDate"]],
    ["a date with a time", { checkInDate: `${night(10)}T00:00:00` }, ["checkInDate"]],
    ["a departure on the arrival", { checkOutDate: night(10) }, ["checkOutDate"]],
    ["a departure before the arrival", { checkOutDate: night(9) }, ["checkOutDate"]],
    ["366 nights", { checkOutDate: night(376) }, ["checkOutDate"]],
    ["an arrival in the past", { checkInDate: night(-2) }, ["checkInDate"]],
    ["an unknown hotel", { hotelId: "nowhere" }, ["hotelId"]],
    ["an unknown room", { roomId: "nothing" }, ["roomId"]],
    ["a room of another hotel", { roomId: "TWN" }, ["roomId"]],
    ["an unknown rate", { rateId: "nothing" }, ["rateId"]],
    ["a bed the room has not", { bedConfiguration: "bunk" }, ["bedConfiguration"]],
    ["an unknown promo code", { promoCode: "NOPE" }, ["promoCode"]],
    ["a promo code that has ended", { promoCode: "ENDED" }, ["promoCode"]],
    ["no guest", { guest: undefined }, ["guest/firstname", "guest/lastname"]],
    ["a guest without a last name", { guest: { firstname: "A", lastname: " " } }, ["guest/lastname"]],
    ["a guest that is not an object", { guest: "A" }, ["guest"]],
    ["extras that are not a list", { extras: {} }, ["extras"]],
    ["an extra without an id", { extras: [{}] }, ["extras/0/id"]],
    ["an unknown extra", { extras: [{ id: "PARKING" }, { id: "SPA" }] }, ["extras/1/id"]],
    ["a price that is not a number", { extras: [{ id: "PARKING", price: "8" }] }, ["extras/0/price"]],
    ["too many extras", { extras: Array.from({ length: 51 }, () => ({})) }, ["extras"]],
    ["a charge day that is not a date", { extras: [{ id: "PARKING", chargeDays: [[night(10)], ["x"]] }] }, ["extras/0/chargeDays/1/0"]],
    ["a charge day on the departure", { extras: [{ id: "PARKING", chargeDays: [[night(11), night(12)]] }] }, ["extras/0/chargeDays/0/1"]],
    ["a charge day twice", { extras: [{ id: "PARKING", chargeDays: [[night(11)], [night(11)]] }] }, ["extras/0/chargeDays/1/0"]],
    ["a control character", { guest: { firstname: "A\u0000", lastname: "B" } }, ["guest/firstname"]],
    ["half of a surrogate pair", { guest: { firstname: "A", lastname: "\uD800" } }, ["guest/lastname"]],
    ["a noncharacter", { bedConfiguration: "\uFFFF" }, ["bedConfiguration"]],
    ["a text too long", { guest: { firstname: "A".repeat(201), lastname: "B" } }, ["guest/firstname"]],
    ["an id too long", { hotelId: "h".repeat(65) }, ["hotelId"]],
    [
      "many faults at once, of form and of meaning",
      { adult: "none", checkOutDate: night(10), roomId: "nothing", promoCode: "NOPE", extras: [{ id: "SPA", price: "8" }] },
      ["adult", "checkOutDate", "extras/0/price", "promoCode", "roomId"],
    ],
  ])("is refused for %s", async (_what, change, pointers) => {
    expect(await bookingPointers(change)).toEqual(pointers);
  });

  it("tells no hotel of another group from one that does not exist", async () => {
    const [theirs, nobodys] = await Promise.all(
      [rival, "nowhere"].map(async (hotelId) => {
        const { requestId: _, ...problem } = await (
          await reserve("g1", reservation([booking(hotelId)]))
        ).json<ProblemAnswer & { requestId: string }>();
        return problem;
      }),
    );
    expect(theirs).toEqual(nobodys);
  });

  it("is answered briefly, whatever the number of faults", async () => {
    const extras = Array.from({ length: 50 }, () => ({ id: "PARKING", chargeDays: [Array.from({ length: 300 }, () => "")] }));
    const answer = await reserve("g1", reservation([booking(euro, { extras }), booking(euro, { extras })]));
    expect(answer.status).toBe(422);
    expect((await answer.json<ProblemAnswer>()).errors).toHaveLength(1000);
  });

  it("is answered briefly where a date is named a thousand times", async () => {
    const chargeDays = Array.from({ length: 50 }, () => Array.from({ length: 300 }, () => night(10)));
    const answer = await reserve("g1", reservation([booking(euro, { extras: [{ id: "PARKING", chargeDays }] })]));
    expect(answer.status).toBe(422);
    expect((await answer.json<ProblemAnswer>()).errors).toHaveLength(1000);
  });

  it("is refused for lists nested beyond reason, also where the body has to be compared", async () => {
    const deep = `{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const answers = [await reserve("g1", deep), await reserve("g1", deep, { "Idempotency-Key": "deep" })];
    // A host whose JSON cannot be written so deep says 400.
    for (const { status } of answers) expect([400, 422]).toContain(status);
  });

  it("is told from a body that is not JSON, too large or of another type", async () => {
    const answers = await Promise.all([
      reserve("g1", "{"),
      reserve("g1", `"${"x".repeat(256 * 1024)}"`),
      reserve("g1", "<a/>", { "Content-Type": "text/xml" }),
      reserve("g1", reservation([booking(euro)]), { Authorization: "Bearer g2-key" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 413, 415, 401]);
  });

  it("is 401 for a key without the scope", async () => {
    await addKey(env.DB, "g1", "reader", ["hotels", "availability"]);
    const answer = await reserve("g1", reservation([booking(euro)]), { Authorization: "Bearer reader" });
    expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    expect(await answer.json()).toMatchObject({
      code: "unauthorized",
      detail: "The caller lacks the scope that this needs: reservations.",
    });
    const read = await exports.default.fetch("http://tabard.test/reservations/g1", { headers: { Authorization: "Bearer reader" } });
    expect(read.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    expect(await read.json()).toMatchObject({ detail: "The caller lacks the scope that this needs: reservations or bookings." });
  });
});

describe("a booking that offers would not show", () => {
  it.each<[string, Record<string, unknown>]>([
    ["too many adults", { adult: "4" }],
    ["too many children", { children: "3" }],
    ["a hidden rate without its code", { rateId: "SECRET" }],
    ["a restriction", { checkInDate: night(CLOSED_AHEAD), checkOutDate: night(CLOSED_AHEAD + 1) }],
    ["a night beyond the calendar", { checkInDate: night(399), checkOutDate: night(402) }],
  ])("is unavailable for %s", async (_what, change) => {
    const answer = await reserve("g1", reservation([booking(euro), booking(euro, change), booking(yen, { roomId: "TWN" })]));
    const problem = await answer.json<ProblemAnswer>();
    expect([answer.status, problem.code, problem.unavailableBookings]).toEqual([409, "unavailable", [1]]);
    expect(problem.detail).toMatch(/^Booking 1: .+\.$/);
  });

  it("is unavailable where the units are gone, and the whole reservation with it", async () => {
    const stay = { checkInDate: night(50), checkOutDate: night(53) };
    const answer = await reserve(
      "g1",
      reservation([booking(yen, { roomId: "TWN" }), booking(euro, stay), booking(euro, stay), booking(euro, stay)]),
    );
    expect(await answer.json()).toMatchObject({
      code: "unavailable",
      unavailableBookings: [3],
      detail: `Booking 3: No unit is left on ${night(50)}.`,
    });
    const { results } = await env.DB.prepare("SELECT sum(sold) AS sold FROM stock WHERE group_id = 'g1'").all();
    expect(results).toEqual([{ sold: 0 }]);
  });

  it("is unavailable where a night has no stock at all", async () => {
    await env.DB.prepare("DELETE FROM stock WHERE hotel_id = ?1 AND night = (SELECT max(night) - 100 FROM stock)").bind(yen).run();
    const stay = { roomId: "TWN", checkInDate: night(299), checkOutDate: night(301) };
    const answer = await reserve("g1", reservation([booking(yen, { ...stay, checkInDate: night(299) })]));
    expect(await answer.json()).toMatchObject({ code: "unavailable", unavailableBookings: [0] });
  });
});

describe("a booking dearer than money can be counted", () => {
  it("is unavailable", async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE extras SET price = 1000000000000 WHERE hotel_id = ?1 AND extra_id = 'CHAMPAGNE'").bind(euro),
      ...stampGroup(env.DB, "g1"),
    ]);
    const extras = Array.from({ length: 50 }, () => ({ id: "CHAMPAGNE", chargeDays: [[night(10), night(11)]] }));
    const answer = await reserve("g1", reservation([booking(euro, { extras })]));
    expect(await answer.json()).toMatchObject({ code: "unavailable", unavailableBookings: [0] });
  });
});

describe("an extra whose price has changed", () => {
  it("is told with every field that differs", async () => {
    const extras = [
      { id: "PARKING", price: 7.99, currency: "USD", chargeMode: "PerAdult" },
      { id: "BREAKFAST", price: 12.5, currency: "" },
    ];
    const answer = await reserve("g1", reservation([booking(euro), booking(euro, { extras })]));
    const problem = await answer.json<ProblemAnswer>();
    expect([answer.status, problem.code]).toEqual([409, "price_changed"]);
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([
      "/bookings/1/extras/0/price",
      "/bookings/1/extras/0/currency",
      "/bookings/1/extras/0/chargeMode",
    ]);
  });
});
