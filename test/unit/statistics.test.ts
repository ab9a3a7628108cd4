/** Figures out of samples, and how sure a ratio of the benchmarks is. */
import { describe, expect, it } from "vitest";
import { ratio } from "../../bench/support/ratio.ts";
import type { Measured } from "../../bench/support/rounds.ts";
import { randomFrom } from "../../cli/demo/random.ts";
import { interval, median, quantile } from "../../cli/support/statistics.ts";

it("a quantile and a median are numbers of the samples, and no number of none", () => {
  const samples = [5, 1, 4, 2, 3];
  expect([median(samples), quantile(samples, 0), quantile(samples, 0.25), quantile(samples, 1)]).toEqual([3, 1, 2, 5]);
  expect(median([1, 2])).toBe(1.5);
  expect([median([]), quantile([], 0.5)]).toEqual([Number.NaN, Number.NaN]);
  expect(samples).toEqual([5, 1, 4, 2, 3]);
});

describe("an interval", () => {
  it("is none of two samples, and nothing wide of samples that are alike", () => {
    expect(interval([1, 2], median, () => 0.5)).toBeNull();
    expect(interval([7, 7, 7, 7], median, () => 0.5)).toEqual([7, 7]);
  });

  it("holds what the samples were drawn from, nearly always, but not always", () => {
    const random = randomFrom(7);
    // The sum of twelve of these is as good as normal: mean 6, deviation 1.
    const draw = (): number => Array.from({ length: 12 }, () => random.next()).reduce((sum, one) => sum + one, 0);
    const held = Array.from({ length: 100 }, () => {
      const [low, high] = interval(Array.from({ length: 24 }, draw), median, () => random.next()) ?? [0, 0];
      return low <= 6 && 6 <= high;
    });
    // Of so few samples it is a little too narrow. The seed is fixed: the number is the same on every machine.
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(85);
    expect(held.filter(Boolean).length).toBeLessThan(100);
  });
});

describe("a ratio", () => {
  const measured = (variant: string, rates: number[], confirmedPerSecond?: number): Measured => ({
    case: "",
    variant,
    rates,
    perSecond: median(rates),
    spread: [0, 0],
    p50Ms: 0,
    p99Ms: 0,
    firstByteMs: 0,
    megabytesPerSecond: 0,
    memoryGrowthMegabytes: null,
    cpuMsPerRequest: null,
    ...(confirmedPerSecond === undefined ? {} : { confirmedPerSecond }),
  });

  it("is of the medians, within an interval that rounds disturbed alike do not widen", () => {
    const theirs = [1000, 500, 900, 2000, 1500, 700];
    const half = theirs.map((rate) => rate / 2);
    expect(ratio([measured("ours", half, 40), measured("theirs", theirs, 100)], "ours", "theirs")).toEqual({
      value: 0.5,
      interval: [0.5, 0.5],
      confirmed: 0.4,
    });
  });

  it("has no interval of one round, and is confirmed where it was asked", () => {
    const found = ratio([measured("ours", [3]), measured("theirs", [2])], "ours", "theirs");
    expect(found).toEqual({ value: 1.5, interval: null, confirmed: null });
  });
});
