/** The report: tables for people, and what they and the page docs/benchmarks.md are made of. */
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { COST_COLUMNS, type Cost, costCells } from "./cost.ts";
import type { Measured } from "./rounds.ts";

export interface Machine {
  processor: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  /** Processes waiting for a core before the first benchmark: above zero, something else was running. */
  loadBefore: number;
}

export interface Report {
  /** Ours over theirs, more is better; keys of docs/interface.md §1.5. */
  ratios: Record<string, number>;
  moreRatios: Record<string, number>;
  /** Where a ratio lies with 95 %, by its rounds. Missing in reports of earlier versions. */
  intervals?: Record<string, [number, number]>;
  /** The ratios by another load generator. Missing in reports of earlier versions, and where --confirm was not asked. */
  confirmed?: Record<string, number>;
  results: (Measured & { benchmark: string })[];
  /** Missing in reports of earlier versions. */
  costs?: Cost[];
  machine: Machine;
  /** The ratios of further runs, which the tables tell nothing of. */
  moreRuns?: Record<string, number>[];
}

/** docs/interface.md §8.1, and targets beyond it: at least this. */
const TARGETS: Readonly<Record<string, number>> = {
  "hotels/baseline": 0.85,
  "hotels-304/baseline": 0.9,
  "availability/baseline": 0.6,
  "availability/sql": 20,
  "availability-change/availability": 0.8,
  "availability-64/baseline": 1.5,
  "availability/fastify": 1,
  "export/baseline": 0.6,
  "export/soap": 5,
  "reservation/baseline": 0.7,
  "change/baseline": 0.7,
  "ari/baseline": 0.7,
  "distance/floor": 0.9,
};

/** What the figures are measured on. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
  };
}

/** A report that `--json` printed into a file before; of further files, the ratios beside its own. */
export function readReport(file: string, ...further: string[]): Report {
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  const others = further.map((other) => readReport(other));
  return { ...report, moreRuns: others.map(({ ratios, moreRatios }) => ({ ...ratios, ...moreRatios })) };
}

/** Everything as plain text. */
export function plainReport(report: Report): string {
  const parts = benchmarksOf(report).map(([name, results]) => `${name}\n${alignedTable([COLUMNS, ...results.map(cells)])}`);
  const { costs = [] } = report;
  if (costs.length > 0) parts.push(`cost\n${alignedTable([COST_COLUMNS, ...costs.map(costCells)], 1)}`);
  const ratios = alignedTable([RATIO_COLUMNS.map((column) => column.toLowerCase()), ...ratioRows(report)]);
  return [...parts, ratios, JSON.stringify(report.machine)].join("\n\n");
}

/** The columns of a benchmark's table. */
export const COLUMNS = [
  "case",
  "server",
  "per second",
  "lowest–highest",
  "p50 ms",
  "p99 ms",
  "first byte ms",
  "MB/s",
  "memory +MB",
  "CPU ms",
];

/** A measurement as a row under COLUMNS. */
export function cells(one: Measured): string[] {
  return [
    one.case,
    one.variant,
    String(one.perSecond),
    one.spread.join("–"),
    String(one.p50Ms),
    String(one.p99Ms),
    String(one.firstByteMs),
    String(one.megabytesPerSecond),
    String(one.memoryGrowthMegabytes ?? ""),
    String(one.cpuMsPerRequest ?? ""),
  ];
}

/** The columns of the table of ratios. */
export const RATIO_COLUMNS = ["Ratio", "Ours over theirs", "95 %", "autocannon", "Target"];

/** Every ratio under RATIO_COLUMNS: its value in each run; its interval, and what autocannon says, in the first. */
export function ratioRows({ ratios, moreRatios, moreRuns = [], intervals = {}, confirmed = {} }: Report): string[][] {
  return Object.entries({ ...ratios, ...moreRatios }).map(([name, value]) => {
    const values = [value, ...moreRuns.map((run) => run[name] ?? "–")];
    return [name, values.join(", "), intervals[name]?.join("–") ?? "", String(confirmed[name] ?? ""), String(TARGETS[name] ?? "")];
  });
}

/** The measurements by benchmark. */
export function benchmarksOf({ results }: Report): [string, Measured[]][] {
  return [...Map.groupBy(results, ({ benchmark }) => benchmark)];
}

function alignedTable(rows: readonly string[][], textColumns = 2): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const align = (cell: string, i: number): string => (i >= textColumns ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0));
  return rows.map((row) => row.map(align).join("  ").trimEnd()).join("\n");
}
