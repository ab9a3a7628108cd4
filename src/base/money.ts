/**
 * Money is an integer of ten-thousandths of a currency's unit. Pure.
 * A sum fits a double exactly up to 900 thousand million units.
 */

/** Ten-thousandths of a currency's unit. */
export type Money = number;

export const MONEY_ONE: Money = 10_000;

/** A whole, in hundredths of a percent. */
export const BASIS_POINTS = 10_000;

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const DECIMALS: Readonly<Record<string, number>> = {
  BHD: 3, BIF: 0, CLF: 4, CLP: 0, DJF: 0, GNF: 0, IQD: 3, ISK: 0, JOD: 3, JPY: 0, KMF: 0, KRW: 0, KWD: 3, LYD: 3,
  OMR: 3, PYG: 0, RWF: 0, TND: 3, UGX: 0, UYI: 0, UYW: 4, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
}; // prettier-ignore

/** Decimals of a currency's minor unit. */
export function currencyDecimals(currencyCode: string): number {
  return DECIMALS[currencyCode] ?? 2;
}

/** The smallest amount of a currency, in ten-thousandths. */
export function minorUnit(currencyCode: string): Money {
  return 10 ** (4 - currencyDecimals(currencyCode));
}

/** Non-negative `amount * numerator / denominator`, rounded half up to a multiple of `unit`, exact at any size. */
export function scaleHalfUp(amount: Money, numerator: number, denominator: number, unit: Money = 1): Money {
  // floor(a / b) of doubles is exact while a is a safe integer: a quotient short of an integer is short by 1/b at least.
  const doubled = 2 * amount * numerator + denominator * unit;
  if (doubled <= Number.MAX_SAFE_INTEGER) return Math.floor(doubled / (2 * denominator * unit)) * unit;
  const divisor = BigInt(denominator) * BigInt(unit);
  const dividend = BigInt(amount) * BigInt(numerator);
  return Number((2n * dividend + divisor) / (2n * divisor)) * unit;
}

/** A non-negative amount rounded half up to a multiple of `unit`. */
export function roundHalfUp(amount: Money, unit: Money): Money {
  return Math.floor((amount + unit / 2) / unit) * unit;
}

/** The sum of amounts. */
export function sumOf(amounts: readonly Money[]): Money {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}

/** The nett part of a price that contains `taxBasisPoints` hundredths of a percent of tax, rounded half up. */
export function nettOf(gross: Money, taxBasisPoints: number): Money {
  return scaleHalfUp(gross, 10_000, 10_000 + taxBasisPoints);
}

/** The number JSON shows: 12345000 is 1234.5. */
export function toJsonNumber(amount: Money): number {
  return amount / MONEY_ONE;
}

/** A JSON number as money, or null where it is not a whole number of ten-thousandths. */
export function fromJsonNumber(value: number): Money | null {
  const amount = Math.round(value * MONEY_ONE);
  return Number.isSafeInteger(amount) && amount / MONEY_ONE === value ? amount : null;
}

const DECIMAL_PATTERN = /^(-?)(\d{1,11})(?:\.(\d{1,4})0*)?$/;

/** A decimal text ("12.5", "-0.0001") as money, or null where it has more than four decimals or eleven digits. */
export function parseDecimal(text: string): Money | null {
  const match = DECIMAL_PATTERN.exec(text);
  if (!match) return null;
  const amount = Number(match[2]) * MONEY_ONE + Number((match[3] ?? "").padEnd(4, "0"));
  return match[1] ? 0 - amount : amount;
}

/** Exactly four decimals, as the export writes them: 12345000 is "1234.5000". */
export function formatDecimal(amount: Money): string {
  const digits = String(Math.abs(amount)).padStart(5, "0");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
