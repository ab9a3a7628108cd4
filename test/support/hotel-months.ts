/** Reads packed months in tests, by the day of the month from 1. */
import {
  CLOSED_TO_ARRIVAL,
  type HotelMonth,
  type Restrictions,
  CLOSED_TO_DEPARTURE,
  STOP_SELL,
  maxStayArrival,
  minStayArrival,
  minStayThrough,
} from "../../src/selling/rules/hotel-month.ts";

/** Units, price and restrictions of a night. */
export function restrictionsOn(
  packed: string,
  roomId: string,
  rateId: string,
  date: number,
): Restrictions & { units: number | null | undefined; price: number | null | undefined } {
  const room = (JSON.parse(packed) as HotelMonth).rooms[roomId];
  const rate = room?.rates[rateId];
  const bits = rate?.restrictions?.[date - 1] ?? 0;
  return {
    units: room?.units[date - 1],
    price: rate?.prices[date - 1],
    stopSell: (bits & STOP_SELL) !== 0,
    closedToArrival: (bits & CLOSED_TO_ARRIVAL) !== 0,
    closedToDeparture: (bits & CLOSED_TO_DEPARTURE) !== 0,
    minStayArrival: minStayArrival(bits),
    maxStayArrival: maxStayArrival(bits),
    minStayThrough: minStayThrough(bits),
  };
}

/** Whether any night of the month is closed to arrival. */
export function closedToArrivalIn(packed: string, roomId: string, rateId: string): boolean {
  const room = (JSON.parse(packed) as HotelMonth).rooms[roomId];
  return (room?.rates[rateId]?.restrictions ?? []).some((bits) => (bits & CLOSED_TO_ARRIVAL) !== 0);
}
