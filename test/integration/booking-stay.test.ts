/** Check-in, check-out, no-show, other guests, and the list: docs/interface.md §11. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type Life, type ProblemJson, type ReservationJson, startLife } from "../support/life.ts";
import { booking } from "../support/reserve.ts";

let groups = 0;
const life = (units?: number): Promise<Life> => startLife(`s${(groups += 1)}`, units);
const faultless = async ({ groupId }: Life): Promise<void> => expect((await accountsOf(env.DB, groupId)).faults).toEqual([]);

/** Status, code, and the status of the first booking named. */
async function refusal(answer: Promise<{ status: number; json: ProblemJson }>): Promise<unknown[]> {
  const { status, json } = await answer;
  return [status, json.code, json.bookings?.[0]?.status];
}

describe("a stay", () => {
  it("is checked in from its day on and checked out with an invoice of all that is expected", async () => {
    const one = await life();
    const { call, book, at, setDay, documents, euro, sold } = one;
    const made = await book([booking(euro, { extras: [{ id: "BREAKFAST" }] })]);
    const { reference } = one.only(made);
    expect(await refusal(call("POST", at(made, "check-in")))).toEqual([409, "not_changeable", "confirmed"]);
    setDay(10);
    expect(await refusal(call("POST", at(made, "check-out")))).toEqual([409, "not_changeable", "confirmed"]);
    expect((await call("POST", at(made, "check-in"))).json).toMatchObject({ version: 2, bookings: [{ status: "in_house" }] });
    expect(await refusal(call("POST", at(made, "check-in")))).toEqual([409, "not_changeable", "in_house"]);
    expect(await refusal(call("POST", at(made, "cancellation")))).toEqual([409, "not_changeable", "in_house"]);
    const charge = await call("POST", `/documents/${one.groupId}`, {
      transactionType: "Proforma",
      bookingId: one.only(made).bookingId,
      lines: [{ saleCode: "MEAL", gross: 30 }],
    });
    expect(charge.status).toBe(201);
    setDay(12);
    expect((await call("POST", at(made, "check-out"))).json).toMatchObject({ version: 3, bookings: [{ status: "checked_out" }] });
    expect((await documents(reference)).at(-1)).toEqual([
      "Invoice",
      `${euro}-I-000001`,
      null,
      [
        ["ACCOM", 200],
        ["MEAL", 80],
      ],
    ]);
    expect(await sold("DBL", 11)).toBe(1);
    for (const verb of ["check-in", "check-out", "no-show", "cancellation"]) {
      expect(await refusal(call("POST", at(made, verb)))).toEqual([409, "not_changeable", "checked_out"]);
    }
    const account = await call<{ expected: number; charged: number; paid: number; balance: number }>(
      "GET",
      `/accounts/${one.groupId}/${reference}`,
    );
    expect(account.json).toMatchObject({ expected: 0, charged: 280, paid: 0, balance: 280 });
  });

  it("left early gives its nights back and is charged in full", async () => {
    const one = await life();
    const { call, book, at, setDay, sold } = one;
    const made = await book();
    setDay(10);
    await call("POST", at(made, "check-in"));
    setDay(11);
    await call("POST", at(made, "check-out"));
    expect(await Promise.all([10, 11].map((ahead) => sold("DBL", ahead)))).toEqual([1, 0]);
    await faultless(one);
  });

  it("that is invoiced in house cannot be amended or cancelled any more", async () => {
    const one = await life();
    const { call, book, at, setDay, only, night, groupId } = one;
    const made = await book();
    const { bookingId, reference } = only(made);
    setDay(10);
    await call("POST", at(made, "check-in"));
    expect((await call("POST", `/documents/${groupId}`, { transactionType: "Invoice", bookingId })).status).toBe(201);
    const amended = call<ProblemJson>("POST", at(made, "amendment"), { bookings: [{ bookingId, checkOutDate: night(13) }] });
    expect(await refusal(amended)).toEqual([409, "not_changeable", "in_house"]);
    setDay(12);
    expect((await call("POST", at(made, "check-out"))).status).toBe(200);
    // Nothing was open: nothing more is charged.
    expect((await one.documents(reference)).map(([type]) => type)).toEqual(["Proforma", "Invoice"]);
    await faultless(one);
  });
});

