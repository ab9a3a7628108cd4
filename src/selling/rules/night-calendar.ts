/** The lowest price of each night of a month, whatever a stay's length: what a calendar shows before a stay is chosen. Pure. */
import { daysInMonth, firstDayOfMonth } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import { ANY_BAR, type BarCode, type BarListener, type Product, partyFits, productOf, productOpen, rateOpen, roomsLeft } from "./bars.ts";
import type { Hotel } from "./catalogue.ts";
import { totalPrice } from "./night-price.ts";
import { type GroupCalendar, type HotelStay, type Party, stayAt, stayNights } from "./stay.ts";

/** Bars that concern the night itself; the others concern where a stay begins, how long it is and where it ends. */
const NIGHT_BARS: ReadonlySet<BarCode> = new Set(["not_for_sale", "stop_sell"]);

/** By day of the month from 0; null before `today`, and where nothing is for sale. Promo codes are left out. */
export function lowestNights(calendar: GroupCalendar, hotel: Hotel, month: number, party: Party, today: number): (Money | null)[] {
  const first = firstDayOfMonth(month);
  return Array.from({ length: daysInMonth(month) }, (_, day) => {
    const night = first + day;
    return night < today ? null : lowestOn(stayAt(calendar, hotel, stayNights(night, night + 1)), hotel, party);
  });
}

function lowestOn(stay: HotelStay, hotel: Hotel, party: Party): Money | null {
  let lowest: Money | null = null;
  for (const room of hotel.roomList) {
    if (!partyFits(room, party, ANY_BAR) || !roomsLeft(stay, room, party.rooms, ANY_BAR)) continue;
    for (const rate of hotel.rateList) {
      if (!rateOpen(rate, null, ANY_BAR) || !isForSale(stay, productOf(hotel, room, rate), party)) continue;
      const price = totalPrice(stay, hotel, room, { rate, discount: null }, party);
      if (lowest === null || price < lowest) lowest = price;
    }
  }
  return lowest;
}

function isForSale(stay: HotelStay, product: Product, party: Party): boolean {
  let open = true;
  const listener: BarListener = {
    isFirstEnough: false,
    tell: (code) => {
      if (NIGHT_BARS.has(code)) open = false;
    },
  };
  productOpen(stay, product, party, listener);
  return open;
}
