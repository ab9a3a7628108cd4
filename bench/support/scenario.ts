/** What a benchmark is. */
import type { Cost } from "./cost.ts";
import type { Ratio } from "./ratio.ts";
import type { Measured } from "./rounds.ts";

export interface Options {
  /** Everything, also what takes minutes. */
  full: boolean;
}

export interface Outcome {
  /** Ours over theirs, more is better; keys of docs/interface.md §1.5. A number where nothing is sampled. */
  ratios: Record<string, number | Ratio>;
  /** The same for what docs/interface.md §1.5 does not name. */
  moreRatios?: Record<string, number | Ratio>;
  results: Measured[];
  costs?: Cost[];
}

export type Scenario = (options: Options) => Promise<Outcome>;