describe("a no-show", () => {
  it("is one from check-in time on; its fee settles what was expected", async () => {
    const one = await life();
    const { call, book, at, setDay, documents, only, euro, sold, events } = one;
    const made = await book();
    const { reference } = only(made);
    setDay(10, 12);
    expect(await refusal(call("POST", at(made, "no-show")))).toEqual([409, "not_changeable", "confirmed"]);
    setDay(10, 15);
    expect((await call("POST", at(made, "no-show"))).json.bookings[0]?.status).toBe("no_show");
    expect(await documents(reference)).toEqual([
      ["Proforma", `${reference}-1`, null, [["ACCOM", 200]]],
      ["Invoice", `${euro}-I-000001`, null, [["MEAL", 100]]],
    ]);
    expect(await Promise.all([10, 11].map((ahead) => sold("DBL", ahead)))).toEqual([0, 0]);
    expect(await events("booking.no_show")).toMatchObject([{ fee: 100 }]);
    await faultless(one);
  });

  it("without a fee takes back what was expected", async () => {
    const one = await life();
    const { call, book, at, setDay, documents, only, groupId } = one;
    await env.DB.prepare("UPDATE rates SET cancellation = json_set(cancellation, '$.noShow', json('{\"amount\":0}')) WHERE group_id = ?1")
      .bind(groupId)
      .run();
    const made = await book();
    setDay(11);
    await call("POST", at(made, "no-show"));
    const { reference } = only(made);
    expect((await documents(reference)).map(([type, own, second]) => [type, own, second])).toEqual([
      ["Proforma", `${reference}-1`, null],
      ["CreditNote", `${reference}-2`, `${reference}-1`],
    ]);
    await faultless(one);
  });
});

describe("left-out bodies", () => {
  it("mean all that can be", async () => {
    const one = await life();
    const { call, book, at, setDay, euro, night } = one;
    const later = { checkInDate: night(11), checkOutDate: night(13) };
    const made = await book([booking(euro), booking(euro, later)]);
    setDay(10);
    const statuses = ({ bookings }: ReservationJson): string[] => bookings.map(({ status }) => status);
    expect(statuses((await call("POST", at(made, "check-in"))).json)).toEqual(["in_house", "confirmed"]);
    const both = { bookings: made.bookings.map(({ bookingId }) => ({ bookingId })) };
    expect(await refusal(call("POST", at(made, "check-out"), both))).toEqual([409, "not_changeable", "confirmed"]);
    expect(statuses((await call("POST", at(made, "check-out"))).json)).toEqual(["checked_out", "confirmed"]);
    await faultless(one);
  });
});

describe("PATCH", () => {
  it("replaces the fields given and writes no document", async () => {
    const one = await life();
    const { call, book, at, only, documents, events } = one;
    const made = await book();
    const { bookingId, reference } = only(made);
    const named = await call("PATCH", at(made), { bookings: [{ bookingId, guest: { firstname: "Charles", lastname: "Babbage" } }] });
    expect(named.json).toMatchObject({ version: 2, bookings: [{ guest: { title: "", firstname: "Charles", lastname: "Babbage" } }] });
    const paid = await call("PATCH", at(made), { billingDetails: { phone: "+44", mailList: true } });
    expect(paid.json).toMatchObject({ version: 3, billingDetails: { firstname: "Ada", phone: "+44", mailList: true } });
    const own = await call("PATCH", at(made), { bookings: [{ bookingId, guest: { useBillingDetails: true } }] });
    expect(only(own.json).guest).toEqual({ title: "", firstname: "Ada", lastname: "Lovelace" });
    expect((await call("PATCH", at(made), { billingDetails: { phone: "+44" } })).json.version).toBe(4);
    expect(await documents(reference)).toHaveLength(1);
    expect(await events("booking.guest_changed")).toHaveLength(3);
    const refused = await call<ProblemJson>("PATCH", at(made), {
      billingDetails: { email: " " },
      bookings: [{ bookingId: "x", guest: { lastname: "" } }],
    });
    expect(refused.json.errors?.map(({ pointer }) => pointer)).toEqual(["/billingDetails/email", "/bookings/0/guest/lastname"]);
    await faultless(one);
  });
});

describe("whose a reservation is", () => {
  it("decides who sees and changes it: another client's is 404, a bound desk sees its hotel's bookings", async () => {
    const one = await life();
    const { call, book, at, euro, yen, groupId } = one;
    const both = await book([booking(euro), booking(yen, { roomId: "TWN" })]);
    const far = await book([booking(yen, { roomId: "TWN" })]);
    const other = `${groupId}-other`;
    for (const [method, verb] of [
      ["GET", ""],
      ["PATCH", ""],
      ["GET", "cancellation"],
      ["POST", "cancellation"],
      ["POST", "amendment"],
    ] as const) {
      const body = verb === "amendment" ? { bookings: [{ bookingId: "x" }] } : {};
      const refused = await call<ProblemJson>(method, at(both, verb), method === "GET" ? undefined : body, {}, other);
      expect([verb, refused.status, refused.json.code]).toEqual([verb, 404, "not_found"]);
    }
    const desk = `${groupId}-desk`;
    expect((await call("GET", at(both), undefined, {}, desk)).json.bookings.map(({ hotelId }) => hotelId)).toEqual([euro]);
    expect((await call("GET", at(far), undefined, {}, desk)).status).toBe(404);
    const named = { bookings: [{ bookingId: both.bookings[1]?.bookingId }] };
    expect((await call("POST", at(both, "cancellation"), named, {}, desk)).status).toBe(422);
    await call("POST", at(both, "cancellation"), {}, {}, desk);
    expect((await call("GET", at(both))).json.bookings.map(({ status }) => status)).toEqual(["cancelled", "confirmed"]);
    await faultless(one);
  });
});

