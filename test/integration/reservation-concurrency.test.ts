/** Many reservations at once: docs/interface.md §8.2.2 and §4.6.5. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type ProblemAnswer, booking, reservation, reserve } from "../support/reserve.ts";

/** The answers' statuses, counted. */
async function submitAll(groupId: string, bodies: readonly unknown[]): Promise<Record<number, number>> {
  const answers = await Promise.all(bodies.map((body) => reserve(groupId, body)));
  const counts: Record<number, number> = {};
  for (const answer of answers) {
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
    if (answer.status !== 200) expect(await answer.json<ProblemAnswer>()).toMatchObject({ code: "unavailable" });
  }
  return counts;
}

describe("500 requests at once for a room of 7 units", () => {
  it("are 7 reservations and 493 refusals, and stock, reservations and ledger agree", async () => {
    const { euro } = await addBookableGroup(env.DB, "g1", 7);
    const counts = await submitAll("g1", Array.from({ length: 500 }, () => reservation([booking(euro)]))); // prettier-ignore
    expect(counts).toEqual({ 200: 7, 409: 493 });
    const accounts = await accountsOf(env.DB, "g1");
    expect(accounts).toEqual({ reservations: 7, bookings: 7, documents: 7, newestKey: 7, faults: [] });
    const { results } = await env.DB.prepare("SELECT night, sold FROM stock WHERE group_id = 'g1' AND sold > 0").all();
    expect(results.map(({ sold }) => sold)).toEqual([7, 7]);
  });
});

describe("requests at once over overlapping stays, several rooms and several hotels", () => {
  it("never leave anything partial", async () => {
    const { euro, yen } = await addBookableGroup(env.DB, "g2", 5);
    const stay = (from: number, nights: number) => ({ checkInDate: night(from), checkOutDate: night(from + nights) });
    const bodies = Array.from({ length: 120 }, (_, at) =>
      reservation([
        booking(euro, { ...stay(20 + (at % 7), 1 + (at % 5)), extras: [{ id: "PARKING" }] }),
        ...(at % 2 ? [booking(yen, { roomId: "TWN", ...stay(20 + (at % 5), 3) })] : []),
        ...(at % 3 ? [booking(euro, { roomId: "SGL", ...stay(22, 2) }), booking(euro, { roomId: "SGL", ...stay(23, 2) })] : []),
      ]),
    );
    const counts = await submitAll("g2", bodies);
    expect(Object.keys(counts)).toEqual(["200", "409"]);
    const accounts = await accountsOf(env.DB, "g2");
    expect(accounts.faults).toEqual([]);
    expect(accounts.reservations).toBe(counts[200]);
    expect(accounts.documents).toBe(accounts.bookings);
    expect(accounts.newestKey).toBe(accounts.bookings);
  });
});
