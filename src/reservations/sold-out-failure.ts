/** Which bookings of a change live stock refuses. */
import { formatDate } from "../base/calendar-date.ts";
import type { Failure } from "../base/result.ts";
import type { CallerCtx } from "../access/caller.ts";
import { readFreeNights } from "./rows/stock.ts";
import type { PlannedChange } from "./rules/reservation-change.ts";
import { unavailableFailure } from "./rules/reservation-plan.ts";

/**
 * `unavailable` with their indexes in the request, counting what the change itself gives back and takes before; null where there
 * is room.
 */
export async function soldOutFailure(ctx: CallerCtx, { bookings: changes, asked = [] }: PlannedChange): Promise<Failure | null> {
  const sales = changes.flatMap(({ booking, sold }) =>
    sold.map((nights) => ({ index: asked.indexOf(booking.bookingId), hotelId: booking.hotelId, ...nights })),
  );
  if (sales.length === 0) return null;
  const rows = await readFreeNights(ctx.db, ctx.principal.groupId, sales);
  const free = new Map<string, number>();
  for (const { position, night, free: units } of rows) {
    const sale = sales[position];
    if (sale) free.set(nameOf(sale.hotelId, sale.roomId, night), units);
  }
  for (const { booking, released } of changes) {
    for (const { roomId, from, until } of released) {
      for (let night = from; night < until; night += 1) add(free, nameOf(booking.hotelId, roomId, night), 1);
    }
  }
  const soldOut = new Map<number, number>();
  for (const { index, hotelId, roomId, from, until } of sales) {
    for (let night = from; night < until; night += 1) {
      const name = nameOf(hotelId, roomId, night);
      if ((free.get(name) ?? 0) < 1 && !soldOut.has(index)) soldOut.set(index, night);
      add(free, name, -1);
    }
  }
  if (soldOut.size === 0) return null;
  return unavailableFailure([...soldOut].map(([index, night]) => ({ index, reason: `No unit is left on ${formatDate(night)}.` })));
}

/** A night that is not for sale stays so, whatever is given back. */
function add(free: Map<string, number>, name: string, units: number): void {
  const known = free.get(name);
  if (known !== undefined) free.set(name, known + units);
}

function nameOf(hotelId: string, roomId: string, night: number): string {
  return JSON.stringify([hotelId, roomId, night]);
}