describe("the list", () => {
  it("goes by pages, oldest first, through what the caller may see", async () => {
    const one = await life();
    const { call, book, at, euro, yen, groupId, night, reservations } = one;
    const early = await book([booking(euro, { checkInDate: night(3), checkOutDate: night(5) })]);
    const late = await book([booking(euro, { checkInDate: night(30), checkOutDate: night(31) }), booking(yen, { roomId: "TWN" })]);
    const others = await book([booking(yen, { roomId: "TWN" })], `${groupId}-other`);
    await call("POST", at(early, "cancellation"));
    const ids = async (query: string, token?: string): Promise<string[]> => {
      const { json } = await call<{ reservations: ReservationJson[] }>("GET", `${reservations}${query}`, undefined, {}, token);
      return json.reservations.map(({ reservationId }) => reservationId);
    };
    const all = [early, late, others].map(({ reservationId }) => reservationId);
    const [first, second, third] = all;
    expect(await ids("")).toEqual(all);
    expect(await ids("", `${groupId}-site`)).toEqual([first, second]);
    expect(await ids("", `${groupId}-other`)).toEqual([third]);
    expect(await ids("", `${groupId}-desk`)).toEqual([first, second]);
    expect(await ids("?status=cancelled")).toEqual([first]);
    expect(await ids(`?hotelId=${yen}`)).toEqual([second, third]);
    expect(await ids(`?hotelId=${euro}&status=confirmed`)).toEqual([second]);
    expect(await ids(`?arrivalFrom=${night(4)}&arrivalTo=${night(29)}`)).toEqual([second, third]);
    expect(await ids(`?arrivalFrom=${night(30)}`)).toEqual([second]);
    expect(await ids(`?arrivalTo=${night(3)}`)).toEqual([first]);
    expect(await ids(`?reference=${late.reference}`)).toEqual([second]);
    expect(await ids(`?reference=${others.bookings[0]?.reference}`)).toEqual([third]);
    const paged: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: { json: { reservations: ReservationJson[]; next: string | null }; headers: Headers } = await call(
        "GET",
        `${reservations}?limit=1${next && `&after=${next}`}`,
      );
      paged.push(...page.json.reservations.map(({ reservationId }) => reservationId));
      expect(Number(page.headers.get("Event-Sequence"))).toBeGreaterThan(0);
      ({ next } = page.json);
    }
    expect(paged).toEqual(all);
    const refused = await call<ProblemJson>("GET", `${reservations}?status=lost&limit=0&arrivalFrom=2026&after=x`);
    expect([refused.status, refused.json.errors?.length]).toEqual([400, 4]);
    expect((await call("GET", `${reservations}?hotelId=${yen}`, undefined, {}, `${groupId}-desk`)).status).toBe(404);
  });
});

describe("what a client may hold", () => {
  it("is limited by hotel and hour: beyond it 429, and cancelling gives it back at once", async () => {
    const one = await life(50);
    const { call, book, at, euro, groupId, clock } = one;
    await env.DB.prepare("UPDATE hotels SET hold_nights_per_hour = 4 WHERE hotel_id = ?1").bind(euro).run();
    const made = await book();
    await book();
    const body = { billingDetails: { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" }, bookings: [booking(euro)] };
    const site = `${groupId}-site`;
    const refused = await call<ProblemJson>("POST", one.reservations, body, {}, site);
    expect([refused.status, refused.json.code]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await call("POST", one.reservations, body, {}, `${groupId}-other`)).status).toBe(200);
    await call("POST", at(made, "cancellation"));
    expect((await call("POST", one.reservations, body, {}, site)).status).toBe(200);
    expect((await call("POST", one.reservations, body, {}, site)).status).toBe(429);
    clock.ms += 3_600_000;
    expect((await call("POST", one.reservations, body, {}, site)).status).toBe(200);
    await faultless(one);
  });
});
