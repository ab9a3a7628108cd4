/**
 * Why each room and rate of a hotel is offered for a stay, or not, and what its price is made of: docs/interface.md §18. The
 * rules are those of offers (bars.ts, night-price.ts), told of everything instead of the first. Pure.
 */
import { type Money, nettOf, sumOf } from "../../base/money.ts";
import { type BarCode, type BarListener, arrivalOpen, partyFits, productOf, productOpen, rateOpen, roomsLeft } from "./bars.ts";
import type { Catalogue, Hotel, Promotion, Rate, Room } from "./catalogue.ts";
import { type ExplainedNight, explainNights } from "./night-price.ts";
import { validPromotion } from "./offerings.ts";
import { discountOn, findPromotion } from "./promotion.ts";
import { type GroupCalendar, type StayQuery, stayAt, stayNights } from "./stay.ts";

/** What stands in the way. */
export interface Bar {
  code: BarCode;
  /** A day number; null where it lies on no day. */
  day: number | null;
  /** Rooms, nights or guests; null where nothing is counted. */
  required: number | null;
  actual: number | null;
}

export interface ExplainedProduct {
  room: Room;
  rate: Rate;
  isSellable: boolean;
  /** Null where a night has no price. */
  total: Money | null;
  /** Those that have a price. */
  nights: ExplainedNight[];
  /** Of the total. */
  tax: { taxCode: string; basisPoints: number; nett: Money; tax: Money } | null;
  bars: Bar[];
}

/** What a promo code does at the hotel; `reason` is a sentence where it does nothing. */
export interface ExplainedPromotion {
  code: string;
  reason: string | null;
}

export interface Explanation {
  hotel: Hotel;
  /** The lowest total of what can be sold; null where nothing can. */
  priceFrom: Money | null;
  /** Null where the query names none. */
  promotion: ExplainedPromotion | null;
  /** By room, then rate. */
  products: ExplainedProduct[];
}

/** Every room at every rate of a hotel for a stay. `today` is the hotel's. */
export function explainHotel(calendar: GroupCalendar, hotel: Hotel, query: StayQuery, today: number): Explanation {
  const promotion = validPromotion(calendar, query, today);
  const products = hotel.roomList.flatMap((room) =>
    hotel.rateList.map((rate) => explainProduct(calendar, { hotel, room, rate, promotion }, query, today)),
  );
  const totals = products.flatMap(({ isSellable, total }) => (isSellable && total !== null ? [total] : []));
  return {
    hotel,
    priceFrom: totals.length === 0 ? null : Math.min(...totals),
    promotion: query.promoCode === "" ? null : explainPromotion(calendar.catalogue, hotel, query, promotion),
    products,
  };
}

interface AskedProduct {
  hotel: Hotel;
  room: Room;
  rate: Rate;
  promotion: Promotion | null;
}

function explainProduct(calendar: GroupCalendar, asked: AskedProduct, query: StayQuery, today: number): ExplainedProduct {
  const { hotel, room, rate, promotion } = asked;
  const stay = stayAt(calendar, hotel, stayNights(query.arrival, query.departure));
  const bars: Bar[] = [];
  const listener: BarListener = {
    isFirstEnough: false,
    tell: (code, day, required, actual) => void bars.push({ code, day, required, actual }),
  };
  const open = [
    arrivalOpen(stay, today, listener),
    partyFits(room, query, listener),
    rateOpen(rate, promotion, listener),
    productOpen(stay, productOf(hotel, room, rate), query, listener),
    roomsLeft(stay, room, query.rooms, listener),
  ];
  const nights = explainNights(stay, hotel, room, { rate, discount: discountOn(rate.id, hotel.currencyCode, promotion) }, query);
  const total = nights.length === stay.nights ? sumOf(nights.map((night) => night.price)) : null;
  return {
    room,
    rate,
    isSellable: open.every(Boolean),
    total,
    nights,
    tax: total === null ? null : taxOf(calendar.catalogue, rate, total),
    bars,
  };
}

function taxOf({ saleCodes }: Catalogue, rate: Rate, total: Money): ExplainedProduct["tax"] {
  const saleCode = saleCodes.get(rate.saleCode);
  if (!saleCode) return null;
  const nett = nettOf(total, saleCode.taxBasisPoints);
  return { taxCode: saleCode.taxCode, basisPoints: saleCode.taxBasisPoints, nett, tax: total - nett };
}

function explainPromotion(catalogue: Catalogue, hotel: Hotel, query: StayQuery, valid: Promotion | null): ExplainedPromotion {
  const known = findPromotion(catalogue, query.promoCode);
  const code = known?.code ?? query.promoCode;
  if (!known) return { code, reason: "There is no such promo code." };
  if (!valid) return { code, reason: "The code is not valid for these nights, or not today." };
  const applies = hotel.rateList.some((rate) => discountOn(rate.id, hotel.currencyCode, valid) !== null);
  const unlocks = hotel.rateList.some((rate) => rate.hidden && valid.unlockedRates.has(rate.id));
  return { code, reason: applies || unlocks ? null : "The code neither discounts nor unlocks a rate of this hotel." };
}
