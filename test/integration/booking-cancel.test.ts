/** Cancelling: docs/interface.md §11. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type Life, type ProblemJson, startLife } from "../support/life.ts";
import { booking } from "../support/reserve.ts";

let groups = 0;
const life = (units?: number): Promise<Life> => startLife(`c${(groups += 1)}`, units);
const faultless = async ({ groupId }: Life): Promise<void> => expect((await accountsOf(env.DB, groupId)).faults).toEqual([]);

describe("a policy", () => {
  it("stands in offers and in the reservation as instants and amounts", async () => {
    const { call, book, euro, groupId, night, clock } = await life();
    const offers = await call<{ offers: { rateId: string; cancellationFees: unknown }[] }>(
      "GET",
      `/offers/${groupId}/${euro}?arrival=${night(10)}&departure=${night(12)}`,
    );
    const now = new Date(clock.ms).toISOString();
    const { bookings } = await book();
    const fees = bookings[0]?.cancellationFees;
    expect(fees).toHaveLength(3);
    expect(fees?.map(({ fee }) => fee)).toEqual([0, 100, 200]);
    expect(fees?.[0]?.from).toBe(now);
    const [, first = "", all = ""] = fees?.map(({ from }) => from) ?? [];
    expect(Date.parse(all) - Date.parse(first)).toBe(48 * 3_600_000);
    const wall = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Lisbon", dateStyle: "short", timeStyle: "short", hourCycle: "h23" });
    expect(wall.format(Date.parse(all))).toBe(`${night(10)}, 15:00`);
    expect(offers.json.offers.find(({ rateId }) => rateId === "FLEX")?.cancellationFees).toEqual(fees);
    expect(offers.json.offers.find(({ rateId }) => rateId === "SAVER")?.cancellationFees).toEqual([{ from: now, fee: 180 }]);
  });

  it("is kept with the booking: what becomes of the rate does not touch it", async () => {
    const { call, book, at, groupId } = await life();
    const made = await book();
    await env.DB.prepare("UPDATE rates SET cancellation = NULL WHERE group_id = ?1").bind(groupId).run();
    expect((await call("GET", at(made))).json.bookings[0]?.cancellationFees).toEqual(made.bookings[0]?.cancellationFees);
  });
});

describe("cancelling", () => {
  it("before every tier is free: units come back at once, the Proforma is taken back", async () => {
    const one = await life();
    const { call, book, at, sold, documents, events } = one;
    const made = await book([booking(one.euro, { extras: [{ id: "BREAKFAST" }] })]);
    const { bookingId, reference } = one.only(made);
    expect(await sold("DBL", 10)).toBe(1);
    const quote = await call<{ bookings: unknown[] }>("GET", at(made, "cancellation"));
    expect(quote.json).toEqual({
      bookings: [{ bookingId, fee: 0, currencyCode: "EUR", freeUntil: made.bookings[0]?.cancellationFees[1]?.from }],
    });
    const cancelled = await call("POST", at(made, "cancellation"));
    expect(cancelled.status).toBe(200);
    expect(cancelled.headers.get("ETag")).toBe('"v2"');
    expect(cancelled.json).toMatchObject({
      version: 2,
      status: "cancelled",
      bookings: [{ status: "cancelled" }],
      totals: [],
      cancellations: [{ bookingId, fee: 0, currencyCode: "EUR" }],
    });
    expect(await sold("DBL", 10)).toBe(0);
    const lines = [
      ["ACCOM", 200],
      ["MEAL", 50],
    ];
    expect(await documents(reference)).toEqual([
      ["Proforma", `${reference}-1`, null, lines],
      ["CreditNote", `${reference}-2`, `${reference}-1`, lines],
    ]);
    const { reservationId } = made;
    expect(await events("booking.cancelled")).toEqual([{ reservationId, bookingId, hotelId: one.euro, version: 2, fee: 0 }]);
    await faultless(one);
  });

  it("within a tier is charged, under the policy's sale code, numbered by its site", async () => {
    const one = await life();
    const { call, book, at, setDay, documents, euro } = one;
    const made = await book();
    const other = await book();
    setDay(9);
    const quote = await call<{ bookings: { fee: number; freeUntil: string | null }[] }>("GET", at(made, "cancellation"));
    expect(quote.json.bookings).toMatchObject([{ fee: 100, freeUntil: null }]);
    for (const [index, each] of [made, other].entries()) {
      expect((await call("POST", at(each, "cancellation"))).json.cancellations).toMatchObject([{ fee: 100 }]);
      const reference = each.bookings[0]?.reference ?? "";
      expect(await documents(reference)).toEqual([
        ["Proforma", `${reference}-1`, null, [["ACCOM", 200]]],
        ["CreditNote", `${reference}-2`, `${reference}-1`, [["ACCOM", 200]]],
        ["Invoice", `${euro}-I-00000${index + 1}`, null, [["MEAL", 100]]],
      ]);
    }
    await faultless(one);
  });

  it("can be waived by whoever has the scope, and by nobody else", async () => {
    const one = await life();
    const { call, book, at, setDay, groupId } = one;
    const made = await book();
    setDay(9);
    const refused = await call<ProblemJson>("POST", at(made, "cancellation"), { waiveFee: true }, {}, `${groupId}-site`);
    expect([refused.status, refused.json.code]).toEqual([401, "unauthorized"]);
    expect((await call("POST", at(made, "cancellation"), { waiveFee: true })).json.cancellations).toMatchObject([{ fee: 0 }]);
    await faultless(one);
  });

  it("is refused where the guest was shown another fee, which it names", async () => {
    const { call, book, at, setDay, events, only } = await life();
    const made = await book();
    const { bookingId } = only(made);
    setDay(9);
    const shown = (expectedFee: number) => call<ProblemJson>("POST", at(made, "cancellation"), { bookings: [{ bookingId, expectedFee }] });
    const refused = await shown(0);
    expect([refused.status, refused.json.code]).toEqual([409, "price_changed"]);
    expect(refused.json.errors).toEqual([{ pointer: "/bookings/0/expectedFee", code: "changed", detail: "Is now 100." }]);
    expect(await events("booking.cancelled")).toEqual([]);
    expect((await shown(100)).status).toBe(200);
  });

  it("takes the bookings named, passes over what is cancelled, and writes nothing where all is", async () => {
    const one = await life();
    const { call, book, at, euro, yen } = one;
    const made = await book([booking(euro), booking(yen, { roomId: "TWN" })]);
    const [first, second] = made.bookings.map(({ bookingId }) => ({ bookingId }));
    const part = await call("POST", at(made, "cancellation"), { bookings: [first] });
    expect(part.json).toMatchObject({
      version: 2,
      status: "confirmed",
      bookings: [{ status: "cancelled" }, { status: "confirmed" }],
      totals: [{ currencyCode: "JPY" }],
      cancellations: [first],
    });
    const again = await call("POST", at(made, "cancellation"), { bookings: [first] });
    expect([again.status, again.json.version, again.json.cancellations]).toEqual([200, 2, []]);
    const rest = await call("POST", at(made, "cancellation"));
    expect(rest.json).toMatchObject({ version: 3, status: "cancelled", cancellations: [second] });
    expect((await call("POST", at(made, "cancellation"))).json).toMatchObject({ version: 3, cancellations: [] });
    await faultless(one);
  });

  it("names what is not known, and what is malformed", async () => {
    const { call, book, at } = await life();
    const made = await book();
    const errorsOf = async (body: unknown): Promise<unknown> => {
      const { status, json } = await call<ProblemJson>("POST", at(made, "cancellation"), body);
      return [status, json.code, json.errors?.map(({ pointer, code }) => [pointer, code])];
    };
    const unknown = [{ bookingId: "no-such" }];
    expect(await errorsOf({ bookings: unknown })).toEqual([422, "invalid_reservation", [["/bookings/0/bookingId", "unknown"]]]);
    expect(await errorsOf({ bookings: [], waiveFee: 1, reason: 2 })).toMatchObject([422, "invalid_reservation", { length: 3 }]);
    expect((await call<ProblemJson>("POST", "/reservations/none/x/cancellation")).status).toBe(401);
    const id = made.bookings[0]?.bookingId;
    expect(await errorsOf({ bookings: [{ bookingId: id }, { bookingId: id }] })).toMatchObject([
      422,
      "invalid_reservation",
      [["/bookings/1/bookingId", "repeated"]],
    ]);
  });
});

describe("an Idempotency-Key", () => {
  it("gives the same answer again, byte for byte, whatever happened since", async () => {
    const one = await life();
    const { call, book, at, euro, groupId } = one;
    const made = await book([booking(euro), booking(euro)]);
    const [first] = made.bookings.map(({ bookingId }) => ({ bookingId }));
    const key = { "Idempotency-Key": "cancel-1" };
    const done = await call("POST", at(made, "cancellation"), { bookings: [first] }, key);
    await call("PATCH", at(made), { billingDetails: { lastname: "Byron" } });
    await call("POST", at(made, "cancellation"));
    const again = await call("POST", at(made, "cancellation"), { bookings: [first] }, key);
    expect([again.status, again.text, again.headers.get("Idempotency-Replayed")]).toEqual([200, done.text, "true"]);
    expect(again.headers.get("ETag")).toBe('"v2"');
    const reused = await call<ProblemJson>("POST", at(made, "cancellation"), {}, key);
    expect([reused.status, reused.json.code]).toEqual([422, "idempotency_key_reused"]);
    // On another path, and for another caller, it is another key.
    expect((await call("POST", at(await book(), "cancellation"), {}, key)).headers.get("Idempotency-Replayed")).toBeNull();
    expect((await call("POST", at(made, "cancellation"), {}, key, `${groupId}-desk`)).headers.get("Idempotency-Replayed")).toBeNull();
    await faultless(one);
  });

  it("is kept where nothing was left to cancel", async () => {
    const { call, book, at } = await life();
    const made = await book();
    await call("POST", at(made, "cancellation"));
    const key = { "Idempotency-Key": "nothing" };
    const done = await call("POST", at(made, "cancellation"), {}, key);
    await call("PATCH", at(made), { billingDetails: { lastname: "Byron" } });
    const again = await call("POST", at(made, "cancellation"), {}, key);
    expect([again.text, again.headers.get("Idempotency-Replayed")]).toEqual([done.text, "true"]);
  });
});

describe("If-Match", () => {
  it("of another version is told first, and writes nothing", async () => {
    const { call, book, at } = await life();
    const made = await book();
    expect((await call("GET", at(made))).headers.get("ETag")).toBe('"v1"');
    for (const tag of ['"v2"', 'W/"v1"', '"1"']) {
      const refused = await call<ProblemJson>(
        "POST",
        at(made, "cancellation"),
        { bookings: [{ bookingId: "no-such" }] },
        { "If-Match": tag },
      );
      expect([refused.status, refused.json.code]).toEqual([412, "version_conflict"]);
    }
    expect((await call("POST", at(made, "cancellation"), {}, { "If-Match": '"v9", "v1"' })).json.version).toBe(2);
    expect((await call("PATCH", at(made), {}, { "If-Match": "*" })).status).toBe(200);
  });
});
