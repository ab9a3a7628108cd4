/** Every sellable room and rate of a hotel for a stay, and the extras: docs/interface.md §4.4. */
import { readFreeUnits } from "./rows/calendar.ts";
import { formatDate, todayIn } from "../base/calendar-date.ts";
import type { ChargeMode, Extra, Hotel } from "./rules/catalogue.ts";
import { sumOf, toJsonNumber } from "../base/money.ts";
import { type Offering, type StayQuery, offeringsOf } from "./rules/offerings.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { CallerCtx } from "../access/caller.ts";
import { readLive } from "./read-live.ts";

export interface Offers {
  hotelId: string;
  currencyCode: string;
  /** Cheapest first; of one price by room, then rate. */
  offers: Offer[];
  extras: OfferedExtra[];
}

export interface Offer {
  roomId: string;
  roomName: string;
  rateId: string;
  rateName: string;
  refundable: boolean;
  maxAdults: number;
  maxChildren: number;
  bedConfigurations: readonly string[];
  /** All rooms together. The prices add up to totalPrice. */
  nights: { date: string; price: number }[];
  totalPrice: number;
  /** Units free on every night, at this moment. */
  unitsLeft: number;
}

/** Extra of docs/interface.md §4.4. `chargeDays` is the guest's to fill. */
export interface OfferedExtra {
  id: string;
  name: string;
  description: string;
  details: readonly (readonly string[])[];
  images: readonly { url: string; alt: string }[];
  price: number;
  chargeMode: ChargeMode;
  chargeDays: string[][];
  chargePrepayment: boolean;
  currency: string;
}

/** The offers of a hotel of the caller's group; `not_found` for any other hotel, whether it exists or not. */
export async function listOffers(ctx: CallerCtx, hotelId: string, query: StayQuery): Promise<Result<Offers>> {
  const { calendar, live } = await readLive(ctx, query, ({ catalogue }) => {
    const roomIds = [...(catalogue.hotels.get(hotelId)?.rooms.keys() ?? [])];
    return readFreeUnits(ctx.db, ctx.principal.groupId, hotelId, { ...query, roomIds });
  });
  const hotel = calendar.catalogue.hotels.get(hotelId);
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  const free = new Map(Object.entries(JSON.parse(live.free_units) as Record<string, number>));
  const today = todayIn(hotel.timezone, ctx.now());
  const offerings = offeringsOf(calendar, hotel, query, today, (_hotel, room) => (free.get(room.id) ?? 0) >= query.rooms);
  const offers = offerings.map((offering) => toOffer(offering, query.arrival, free.get(offering.room.id) ?? 0));
  offers.sort((one, other) => one.totalPrice - other.totalPrice);
  const extras = [...hotel.extras.values()].map((extra) => toOfferedExtra(hotel, extra));
  return ok({ hotelId, currencyCode: hotel.currencyCode, offers, extras });
}

function toOffer({ room, rate, nights }: Offering, arrival: number, unitsLeft: number): Offer {
  return {
    roomId: room.id,
    roomName: room.name,
    rateId: rate.id,
    rateName: rate.name,
    refundable: rate.refundable,
    maxAdults: room.maxAdults,
    maxChildren: room.maxChildren,
    bedConfigurations: room.bedConfigurations,
    nights: nights.map((price, index) => ({ date: formatDate(arrival + index), price: toJsonNumber(price) })),
    totalPrice: toJsonNumber(sumOf(nights)),
    unitsLeft,
  };
}

function toOfferedExtra(hotel: Hotel, extra: Extra): OfferedExtra {
  return {
    id: extra.id,
    name: extra.name,
    description: extra.description,
    details: extra.details,
    images: extra.images,
    price: toJsonNumber(extra.price),
    chargeMode: extra.chargeMode,
    chargeDays: [],
    chargePrepayment: extra.chargePrepayment,
    currency: hotel.currencyCode,
  };
}
