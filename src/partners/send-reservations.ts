/**
 * The reservations, changes and cancellations a client has not acknowledged (docs/interface.md §15, §16): each stands in every
 * answer until it is. Reading is noted, so that from then on counts are as of what the client has seen.
 */
import { todayIn } from "../base/calendar-date.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { CallerCtx } from "../access/caller.ts";
import { bindAll } from "../host/database.ts";
import { recallReservations } from "../reservations/recall-reservations.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { DELIVERY_EVENTS_MAX, RESERVATIONS_SENT_MAX } from "./limits.ts";
import {
  type ClientScope,
  type DeliveryRow,
  type ReachRow,
  type UnacknowledgedRow,
  advanceCursors,
  beginCursors,
  noteDeliveries,
  selectReach,
  selectSince,
  selectUnacknowledged,
} from "./rows/deliveries.ts";
import { type Delivery, deliveryOf } from "./rules/delivery.ts";
import { selectZones } from "./rows/zones.ts";

export interface SentReservations {
  deliveries: Delivery[];
  /** Whether there are more, which the next reading gives once these are acknowledged. */
  more: boolean;
}

/**
 * What is new in a hotel, or with `hotelId` null in all of the caller's; with `sinceMs` all that happened since, acknowledged
 * or not. Fails with `not_found`.
 */
export async function sendReservations(
  ctx: CallerCtx,
  { hotelId, sinceMs }: { hotelId: string | null; sinceMs: number | null },
): Promise<Result<SentReservations>> {
  const { groupId, subject: client, hotelId: boundTo } = ctx.principal;
  const wanted = hotelId ?? boundTo;
  if (wanted !== null && !mayTouchHotel(ctx.principal, wanted)) return fail(NO_HOTEL);
  const scope: ClientScope = { groupId, client, hotelId: wanted };
  const news = sinceMs === null ? selectUnacknowledged(scope, DELIVERY_EVENTS_MAX) : selectSince(scope, DELIVERY_EVENTS_MAX, sinceMs);
  const statements = [beginCursors(scope), selectReach(scope, DELIVERY_EVENTS_MAX), news, selectZones(groupId, wanted)];
  const [, reached, found, zoned] = await ctx.db.batch(bindAll(ctx.db, statements));
  const zones = new Map(((zoned?.results ?? []) as { hotel_id: string; timezone: string }[]).map((row) => [row.hotel_id, row.timezone]));
  if (wanted !== null && zones.size === 0) return fail(NO_HOTEL);
  const rows = (found?.results ?? []) as UnacknowledgedRow[];
  const [reach] = (reached?.results ?? []) as ReachRow[];
  const sent = await choose(ctx, rows, zones);
  await noteSent(ctx, scope, {
    rows,
    sent,
    throughSequence: sinceMs === null ? (reach?.through_sequence ?? 0) : null,
    hotels: [...zones.keys()],
  });
  return ok({ deliveries: sent.flatMap(({ delivery }) => delivery ?? []), more: sent.length < rows.length });
}

const NO_HOTEL = { code: "not_found", detail: "The group has no such hotel." } as const;

interface Chosen {
  row: UnacknowledgedRow;
  /** Null: over for so long that it is put aside. */
  delivery: Delivery | null;
}

/** The oldest of them, as many as fit. */
async function choose(ctx: CallerCtx, rows: readonly UnacknowledgedRow[], zones: ReadonlyMap<string, string>): Promise<Chosen[]> {
  const chosen = rows.slice(0, RESERVATIONS_SENT_MAX);
  const reservations = await recallReservations(ctx, [...new Set(chosen.map(({ reservation_id }) => reservation_id))]);
  return chosen.map((row) => {
    const reservation = reservations.get(row.reservation_id);
    const today = todayIn(zones.get(row.hotel_id) ?? "UTC", ctx.now());
    const { hotel_id: hotelId, last_sequence: lastSequence, changed_ms: changedMs } = row;
    const news = { hotelId, lastSequence, changedMs, known: row.acknowledged_sequence > 0 && row.is_new === 0 };
    return { row, delivery: reservation ? deliveryOf(reservation, news, today) : null };
  });
}

interface Sending {
  rows: readonly UnacknowledgedRow[];
  sent: readonly Chosen[];
  /** Null: the cursors stay where they are. */
  throughSequence: number | null;
  hotels: readonly string[];
}

/** What was put aside counts as acknowledged; the cursors go up to what is left. */
async function noteSent(ctx: CallerCtx, scope: ClientScope, { rows, sent, throughSequence, hotels }: Sending): Promise<void> {
  const deliveries = sent.map(({ row, delivery }): DeliveryRow => ({
    hotelId: row.hotel_id,
    reservationId: row.reservation_id,
    reference: delivery?.reference ?? "",
    sentSequence: row.last_sequence,
    acknowledgedSequence: delivery ? 0 : row.last_sequence,
  }));
  const aside = new Set(sent.filter(({ delivery }) => !delivery).map(({ row }) => row));
  const firstLeft = new Map<string, number>();
  for (const row of rows) if (!aside.has(row) && !firstLeft.has(row.hotel_id)) firstLeft.set(row.hotel_id, row.first_sequence);
  const cursors = hotels.map((hotel) => [hotel, (firstLeft.get(hotel) ?? (throughSequence ?? 0) + 1) - 1] as const);
  const statements = [
    ...(deliveries.length > 0 ? [noteDeliveries(scope, deliveries)] : []),
    ...(throughSequence === null ? [] : [advanceCursors(scope, cursors)]),
  ];
  if (statements.length > 0) await ctx.db.batch(bindAll(ctx.db, statements));
}
