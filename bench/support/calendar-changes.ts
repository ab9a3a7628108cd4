/** Changes of prices while a Worker serves, as a property system makes them: one room and rate of one hotel at a time. */
import { formatDate, monthOfDay } from "../../src/base/calendar-date.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import type { Statement } from "../../src/host/database.ts";
import { NEWEST_SEQUENCE } from "../../src/selling/rows/stamps.ts";
import { hotelId, keyOf } from "./hotel-data.ts";
import type { Host } from "./worker-host.ts";

export interface ChangedCalendars {
  groupId: string;
  hotels: number;
  /** A day number; the month it lies in and the next change. */
  day: number;
}

const NIGHTS = 28;

/** What the n-th change leaves behind: another price for a room and rate on some nights of two months, of the n-th hotel. */
export function calendarChange({ groupId, hotels, day }: ChangedCalendars, n: number): Statement[] {
  const hotel = hotelId(groupId, (n % hotels) + 1);
  const prices = Array.from({ length: NIGHTS }, (_, night) => `'$.rooms.R1.rates.RATE1.prices[${night}]', 500000 + ${n % 1000} * 1000`);
  const event = { type: "ari.changed", subject: `/ari/${groupId}/${hotel}`, hotelId: hotel, data: { hotelId: hotel } } as const;
  return [
    ...appendEvents(groupId, Date.now(), [event]),
    {
      sql: `UPDATE calendar_months SET packed = json_set(packed, ${prices.join(", ")}), sequence = ${NEWEST_SEQUENCE}
        WHERE group_id = ?1 AND hotel_id = ?2 AND month IN (?3, ?3 + 1)`,
      values: [groupId, hotel, monthOfDay(day)],
    },
    { sql: `UPDATE hotels SET calendar_version = ${NEWEST_SEQUENCE} WHERE group_id = ?1 AND hotel_id = ?2`, values: [groupId, hotel] },
  ];
}

/**
 * Pushes prices through POST /ari so many times a second, each of the next hotel, until the function it returns is called; it
 * throws what a push threw.
 */
export function changeCalendars(host: Host, calendars: ChangedCalendars, perSecond: number): () => Promise<void> {
  let count = 0;
  let last = Promise.resolve();
  const push = (): void => {
    const n = (count += 1);
    last = last.then(() => pushPrices(host, calendars, n));
  };
  // At once: a round that is shorter than the pause between two changes has one too.
  push();
  const timer = setInterval(push, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** The n-th push: another price for a room and rate on four weeks. */
async function pushPrices(host: Host, { groupId, hotels, day }: ChangedCalendars, n: number): Promise<void> {
  const rates = { RATE1: { price: 50 + (n % 1000) } };
  const entry = { room: "R1", from: formatDate(day), to: formatDate(day + NIGHTS - 1), rates };
  const answer = await fetch(new URL(`/ari/${groupId}/${hotelId(groupId, (n % hotels) + 1)}`, host.url), {
    method: "POST",
    headers: { Authorization: `Bearer ${keyOf(groupId)}`, "Content-Type": "application/json" },
    body: JSON.stringify({ calendar: [entry] }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`push ${n}: ${answer.status} ${text}`);
}
