/** Promo codes: when one is valid, and what it does to a night's price (docs/interface.md §4). Pure. */
import type { Catalogue, Discount, Promotion, Rate } from "./catalogue.ts";
import { BASIS_POINTS, type Money, roundHalfUp, scaleHalfUp } from "../../base/money.ts";

/** The promotion of a code as a guest types it, in any case; null where the code is empty or unknown. */
export function findPromotion(catalogue: Catalogue, promoCode: string): Promotion | null {
  return promoCode === "" ? null : (catalogue.promotions.get(promoCode.toUpperCase()) ?? null);
}

/** Whether a promotion is valid for the nights [arrival, departure), booked today (the hotel's date). */
export function promotionValid(promotion: Promotion, arrival: number, departure: number, today: number): boolean {
  return (
    arrival >= (promotion.stayFrom ?? -Infinity) &&
    departure - 1 <= (promotion.stayTo ?? Infinity) &&
    today >= (promotion.bookFrom ?? -Infinity) &&
    today <= (promotion.bookTo ?? Infinity)
  );
}

/** What became of the promo code of a query: "none" was given. */
export type PromoStanding = "none" | "valid" | "unknown" | "not_valid";

/** The standing of a code for the nights [arrival, departure), booked where it is one of these days. */
export function promoStanding(
  catalogue: Catalogue,
  { promoCode, arrival, departure }: { promoCode: string; arrival: number; departure: number },
  days: Iterable<number>,
): PromoStanding {
  if (promoCode === "") return "none";
  const promotion = findPromotion(catalogue, promoCode);
  if (!promotion) return "unknown";
  return [...days].some((today) => promotionValid(promotion, arrival, departure, today)) ? "valid" : "not_valid";
}

/** Whether the rate may be sold with this valid promotion, or without any. */
export function rateVisible(rate: Rate, promotion: Promotion | null): boolean {
  return !rate.hidden || (promotion?.unlockedRates.has(rate.id) ?? false);
}

/** The discount a valid promotion gives on a rate at a hotel of this currency, or null. */
export function discountOn(rateId: string, currencyCode: string, promotion: Promotion | null): Discount | null {
  if (!promotion?.discount) return null;
  if (promotion.discountedRates && !promotion.discountedRates.has(rateId)) return null;
  const { discount } = promotion;
  return discount.kind === "amount" && discount.currencyCode !== currencyCode ? null : discount;
}

/**
 * The price of a room's night after the discount: rounded half up to the currency's minor unit, at least one such
 * unit, and never more than before.
 */
export function discountNight(price: Money, discount: Discount, unit: Money): Money {
  const reduced =
    discount.kind === "percent"
      ? scaleHalfUp(price, BASIS_POINTS - discount.basisPoints, BASIS_POINTS, unit)
      : roundHalfUp(Math.max(0, price - discount.amount), unit);
  return Math.min(price, Math.max(unit, reduced));
}
