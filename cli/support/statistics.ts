/** Figures out of samples. Pure. */

/** The value below which `share` (0 to 1) of the samples lie; NaN of none. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** The middle sample, the mean of the two in the middle of an even number. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

/** A figure with three digits that count. */
export function threeDigits(value: number): number {
  return Number(value.toPrecision(3));
}
