/**
 * Any sequence of what can happen to bookings leaves stock equal to what lives and books equal to the rules: seeded random
 * lives, checked from the tables alone after each (docs/interface.md §11). TABARD_FUZZ sets the number of lives.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { today } from "../../harness/bookable-group.ts";
import { formatDate } from "../../src/base/calendar-date.ts";
import { type Life, type ReservationJson, startLife } from "../support/life.ts";
import { booking } from "../support/reserve.ts";

const LIVES = Number(env.TABARD_FUZZ === "" ? 12 : env.TABARD_FUZZ);

type Step =
  | { do: "book"; room: string; from: number; nights: number; second: boolean }
  | { do: "cancel" | "check-in" | "check-out" | "no-show" | "patch"; at: number; some: boolean }
  | {
      do: "amend";
      at: number;
      from: number | null;
      nights: number | null;
      room: string | null;
      breakfast: boolean | null;
      current: boolean;
    }
  | { do: "wait"; hours: number };

const room = fc.constantFrom("DBL", "SGL");
const at = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("book"), room, from: fc.integer({ min: 0, max: 6 }), nights: fc.integer({ min: 1, max: 4 }), second: fc.boolean() }) }, // prettier-ignore
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom("cancel", "check-in", "check-out", "no-show", "patch"), at, some: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("amend"), at, from: fc.option(fc.integer({ min: 0, max: 8 })), nights: fc.option(fc.integer({ min: 1, max: 5 })), room: fc.option(room), breakfast: fc.option(fc.boolean()), current: fc.boolean() }) }, // prettier-ignore
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait"), hours: fc.integer({ min: 1, max: 20 }) }) },
);

/** What a client may be answered: a success, or a refusal that says why. Never a fault. */
const ALLOWED = new Set([200, 409, 422]);

async function live(one: Life, steps: readonly Step[]): Promise<string[]> {
  const { call, euro, clock, at: pathOf } = one;
  const made: ReservationJson[] = [];
  const seen: string[] = [];
  const dayNow = (): number => Math.floor(clock.ms / 86_400_000) - today;
  for (const next of steps) {
    if (next.do === "wait") {
      clock.ms += next.hours * 3_600_000;
      continue;
    }
    if (next.do === "book") {
      const stay = (from: number) => ({ checkInDate: formatDate(today + from), checkOutDate: formatDate(today + from + next.nights) });
      const first = booking(euro, { roomId: next.room, ...stay(dayNow() + next.from), extras: [{ id: "BREAKFAST" }] });
      const bookings = [first, ...(next.second ? [booking(euro, { roomId: "SGL", ...stay(dayNow() + 1) })] : [])];
      const body = { billingDetails: { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" }, bookings };
      const answer = await call("POST", one.reservations, body);
      expect(ALLOWED).toContain(answer.status);
      if (answer.status === 200) made.push(answer.json);
      seen.push(`book ${answer.status}`);
      continue;
    }
    const target = made[next.at % Math.max(made.length, 1)];
    if (!target) continue;
    const [first] = target.bookings;
    const named = { bookings: [{ bookingId: first?.bookingId }] };
    if (next.do === "amend") {
      const from = next.from === null ? null : dayNow() + next.from;
      const arrival = from ?? Math.round(Date.parse(first?.checkInDate ?? "") / 86_400_000) - today;
      const change = {
        ...(from === null ? {} : { checkInDate: formatDate(today + from) }),
        ...(next.nights === null ? {} : { checkOutDate: formatDate(today + arrival + next.nights) }),
        ...(next.room === null ? {} : { roomId: next.room }),
        ...(next.breakfast === null ? {} : { extras: next.breakfast ? [{ id: "BREAKFAST" }] : [] }),
      };
      const body = { bookings: [{ bookingId: first?.bookingId, ...change }], pricing: next.current ? "current" : "keep" };
      const answer = await call("POST", pathOf(target, "amendment"), body);
      expect(ALLOWED).toContain(answer.status);
      seen.push(`amend ${answer.status}`);
      continue;
    }
    const answer =
      next.do === "patch"
        ? await call("PATCH", pathOf(target), { billingDetails: { phone: String(clock.ms) } })
        : await call("POST", pathOf(target, next.do === "cancel" ? "cancellation" : next.do), next.some ? named : undefined);
    expect(ALLOWED).toContain(answer.status);
    seen.push(`${next.do} ${answer.status}`);
  }
  return seen;
}

it("whatever happens to bookings, stock is what lives and books are what the rules say", async () => {
  const seen = new Set<string>();
  const runs = fc.sample(fc.array(step, { minLength: 30, maxLength: 45 }), { numRuns: LIVES, seed: 1391 });
  for (const [index, steps] of runs.entries()) {
    const one = await startLife(`r${index}`, 2);
    for (const outcome of await live(one, steps)) seen.add(outcome);
    expect([index, (await accountsOf(env.DB, one.groupId)).faults]).toEqual([index, []]);
  }
  // The lives are worth something only if all of it happened.
  const wanted = [
    "book 200",
    "book 409",
    "cancel 200",
    "cancel 409",
    "amend 200",
    "amend 409",
    "check-in 200",
    "check-out 200",
    "no-show 200",
  ];
  expect(wanted.filter((outcome) => !seen.has(outcome))).toEqual([]);
});
