/** The report: a table for people, one object for programs. */
import { cpus, release, totalmem, type } from "node:os";
import type { Measured } from "./rounds.ts";

export interface Machine {
  processor: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
}

const FIXED_COLUMNS = new Set([
  "case",
  "variant",
  "perSecond",
  "spread",
  "p50Ms",
  "p99Ms",
  "cpuMsPerRequest",
  "firstByteMs",
  "megabytesPerSecond",
  "memoryGrowthMegabytes",
]);

/** What the figures were measured on. */
export function describeMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model ?? "unknown",
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
  };
}

/** Results as a table of plain text. */
export function table(results: readonly Measured[]): string {
  const head = ["case", "variant", "per second", "lowest–highest", "p50 ms", "p99 ms", "first byte ms", "MB/s", "memory +MB", "CPU ms", ""];
  const rows = results.map((one) => [
    one.case,
    one.variant,
    String(one.perSecond),
    one.spread.join("–"),
    String(one.p50Ms),
    String(one.p99Ms),
    String(one.firstByteMs),
    String(one.megabytesPerSecond),
    String(one.memoryGrowthMegabytes ?? ""),
    one.cpuMsPerRequest === null ? "" : String(one.cpuMsPerRequest),
    Object.entries(one)
      .filter(([name]) => !FIXED_COLUMNS.has(name))
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(", "),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (row: string[]): string =>
    row.map((cell, i) => (i > 1 && i < row.length - 1 ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join("  ");
  return [head, ...rows].map((row) => line(row).trimEnd()).join("\n");
}
