/** The history of a reservation as callers may see it: docs/interface.md §20. */
import { beforeAll, describe, expect, it } from "vitest";
import type { CallerCtx } from "../../src/access/caller.ts";
import type { Scope } from "../../src/access/rules/principal.ts";
import { HISTORY_VERSIONS_MAX } from "../../src/reservations/limits.ts";
import { readHistory } from "../../src/reservations/read-history.ts";
import { testCtx } from "../support/ledger.ts";
import { type Life, type ReservationJson, startLife } from "../support/life.ts";
import { booking } from "../support/reserve.ts";

function caller(callerId: string, scopes: readonly Scope[], hotelId: string | null = null, groupId = "history"): CallerCtx {
  const principal = { kind: "key", groupId, hotelId, scopes, subject: "x", callerId, logName: "", tokenSha256: "" } as const;
  return Object.assign(testCtx(), { principal });
}

let life: Life;
let made: ReservationJson;

beforeAll(async () => {
  life = await startLife("history");
  made = await life.book([booking(life.euro), booking(life.yen, { roomId: "TWN" })]);
  const [euro, yen] = made.bookings;
  await life.call("PATCH", life.at(made), { billingDetails: { email: "byron@guest.test" } }, {}, "history-site");
  const cancelled = await life.call("POST", life.at(made, "cancellation"), { bookings: [{ bookingId: yen?.bookingId }], reason: "Rain" });
  expect(cancelled.status).toBe(200);
  const amendment = { bookings: [{ bookingId: euro?.bookingId, adult: "1" }] };
  expect((await life.call("POST", life.at(made, "amendment"), amendment, {}, "history-desk")).status).toBe(200);
});

const told = async (ctx: CallerCtx) => {
  const history = await readHistory(ctx, made.reservationId);
  return history.ok
    ? history.value.map(({ version, caller, reason, bookings }) => [version, caller, reason, bookings.map(({ hotelId }) => hotelId)])
    : history.failure.code;
};

describe("the history of a reservation", () => {
  it("has every version with who made it, for those who see all bookings and for its own client", async () => {
    const { euro, yen } = life;
    const all = [
      [1, "client:site", "", [euro, yen]],
      // Another address of the payer concerns all bookings.
      [2, "client:site", "", [euro, yen]],
      [3, "client:test", "Rain", [yen]],
      [4, "client:desk", "", [euro]],
    ];
    const seen = await told(caller("client:anyone", ["bookings"]));
    // Whatever the fixture calls the client of its key.
    expect(seen).toEqual(all.map((step) => (step[0] === 3 ? [3, expect.stringMatching(/^client:/), "Rain", [yen]] : step)));
    expect(await told(caller("client:site", ["reservations"]))).toEqual(seen);
  });

  it("tells a caller bound to a hotel nothing of another's bookings", async () => {
    const steps = await told(caller("client:desk", ["bookings"], life.euro));
    expect(steps).toEqual([
      [1, "client:site", "", [life.euro]],
      [2, "client:site", "", [life.euro]],
      [4, "client:desk", "", [life.euro]],
    ]);
  });

  it("is not there for others", async () => {
    const strangers = [
      caller("client:other", ["reservations"]),
      caller("client:site", ["bookings"], "nowhere"),
      caller("client:site", ["bookings"], null, "elsewhere"),
    ];
    for (const stranger of strangers) expect(await told(stranger)).toBe("not_found");
    expect((await readHistory(caller("client:anyone", ["bookings"]), "unknown")).ok).toBe(false);
  });

  it("has the states before and after", async () => {
    const history = await readHistory(caller("client:anyone", ["bookings"]), made.reservationId);
    const steps = history.ok ? history.value : [];
    expect(steps[0]?.billingBefore).toBeNull();
    expect([steps[1]?.billingBefore?.email, steps[1]?.billing.email]).toEqual(["ada@guest.test", "byron@guest.test"]);
    expect(steps[2]?.bookings[0]).toMatchObject({ before: { status: "confirmed", fee: null }, after: { status: "cancelled" } });
    expect(steps[3]?.bookings[0]).toMatchObject({ before: { adults: 2 }, after: { adults: 1 } });
  });

  it("ends with the newest versions, each told from the one before", async () => {
    const long = await life.book();
    const count = HISTORY_VERSIONS_MAX + 3;
    for (let at = 2; at <= count; at += 1) await life.call("PATCH", life.at(long), { billingDetails: { phone: String(at) } });
    const history = await readHistory(caller("client:anyone", ["bookings"]), long.reservationId);
    const steps = history.ok ? history.value : [];
    expect([steps.length, steps[0]?.version, steps.at(-1)?.version]).toEqual([HISTORY_VERSIONS_MAX, 4, count]);
    expect([steps[0]?.billingBefore?.phone, steps[0]?.billing.phone]).toEqual(["3", "4"]);
  });
});
