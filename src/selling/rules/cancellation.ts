/** What cancelling costs: docs/interface.md §11, "Policy". Pure. */
import { BASIS_POINTS, type Money, minorUnit, scaleHalfUp, sumOf } from "../../base/money.ts";

/** The first nights' price, a part of the room price in hundredths of a percent, or an amount. */
export type Fee = { nights: number } | { basisPoints: number } | { amount: Money };

export interface CancellationTier {
  /** Counted back from the check-in time on the check-in date. */
  hoursBefore: number;
  fee: Fee;
}

export interface CancellationPolicy {
  /** At least one; the one with the fewest hours that has begun applies, before all of them cancelling is free. */
  tiers: readonly CancellationTier[];
  /** Null: the fee of the tier with the fewest hours. */
  noShow: Fee | null;
  /** What a fee is posted under. Null: the rate's own. */
  saleCode: string | null;
}

/** From this instant on cancelling costs this much, until the next one's. */
export interface FeeStep {
  fromMs: number;
  fee: Money;
}

/** A stay as its fees depend on it. */
export interface FeeBasis {
  /** The price of each night. */
  nights: readonly Money[];
  currencyCode: string;
  /** The check-in time on the check-in date. */
  checkInMs: number;
  /** When it is booked or amended: no step lies before. */
  bookedMs: number;
}

const HOUR_MS = 3_600_000;

/** Of a refundable rate that names none: the first night, from check-in on. */
const REFUNDABLE: CancellationPolicy = { tiers: [{ hoursBefore: 0, fee: { nights: 1 } }], noShow: null, saleCode: null };

/** Of any other rate that names none: everything, always. */
const NOT_REFUNDABLE: CancellationPolicy = {
  tiers: [{ hoursBefore: Infinity, fee: { basisPoints: BASIS_POINTS } }],
  noShow: null,
  saleCode: null,
};

/** The policy of a rate; `cancellation` null: the usual one of its kind. */
export function policyOf(rate: { cancellation: CancellationPolicy | null; refundable: boolean }): CancellationPolicy {
  return rate.cancellation ?? (rate.refundable ? REFUNDABLE : NOT_REFUNDABLE);
}

/** The policy as instants and amounts, ascending; the first step begins when the stay is booked. */
export function feeSteps(policy: CancellationPolicy, basis: FeeBasis): FeeStep[] {
  const { bookedMs, checkInMs } = basis;
  const ascending = [...policy.tiers].sort((a, b) => b.hoursBefore - a.hoursBefore);
  const steps: FeeStep[] = [{ fromMs: bookedMs, fee: 0 }];
  for (const { hoursBefore, fee } of ascending) {
    const step = { fromMs: Math.max(bookedMs, checkInMs - hoursBefore * HOUR_MS), fee: feeOf(fee, basis) };
    if (step.fromMs === bookedMs) steps[0] = step;
    else steps.push(step);
  }
  return steps;
}

/** What a guest who never comes is charged. */
export function noShowFee(policy: CancellationPolicy, basis: FeeBasis): Money {
  const [first, ...others] = policy.tiers;
  if (!first) return 0;
  const last = others.reduce((fewest, tier) => (tier.hoursBefore < fewest.hoursBefore ? tier : fewest), first);
  return feeOf(policy.noShow ?? last.fee, basis);
}

/** The fee that holds at an instant. */
export function feeAt(steps: readonly FeeStep[], nowMs: number): Money {
  return steps.findLast(({ fromMs }) => fromMs <= nowMs)?.fee ?? steps[0]?.fee ?? 0;
}

/** At most the room price. */
function feeOf(fee: Fee, { nights, currencyCode }: FeeBasis): Money {
  const roomPrice = sumOf(nights);
  if ("nights" in fee) return sumOf(nights.slice(0, fee.nights));
  if ("amount" in fee) return Math.min(fee.amount, roomPrice);
  return Math.min(scaleHalfUp(roomPrice, fee.basisPoints, BASIS_POINTS, minorUnit(currencyCode)), roomPrice);
}
