/** The JSON of availability and offers: docs/interface.md §4. Pure. */
import { formatDate } from "../base/calendar-date.ts";
import { sumOf, toJsonNumber } from "../base/money.ts";
import type { AvailabilityForm } from "../selling/find-availability.ts";
import type { HotelOffers, PricedOffering } from "../selling/list-offers.ts";
import type { FeeStep } from "../selling/rules/cancellation.ts";
import type { Extra, Hotel } from "../selling/rules/catalogue.ts";

/** Another name with every change to the text that the same price gives. */
export const AVAILABILITY_FORM: AvailabilityForm = {
  name: "1",
  write: ({ hotel, priceFrom }) => JSON.stringify({ id: hotel.id, currencyCode: hotel.currencyCode, priceFrom: toJsonNumber(priceFrom) }),
};

/** The offers of a hotel for a stay from `arrival`, a day number. */
export function offersJson({ hotel, offerings }: HotelOffers, arrival: number) {
  return {
    hotelId: hotel.id,
    currencyCode: hotel.currencyCode,
    offers: offerings.map((offering) => offerJson(offering, arrival)),
    extras: [...hotel.extras.values()].map((extra) => extraJson(hotel, extra)),
  };
}

function offerJson({ room, rate, nights, unitsLeft, fees }: PricedOffering, arrival: number) {
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
    cancellationFees: feesJson(fees),
  };
}

/** What cancelling costs from when on. */
export function feesJson(fees: readonly FeeStep[]) {
  return fees.map(({ fromMs, fee }) => ({ from: new Date(fromMs).toISOString(), fee: toJsonNumber(fee) }));
}

/** `chargeDays` is the guest's to fill. */
function extraJson(hotel: Hotel, extra: Extra) {
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
