/** Changes at once, from several isolates: docs/interface.md §11.2. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { ask, platform } from "../support/in-worker.ts";
import { type Life, type ReservationJson, startLife } from "../support/life.ts";
import { booking } from "../support/reserve.ts";

let groups = 0;
const life = (units?: number): Promise<Life> => startLife(`n${(groups += 1)}`, units);
const faultless = async ({ groupId }: Life): Promise<void> => expect((await accountsOf(env.DB, groupId)).faults).toEqual([]);

/** A request to an isolate of its own. */
async function elsewhere(
  one: Life,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: unknown }> {
  const host = platform({ now: () => one.clock.ms });
  const init: RequestInit = { method: "POST", headers: { Authorization: `Bearer ${one.groupId}-key`, ...headers } };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await ask(host, path, init);
  return { status: answer.status, json: await answer.json() };
}

const versionOf = async (one: Life, made: ReservationJson): Promise<number> => (await one.call("GET", one.at(made))).json.version;

describe("amendments of one booking at once", () => {
  it("are made one after the other, none lost and none twice", async () => {
    const one = await life();
    const made = await one.book();
    const { bookingId } = one.only(made);
    const stays = [12, 13, 14, 15].map((until) => ({ bookings: [{ bookingId, checkOutDate: one.night(until + 1) }] }));
    const answers = await Promise.all(stays.map((body) => elsewhere(one, one.at(made, "amendment"), body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const versions = answers.map(({ json }) => (json as ReservationJson).version).sort((a, b) => a - b);
    expect(versions).toEqual([2, 3, 4, 5]);
    expect(await one.events("booking.amended")).toHaveLength(4);
    await faultless(one);
  });

  it("that saw the same version are one amendment and conflicts", async () => {
    const one = await life();
    const made = await one.book();
    const { bookingId } = one.only(made);
    const seen = { "If-Match": '"v1"' };
    const answers = await Promise.all(
      [13, 14, 15].map((until) =>
        elsewhere(one, one.at(made, "amendment"), { bookings: [{ bookingId, checkOutDate: one.night(until) }] }, seen),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412]);
    await faultless(one);
  });
});

describe("a cancellation and a check-in at once", () => {
  it("are one of the two, whichever came first", async () => {
    const one = await life(50);
    one.setDay(0);
    const outcomes = new Set<string>();
    for (let turn = 0; turn < 6; turn += 1) {
      const made = await one.book([booking(one.euro, { checkInDate: one.night(0), checkOutDate: one.night(2) })]);
      const verbs = turn % 2 === 0 ? ["cancellation", "check-in"] : ["check-in", "cancellation"];
      const answers = await Promise.all(verbs.map((verb) => elsewhere(one, one.at(made, verb))));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      const { status } = one.only((await one.call("GET", one.at(made))).json);
      outcomes.add(status);
      expect(["cancelled", "in_house"]).toContain(status);
      expect(await versionOf(one, made)).toBe(2);
    }
    await faultless(one);
  });
});

describe("an amendment into the last unit and a new booking at once", () => {
  it("are one of the two: the unit is sold once", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const one = await life(1);
      const made = await one.book();
      const { bookingId } = one.only(made);
      const amendment = { bookings: [{ bookingId, checkInDate: one.night(20), checkOutDate: one.night(22) }] };
      const fresh = {
        billingDetails: { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" },
        bookings: [booking(one.euro, { checkInDate: one.night(21), checkOutDate: one.night(23) })],
      };
      const answers = await Promise.all([elsewhere(one, one.at(made, "amendment"), amendment), elsewhere(one, one.reservations, fresh)]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      expect(await one.sold("DBL", 21)).toBe(1);
      await faultless(one);
    }
  });
});

describe("a cancellation and a charge to the booking at once", () => {
  it("leave no charge open on a cancelled booking", async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const one = await life();
      const made = await one.book();
      const charge = { transactionType: "Proforma", bookingId: one.only(made).bookingId, lines: [{ saleCode: "MEAL", gross: 30 }] };
      const [cancelled, charged] = await Promise.all([
        elsewhere(one, one.at(made, "cancellation")),
        elsewhere(one, `/documents/${one.groupId}`, charge),
      ]);
      expect(cancelled.status).toBe(200);
      expect([201, 409]).toContain(charged.status);
      await faultless(one);
    }
  });
});

describe("requests of one Idempotency-Key at once", () => {
  it("cancel once and are answered alike", async () => {
    const one = await life();
    const made = await one.book();
    const key = { "Idempotency-Key": "once" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => elsewhere(one, one.at(made, "cancellation"), {}, key)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${JSON.stringify(json)}`)).size).toBe(1);
    expect(await one.events("booking.cancelled")).toHaveLength(1);
    await faultless(one);
  });
});
