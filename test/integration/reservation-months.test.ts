/** What a reservation reads of a calendar: docs/interface.md §4.6, §19. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallerCtx } from "../../src/access/caller.ts";
import { monthOfDay } from "../../src/base/calendar-date.ts";
import { parseReservation } from "../../src/http/reservation-schema.ts";
import { submitReservation } from "../../src/reservations/submit-reservation.ts";
import { SELLING } from "../../src/selling/memory.ts";
import { addBookableGroup, night, today } from "../../harness/bookable-group.ts";
import { testCtx } from "../support/ledger.ts";
import { booking, reservation } from "../support/reserve.ts";
import { countedTrips } from "../support/round-trips.ts";

let euro = "";
let yen = "";

beforeAll(async () => {
  ({ euro, yen } = await addBookableGroup(env.DB, "g1", 100));
});

function caller(): { ctx: CallerCtx; trips: () => number } {
  const { db, trips } = countedTrips(env.DB);
  const principal = {
    kind: "key",
    groupId: "g1",
    hotelId: null,
    scopes: ["reservations"],
    subject: "test",
    callerId: "client:test",
  } as const;
  return { ctx: { ...testCtx(db), principal: { ...principal, logName: "test", tokenSha256: "" } }, trips };
}

const far = () => [
  booking(euro, { checkInDate: night(5), checkOutDate: night(7) }),
  booking(yen, { roomId: "TWN", checkInDate: night(295), checkOutDate: night(297) }),
];

describe("two bookings 290 days apart", () => {
  it("read the months they touch, each of its own hotel, and nothing between", async () => {
    const { ctx, trips } = caller();
    expect(await submitReservation(ctx, parseReservation(reservation(far())), null)).toMatchObject({ ok: true });
    const months = ctx.memory.of(SELLING).calendars.replicas.get("g1")?.months;
    const touched = [5, 7, 295, 297].map((ahead) => monthOfDay(today + ahead));
    expect(new Set(months?.keys())).toEqual(new Set(touched));
    expect(Array.from(months?.values() ?? [], ({ unknown }) => unknown)).toEqual([...new Set(touched)].map(() => 1));
    // The calendar, then the batch; once warm the batch alone.
    expect(trips()).toBe(2);
    expect(await submitReservation(ctx, parseReservation(reservation(far())), null)).toMatchObject({ ok: true });
    expect(trips()).toBe(3);
  });
});
