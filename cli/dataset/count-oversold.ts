/** Whether any night was sold beyond its units, counted from the bookings themselves and not only from the stock's own count. Pure. */

/** A night of a room. */
export interface StockRow {
  hotel_id: string;
  room_id: string;
  night: number;
  units: number;
  sold: number;
}

/** Bookings of a room with the same dates. */
export interface StayRow {
  hotel_id: string;
  room_id: string;
  check_in: number;
  check_out: number;
  bookings: number;
}

/** Nights of rooms that were sold, or are stayed, more often than there are units. */
export function countOversoldNights(stock: readonly StockRow[], stays: readonly StayRow[]): number {
  const stayed = staysByNight(stays);
  const nameOf = (row: StockRow): string => JSON.stringify([row.hotel_id, row.room_id, row.night]);
  const oversold = stock.filter((row) => Math.max(row.sold, stayed.get(nameOf(row)) ?? 0) > row.units).length;
  const known = new Set(stock.map(nameOf));
  // A night that is stayed and was never for sale is oversold too.
  return oversold + [...stayed.keys()].filter((night) => !known.has(night)).length;
}

function staysByNight(stays: readonly StayRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { hotel_id: hotelId, room_id: roomId, check_in: checkIn, check_out: checkOut, bookings } of stays) {
    for (let night = checkIn; night < checkOut; night += 1) {
      const name = JSON.stringify([hotelId, roomId, night]);
      counts.set(name, (counts.get(name) ?? 0) + bookings);
    }
  }
  return counts;
}
