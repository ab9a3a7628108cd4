/** Figures out of samples. Pure. */
import * as statistics from "simple-statistics";

/** How often samples are drawn again for an interval: its ends then move by less than the third digit. */
const DRAWS = 2_000;

/** Fewer samples say nothing of their own spread. */
const SAMPLES_MIN = 3;

/** The value below which `share` (0 to 1) of the samples lie; NaN of none. */
export function quantile(samples: readonly number[], share: number): number {
  return samples.length === 0 ? Number.NaN : statistics.quantile([...samples], share);
}

/** The middle sample, the mean of the two in the middle of an even number; NaN of none. */
export function median(samples: readonly number[]): number {
  return samples.length === 0 ? Number.NaN : statistics.median([...samples]);
}

/**
 * Where a figure of these samples lies with 95 %: the middle of what it is when the samples are drawn again, with replacement, from
 * themselves (Efron's bootstrap). Null of too few. `random` gives 0 up to 1.
 */
export function interval<Sample>(
  samples: readonly Sample[],
  figure: (drawn: readonly Sample[]) => number,
  random: () => number,
): [number, number] | null {
  if (samples.length < SAMPLES_MIN) return null;
  const drawn = Array.from({ length: DRAWS }, () => figure(statistics.sampleWithReplacement([...samples], samples.length, random)));
  return [quantile(drawn, 0.025), quantile(drawn, 0.975)];
}

/** A figure with three digits that count. */
export function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}
