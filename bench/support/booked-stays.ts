/** Reservations of one stay each that a benchmark changes: as they are seeded, and as a Worker that asks nothing knows them. */
import type { DatabaseSync } from "node:sqlite";
import { formatDate } from "../../src/base/calendar-date.ts";
import { reservationStatements } from "../../src/reservations/commit-reservation.ts";
import { firstProforma } from "../../src/reservations/rules/booking-documents.ts";
import type { Reservation } from "../../src/reservations/rules/reservation.ts";
import { hotelId, keyOf } from "./hotel-data.ts";
import type { RequestShape } from "./load.ts";

/** Stays that are amended, to and fro; every further one is cancelled, once. */
export const AMENDED_STAYS = 300;
export const HOTELS = 4;
export const NIGHTS_ON_SALE = 60;
export const SHORT_NIGHTS = 2;
export const LONG_NIGHTS = 3;

const NIGHT_PRICE = 1_000_000;
const CODE = { code: "ACCOM", description: "Accommodation", nominalCode: "7110", taxCode: "R6", taxBasisPoints: 600 };

/** Reservation `index` of a group as it is seeded, `firstDay` the first day on sale, calendar and terms of `version`. */
export function seededStay(groupId: string, index: number, firstDay: number, version: number): Reservation {
  const reservationId = `stay-${String(index).padStart(6, "0")}`;
  const checkIn = firstDay + 1 + (index % (NIGHTS_ON_SALE - LONG_NIGHTS - 1));
  const nights = Array.from({ length: SHORT_NIGHTS }, () => NIGHT_PRICE);
  const roomPrice = NIGHT_PRICE * SHORT_NIGHTS;
  const person = { title: "", firstname: "Ann", lastname: "Bench", phone: "", email: "ann@bench.example", country: "" };
  return {
    groupId,
    reservationId,
    reference: `STAY${index}`,
    caller: "client:bench",
    createdMs: 0,
    version: 1,
    billingDetails: { ...person, address1: "", address2: "", city: "", postcode: "", mailList: false },
    bookings: [
      {
        bookingId: `${reservationId}-1`,
        reference: `STAY${index}-1`,
        hotelId: hotelId(groupId, (index % HOTELS) + 1),
        currencyCode: "EUR",
        clock: { timezone: "Europe/Lisbon", checkInMinute: 15 * 60 },
        status: "confirmed",
        roomId: "R1",
        rateId: "RATE1",
        checkIn,
        checkOut: checkIn + SHORT_NIGHTS,
        adults: 2,
        children: 0,
        promoCode: "",
        bedConfiguration: "",
        guest: { title: "", firstname: "Ann", lastname: "Bench" },
        nights,
        extras: [],
        terms: { fees: [{ fromMs: 0, fee: 0 }], noShowFee: 0, roomCode: CODE, feeCode: CODE, depositBasisPoints: 0 },
        roomPrice,
        extrasPrice: 0,
        totalPrice: roomPrice,
        prepaymentDue: 0,
        fee: null,
        calendarVersion: version,
        termsVersion: version,
      },
    ],
  };
}

/** Books so many stays, as the service would. */
export function insertStays(db: DatabaseSync, groupId: string, firstDay: number, stays: number): void {
  const row = db.prepare("SELECT terms_version AS version FROM groups WHERE group_id = ?1").get(groupId) as { version: number };
  const hotels = db.prepare("SELECT calendar_version AS version FROM hotels WHERE group_id = ?1").all(groupId) as { version: number }[];
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  for (let index = 0; index < stays; index += 1) {
    const reservation = seededStay(groupId, index, firstDay, row.version);
    const bookings = reservation.bookings.map((booking) => ({ ...booking, calendarVersion: hotels[index % HOTELS]?.version ?? 0 }));
    const planned = bookings.map((booking) => ({ booking, proforma: firstProforma(booking, 0) }));
    for (const { sql, values } of reservationStatements({ reservation: { ...reservation, bookings }, planned, idempotent: null })) {
      const statement = prepared.get(sql) ?? db.prepare(sql);
      prepared.set(sql, statement);
      statement.run(...values);
    }
  }
}

/**
 * The n-th change: an amendment and a cancellation in turns. Every round through the amended stays makes them longer, or
 * shorter again; nothing is cancelled twice.
 */
export function changeRequest(groupId: string, n: number, firstDay: number, stays: number): RequestShape {
  const turn = Math.floor(n / 2);
  const headers = { Authorization: `Bearer ${keyOf(groupId)}`, "Content-Type": "application/json" };
  if (n % 2 === 0) {
    const index = turn % AMENDED_STAYS;
    const { reservationId, bookings } = seededStay(groupId, index, firstDay, 0);
    const nights = Math.floor(turn / AMENDED_STAYS) % 2 === 0 ? LONG_NIGHTS : SHORT_NIGHTS;
    const change = { bookingId: bookings[0]?.bookingId, checkOutDate: formatDate((bookings[0]?.checkIn ?? 0) + nights) };
    return {
      method: "POST",
      path: `/reservations/${groupId}/${reservationId}/amendment`,
      headers,
      body: JSON.stringify({ bookings: [change] }),
    };
  }
  const index = AMENDED_STAYS + turn;
  if (index >= stays) throw new RangeError(`more than ${stays} stays are needed`);
  return {
    method: "POST",
    path: `/reservations/${groupId}/${seededStay(groupId, index, firstDay, 0).reservationId}/cancellation`,
    headers,
    body: "{}",
  };
}
