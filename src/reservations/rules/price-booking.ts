/** What a stay costs, and on which terms, turned into a booking's state: docs/interface.md §4.6, §4.7 and §11. Pure. */
import { BASIS_POINTS, type Money, minorUnit, scaleHalfUp, sumOf } from "../../base/money.ts";
import { instantAt } from "../../base/zone-time.ts";
import { type FeeBasis, feeSteps, noShowFee, policyOf } from "../../selling/rules/cancellation.ts";
import type { Catalogue, Extra, Hotel, Rate, SaleCode } from "../../selling/rules/catalogue.ts";
import { extraQuantity } from "./extra-quantity.ts";
import type { BookedExtra, BookingTerms } from "./reservation.ts";

/** Who stays, and how long. */
export interface Stay {
  checkIn: number;
  checkOut: number;
  adults: number;
  children: number;
}

export interface Prices {
  roomPrice: Money;
  extrasPrice: Money;
  totalPrice: Money;
  prepaymentDue: Money;
}

/** The sale code of the catalogue. Every rate and extra has one: the database holds it. */
export function saleCodeOf({ saleCodes }: Catalogue, code: string): SaleCode {
  const found = saleCodes.get(code);
  if (!found) throw new RangeError(`no sale code ${code}`);
  return found;
}

/** An extra of the catalogue at today's price. `chargeDays`: the days the booking names, none for the whole stay. */
export function bookExtra(catalogue: Catalogue, extra: Extra, chargeDays: readonly number[], stay: Stay): BookedExtra {
  const { id, name, chargeMode, daily, price: unitPrice, chargePrepayment: prepayment } = extra;
  const code = saleCodeOf(catalogue, extra.saleCode);
  return chargeExtra({ id, name, chargeMode, daily, chargeDays, unitPrice, quantity: 0, total: 0, prepayment, code }, stay);
}

/** The same extra for another stay: its unit price stays. */
export function chargeExtra(extra: BookedExtra, stay: Stay): BookedExtra {
  const { adults, children } = stay;
  const nights = stay.checkOut - stay.checkIn;
  const quantity = extraQuantity(extra, { adults, children, nights, chargeDays: extra.chargeDays.length });
  return { ...extra, quantity, total: extra.unitPrice * quantity };
}

/** The rate's terms as instants and amounts, agreed on at `agreedMs`. */
export function termsOf(
  catalogue: Catalogue,
  hotel: Hotel,
  rate: Rate,
  agreed: { checkIn: number; nights: readonly Money[]; agreedMs: number },
): BookingTerms {
  const policy = policyOf(rate);
  const basis: FeeBasis = {
    nights: agreed.nights,
    currencyCode: hotel.currencyCode,
    checkInMs: instantAt(hotel.timezone, agreed.checkIn, hotel.checkInMinute),
    bookedMs: agreed.agreedMs,
  };
  return {
    fees: feeSteps(policy, basis),
    noShowFee: noShowFee(policy, basis),
    roomCode: saleCodeOf(catalogue, rate.saleCode),
    feeCode: saleCodeOf(catalogue, policy.saleCode ?? rate.saleCode),
    depositBasisPoints: rate.depositBasisPoints,
  };
}

/** What a booking costs in all, and what of it is due in advance. */
export function pricesOf(
  nights: readonly Money[],
  extras: readonly BookedExtra[],
  { depositBasisPoints }: BookingTerms,
  currencyCode: string,
): Prices {
  const roomPrice = sumOf(nights);
  const extrasPrice = sumOf(extras.map(({ total }) => total));
  const deposit = scaleHalfUp(roomPrice, depositBasisPoints, BASIS_POINTS, minorUnit(currencyCode));
  const prepaid = sumOf(extras.map(({ prepayment, total }) => (prepayment ? total : 0)));
  return { roomPrice, extrasPrice, totalPrice: roomPrice + extrasPrice, prepaymentDue: deposit + prepaid };
}
