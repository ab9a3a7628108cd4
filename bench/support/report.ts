/** The report: tables for people, the page docs/benchmarks.md, and what both are made of. */
import { cpus, loadavg, release, totalmem, type } from "node:os";
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
  /** Ours over theirs, more is better; keys of contract §1. */
  ratios: Record<string, number>;
  moreRatios: Record<string, number>;
  results: (Measured & { benchmark: string })[];
  machine: Machine;
}

/** Contract §8, and the issues' own: at least this. */
const TARGETS: Readonly<Record<string, number>> = {
  "hotels/baseline": 0.85,
  "hotels-304/baseline": 0.9,
  "availability/baseline": 0.6,
  "availability/sql": 20,
  "availability/fastify": 1,
  "export/baseline": 0.6,
  "export/soap": 5,
  "reservation/baseline": 0.7,
};

const RATIO_MEANINGS: Readonly<Record<string, string>> = {
  "hotels/baseline": "a warm listing of 100 hotels, beside a Worker that returns the same bytes after no work",
  "hotels-304/baseline": "the same, not modified",
  "availability/baseline": "500 hotels × 8 rooms × 3 rates, 7 nights, beside a Worker with one trivial query and the same bytes",
  "availability/sql": "the same, beside one row per room, rate and night joined in SQL on the same D1",
  "availability/fastify": "the same, beside Fastify and `node:sqlite` with that SQL",
  "export/baseline": "200,000 transactions, beside the same documents already rendered in the database",
  "export/soap": "10,000 transactions, beside the npm package `soap` over `node:sqlite`",
  "reservation/baseline": "8 clients, beside a Worker that runs the same statements blindly",
  "log-in/baseline": "beside scrypt alone",
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

/** Everything as plain text. */
export function plainReport(report: Report): string {
  const parts = benchmarksOf(report).map(([name, results]) => `${name}\n${alignedTable([COLUMNS, ...results.map(cells)])}`);
  const ratios = alignedTable([["ratio", "ours over theirs", "target"], ...ratioRows(report)]);
  return [...parts, ratios, JSON.stringify(report.machine)].join("\n\n");
}

/** The page docs/benchmarks.md. */
export function markdownPage(report: Report): string {
  const { machine } = report;
  const ratios = markdownTable([
    ["Ratio", "Ours over theirs", "Target", "What"],
    ...ratioRows(report).map((row) => [...row, RATIO_MEANINGS[row[0] ?? ""] ?? ""]),
  ]);
  const parts = benchmarksOf(report).map(([name, results]) => `## ${name}\n\n${markdownTable([COLUMNS, ...results.map(cells)])}`);
  return `# Benchmarks

Made by \`npm run --silent bench -- --markdown > docs/benchmarks.md\`; every figure is from one run. Before a server is timed its
answer is compared with Tabard's. Servers take short turns under the same load; rates and latencies are medians over the
turns, "lowest–highest" their spread. "CPU ms" is the server's processor time per request, which other work on the machine
disturbs least. "memory +MB" is the most its memory rose within a turn. Why the baselines are what they are:
[decision 0023](decisions/0023-itty-router-serves-the-bench.md).

Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; load before the
first benchmark ${machine.loadBefore.toFixed(1)}. A load above 0 means that other work ran beside the benchmarks: rates are
lower than the machine's, ratios stay comparable.

${ratios}

${parts.join("\n\n")}
`;
}

const COLUMNS = ["case", "server", "per second", "lowest–highest", "p50 ms", "p99 ms", "first byte ms", "MB/s", "memory +MB", "CPU ms"];

function cells(one: Measured): string[] {
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

function ratioRows({ ratios, moreRatios }: Report): string[][] {
  return Object.entries({ ...ratios, ...moreRatios }).map(([name, value]) => [name, String(value), String(TARGETS[name] ?? "")]);
}

function benchmarksOf({ results }: Report): [string, Measured[]][] {
  return [...Map.groupBy(results, ({ benchmark }) => benchmark)];
}

function alignedTable(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const align = (cell: string, i: number): string => (i > 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0));
  return rows.map((row) => row.map(align).join("  ").trimEnd()).join("\n");
}

function markdownTable([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
