/** OTA_HotelRateAmountNotifRQ: prices, as entries of the calendar (docs/interface.md §15). Pure. */
import { parseDecimal, toJsonNumber } from "../base/money.ts";
import type { CalendarEntry, RateNights } from "../selling/rules/calendar-entry.ts";
import { PARTY_MEMBERS_MAX } from "../selling/limits.ts";
import type { Products } from "../selling/find-products.ts";
import { attributeOf, childOf, childrenOf } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { type Findings, addError, addWarning, cannotTake } from "./findings.ts";
import { forRates, readCount } from "./push-entries.ts";
import { readTarget } from "./read-control.ts";

/** OpenTravel's list AQC. */
const INFANT = "7";
const CHILD = "8";
const ADULT = "10";

interface Reader {
  products: Products;
  findings: Findings;
  /** The currency named further out, for amounts that name none. */
  currencyCode: string | null;
  refuse: (sentence: string) => void;
}

/** The entries of a list of RateAmountMessage, in their order. */
export function readRateAmounts(messages: readonly XmlElement[], products: Products, findings: Findings): CalendarEntry[] {
  return messages.flatMap((message, index) => readMessage(message, `RateAmountMessage ${index + 1}`, products, findings));
}

function readMessage(message: XmlElement, place: string, products: Products, findings: Findings): CalendarEntry[] {
  const refuse = (sentence: string): void => addError(findings, cannotTake(`${place}: ${sentence}`));
  const rates = childrenOf(message, "Rates").flatMap((list) => childrenOf(list, "Rate"));
  if (rates.length === 0) refuse("there is no Rate.");
  const values = rates.map((rate) => readRate(rate, { products, findings, currencyCode: attributeOf(rate, "CurrencyCode"), refuse }));
  const target = readTarget(childOf(message, "StatusApplicationControl"), { products, place, findings }, values.length);
  if (!target) return [];
  return values.flatMap((value) => {
    const rates = forRates(target.rates, value);
    return target.rooms.map((room) => ({ room, ...target.nights, rates }));
  });
}

function readRate(rate: XmlElement, reader: Reader): RateNights {
  const unit = attributeOf(rate, "RateTimeUnit") ?? "Day";
  if (["Start", "End"].some((date) => attributeOf(rate, date) !== null))
    reader.refuse("dates stand on StatusApplicationControl, not on a Rate.");
  if (unit !== "Day" || (attributeOf(rate, "UnitMultiplier") ?? "1") !== "1") reader.refuse("a Rate must be for one Day.");
  const base = childrenOf(rate, "BaseByGuestAmts").flatMap((list) => childrenOf(list, "BaseByGuestAmt"));
  const additional = childrenOf(rate, "AdditionalGuestAmounts").flatMap((list) => childrenOf(list, "AdditionalGuestAmount"));
  if (base.length + additional.length === 0) reader.refuse("there is no BaseByGuestAmt and no AdditionalGuestAmount.");
  return { ...readBase(base, reader), ...readAdditional(additional, reader) };
}

/** Amounts with NumberOfGuests are the map of prices; one without is the price, and without any map clears it. */
function readBase(amounts: readonly XmlElement[], reader: Reader): RateNights {
  const prices: Record<string, number> = {};
  const plain: number[] = [];
  for (const element of amounts) {
    if ((attributeOf(element, "AgeQualifyingCode") ?? ADULT) !== ADULT)
      reader.refuse("a BaseByGuestAmt must be for adults, AgeQualifyingCode 10.");
    const amount = readAmount(element, "AmountAfterTax", reader);
    const guests = attributeOf(element, "NumberOfGuests");
    if (amount === 0) reader.refuse("a price must be more than 0; to stop the sale send Status Close.");
    if (amount === null) continue;
    if (guests === null) plain.push(amount);
    else noteGuests(prices, guests, amount, reader);
  }
  if (plain.length > 1) reader.refuse("there are two BaseByGuestAmt without NumberOfGuests.");
  const [price] = plain;
  const named = Object.keys(prices).length > 0;
  return { ...(price === undefined ? {} : { price, prices: null }), ...(named ? { prices } : {}) };
}

function noteGuests(prices: Record<string, number>, guests: string, amount: number, reader: Reader): void {
  const adults = readCount(guests);
  if (adults === null || adults < 1 || adults > PARTY_MEMBERS_MAX) reader.refuse(`NumberOfGuests must be 1 to ${PARTY_MEMBERS_MAX}.`);
  else if (Object.hasOwn(prices, String(adults))) reader.refuse(`there are two amounts for ${adults} guests.`);
  else prices[String(adults)] = amount;
}

function readAdditional(amounts: readonly XmlElement[], reader: Reader): RateNights {
  const values: RateNights = {};
  for (const element of amounts) {
    const age = attributeOf(element, "AgeQualifyingCode") ?? ADULT;
    const amount = readAmount(element, attributeOf(element, "Amount") === null ? "AmountAfterTax" : "Amount", reader);
    if (amount === null) continue;
    if (age === ADULT) values.extraAdult = amount;
    else if (age === CHILD) values.child = amount;
    else if (age === INFANT) addWarning(reader.findings, "Infants need no bed and cost nothing here: their amount is passed over.");
    else reader.refuse("AgeQualifyingCode must be 10 for adults or 8 for children.");
  }
  return values;
}

/** An amount in units of the hotel's currency, taxes included; null where it is wrong. */
function readAmount(element: XmlElement, attribute: string, reader: Reader): number | null {
  const currencyCode = attributeOf(element, "CurrencyCode") ?? reader.currencyCode;
  if (currencyCode !== null && currencyCode !== reader.products.currencyCode) {
    reader.refuse(`CurrencyCode must be the hotel's, ${reader.products.currencyCode}.`);
    return null;
  }
  const text = attributeOf(element, attribute);
  const amount = text === null ? null : parseDecimal(text);
  if (text === null && attributeOf(element, "AmountBeforeTax") !== null)
    reader.refuse("AmountBeforeTax alone cannot be sold: send AmountAfterTax.");
  else if (amount === null || amount < 0) reader.refuse(`${attribute} must be an amount with at most four decimals.`);
  else return toJsonNumber(amount);
  return null;
}
