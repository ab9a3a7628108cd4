/** Ours over theirs, and how sure that is. */
import { randomFrom } from "../../cli/demo/random.ts";
import { interval, median, threeDigits } from "../../cli/support/statistics.ts";
import type { Measured } from "./rounds.ts";

export interface Ratio {
  /** More is better. */
  value: number;
  /** Where it lies with 95 %, by the rounds; null of too few. */
  interval: [number, number] | null;
  /** The same by autocannon, where it was asked. */
  confirmed: number | null;
}

/** The same rounds give the same interval. */
const SEED = 1;

/** The ratio of two variants that took turns. */
export function ratio(measured: readonly Measured[], ours: string, theirs: string): Ratio {
  const [one, other] = [ours, theirs].map((name) => measured.find(({ variant }) => variant === name));
  // What disturbs a round disturbs both of its turns: they are drawn together.
  const rounds = (one?.rates ?? []).map((rate, round): [number, number] => [rate, other?.rates?.[round] ?? Number.NaN]);
  const figure = (drawn: readonly (readonly [number, number])[]): number =>
    median(drawn.map(([rate]) => rate)) / median(drawn.map(([, rate]) => rate));
  const random = randomFrom(SEED);
  const within = interval(rounds, figure, () => random.next());
  const confirmed = (one?.confirmedPerSecond ?? Number.NaN) / (other?.confirmedPerSecond ?? Number.NaN);
  return {
    value: threeDigits(figure(rounds)),
    interval: within && [threeDigits(within[0]), threeDigits(within[1])],
    confirmed: Number.isNaN(confirmed) ? null : threeDigits(confirmed),
  };
}
