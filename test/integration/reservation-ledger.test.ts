/** The Proforma that every booking posts: docs/interface.md §4.6, §7. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { parseDate } from "../../src/base/calendar-date.ts";
import { MONEY_ONE } from "../../src/base/money.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { addSession, exportAll, testCtx } from "../support/ledger.ts";
import { accountsOf } from "../../harness/reservation-accounts.ts";
import { type ReservationAnswer, booking, reservation, reserve } from "../support/reserve.ts";
import { stampGroup } from "../../harness/stamp-group.ts";

let euro = "";
let yen = "";

beforeAll(async () => {
  ({ euro, yen } = await addBookableGroup(env.DB, "g1"));
});

async function exported(siteId: string) {
  const sessionId = await addSession("g1", siteId);
  return exportAll(testCtx(), { sessionId, fromMs: 0, untilMs: Date.now() + 60_000 });
}

describe("the Proforma of a booking", () => {
  it("comes out of the export, one line per sale code, with the totals of the answer", async () => {
    const extras = [{ id: "BREAKFAST" }, { id: "PARKING" }, { id: "CHAMPAGNE" }, { id: "CLUB" }];
    const made = await reserve(
      "g1",
      reservation([
        booking(euro, { extras, guest: { firstname: "Émilie", lastname: "du <Châtelet>" } }),
        booking(yen, { roomId: "TWN" }),
        booking(euro, { rateId: "SECRET", promoCode: "MEMBER" }),
      ]),
    );
    const answer = await made.json<ReservationAnswer>();
    const lines = await exported("g1");
    expect(lines.map((line) => [line.siteId, line.modifiedKey, line.saleCode, line.gross / MONEY_ONE])).toEqual([
      [euro, 1, "ACCOM", 216],
      [euro, 1, "MEAL", 95],
      [yen, 2, "ACCOM", 200],
      [euro, 3, "ACCOM", 100],
    ]);
    for (const { reference, totalPrice } of answer.bookings) {
      const own = lines.filter((line) => line.transactionReference === reference);
      expect(own.reduce((sum, line) => sum + line.gross, 0) / MONEY_ONE).toBe(totalPrice);
    }
    const checkIn = (parseDate(night(10)) ?? 0) * 86_400_000;
    expect(lines[0]).toMatchObject({
      transactionType: "Proforma",
      accountNumber: "GUEST",
      accountType: 1,
      uniqueReferenceNumber: `${answer.reference}-1-1`,
      secondReference: null,
      description: `Accommodation\nDBL FLEX, ${night(10)} to ${night(12)}`,
      dueMs: checkIn,
      forMs: checkIn,
      transactionMs: Date.parse(answer.createdAt),
      nett: 2_037_736,
      tax: 122_264,
      nominalCode: "7110",
      taxCode: "R6",
      periodId: 0,
    });
    expect(await exported(yen)).toHaveLength(1);
    expect((await accountsOf(env.DB, "g1")).faults).toEqual([]);
  });
});

describe("a booking that costs nothing", () => {
  it("posts no document, and the others post theirs", async () => {
    await env.DB.batch([
      env.DB.prepare("UPDATE calendar_months SET packed = replace(packed, '500000', '0') WHERE hotel_id = ?1").bind(euro),
      ...stampGroup(env.DB, "g1"),
    ]);
    const free = booking(euro, { rateId: "SECRET", promoCode: "MEMBER" });
    const made = await reserve("g1", reservation([booking(euro), free, booking(yen, { roomId: "TWN" }), free]));
    const { bookings } = await made.json<ReservationAnswer>();
    expect(bookings.map(({ totalPrice }) => totalPrice)).toEqual([200, 0, 200, 0]);
    const { results } = await env.DB.prepare(
      `SELECT o.modified_key - (SELECT max(modified_key) FROM ledger_documents) AS k FROM bookings b
        LEFT JOIN booking_documents o ON o.booking_id = b.booking_id WHERE b.reference LIKE ?1 ORDER BY b.position`,
    )
      .bind(`${String(bookings[0]?.reference).slice(0, 8)}-%`)
      .all();
    expect(results.map(({ k }) => k)).toEqual([-1, null, 0, null]);
    expect((await accountsOf(env.DB, "g1")).faults).toEqual([]);
  });
});
