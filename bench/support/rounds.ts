/** Several servers under the same load in turns, so that what else the machine does falls on all of them alike. */
import { type LoadResult, type RequestShape, requestBytes, runLoad } from "./load.ts";
import { cpuMs, memoryBytes } from "./processes.ts";
import { median, threeDigits } from "../../cli/support/statistics.ts";
import type { Host } from "./worker-host.ts";

export interface Variant {
  name: string;
  host: Host;
  request: RequestShape | ((index: number) => RequestShape);
  connections: number;
  statuses?: readonly number[];
  /** Begins what else goes on during a round; what it returns ends it. */
  meanwhile?: () => () => Promise<void>;
}

/** One line of the report. Rates and latencies are medians over the rounds. */
export interface Measured {
  /** What was asked, such as "hotels, 100 hotels". */
  case: string;
  /** Who answered, such as "tabard". */
  variant: string;
  perSecond: number;
  /** Lowest and highest round. */
  spread: [number, number];
  p50Ms: number;
  p99Ms: number;
  firstByteMs: number;
  megabytesPerSecond: number;
  /** How far the server's memory rose above where a round began, the most of all rounds; null where the host does not tell. */
  memoryGrowthMegabytes: number | null;
  /** Processor time of the server per request, where the host tells. */
  cpuMsPerRequest: number | null;
  /** Which of GROWTHS this is a point of, and where it lies; left out of what is no such point. */
  growth?: Growth;
  size?: number;
  [figure: string]: string | number | null | undefined | [number, number];
}

/** What cost is measured over: hotels of a listing, nights of a stay, transactions of an export, clients at a time, milliseconds to D1. */
export const GROWTHS = ["hotels", "nights", "transactions", "clients", "distance"] as const;
export type Growth = (typeof GROWTHS)[number];

export interface Rounds {
  rounds: number;
  roundMs: number;
  /** Where comparing the answers has warmed the servers up. */
  isWarm?: boolean;
}

/** Clients at a time, for the growth with them. */
export const GROWING_CLIENTS = [1, 2, 4, 8, 16, 32, 64];

const QUICK = { rounds: 1, roundMs: 300 };
let isQuick = false;

/** From now on one short turn per server: shows that everything runs; its figures mean little. */
export function hurry(): void {
  isQuick = true;
}

/** Whether hurry was asked for. */
export function isHurried(): boolean {
  return isQuick;
}

const WARM_UP_SHARE = 0.5;
const MEMORY_SAMPLE_MS = 20;

/** Warms every variant up, then measures them in turns. */
export async function compare(title: string, variants: readonly Variant[], effort: Rounds): Promise<Measured[]> {
  const { rounds, roundMs, isWarm = false } = isQuick ? { ...effort, ...QUICK } : effort;
  const counters = variants.map(() => ({ next: 0 }));
  const samples: Sample[][] = variants.map(() => []);
  for (let round = isWarm ? 0 : -1; round < rounds; round += 1) {
    for (const [index, variant] of variants.entries()) {
      const sample = await measure(variant, round === -1 ? roundMs * WARM_UP_SHARE : roundMs, counters[index]!);
      if (round >= 0) samples[index]!.push(sample);
    }
  }
  return variants.map((variant, index) => summary(title, variant.name, samples[index]!));
}

/** The same figures as points of a growth. */
export function asGrowth(measured: readonly Measured[], growth: Growth, size: number): Measured[] {
  return measured.map((one) => ({ ...one, growth, size }));
}

/** Ours over theirs; more is better. */
export function ratio(measured: readonly Measured[], ours: string, theirs: string): number {
  const rate = (name: string): number => measured.find((one) => one.variant === name)?.perSecond ?? Number.NaN;
  return threeDigits(rate(ours) / rate(theirs));
}

interface Sample {
  load: LoadResult;
  cpuMsPerRequest: number | null;
  memoryGrowthBytes: number | null;
}

async function measure(variant: Variant, durationMs: number, counter: { next: number }): Promise<Sample> {
  const { host, request, connections, statuses = [200] } = variant;
  const fixed = typeof request === "function" ? null : requestBytes(host.url, request);
  const make = (): Buffer => fixed ?? requestBytes(host.url, (request as (index: number) => RequestShape)(counter.next++));
  const watch = watchProcess(host.pid);
  const end = variant.meanwhile?.();
  const load = await runLoad({ url: host.url, request: make, connections, durationMs, statuses });
  await end?.();
  const { usedMs, memoryGrowthBytes } = watch();
  return { load, cpuMsPerRequest: usedMs === null ? null : usedMs / load.requests, memoryGrowthBytes };
}

/** Watches a process until the function it returns is called. */
function watchProcess(pid: number | null): () => { usedMs: number | null; memoryGrowthBytes: number | null } {
  const cpuBefore = pid === null ? null : cpuMs(pid);
  const memoryBefore = pid === null ? null : memoryBytes(pid);
  if (pid === null || cpuBefore === null || memoryBefore === null) return () => ({ usedMs: null, memoryGrowthBytes: null });
  let peak = memoryBefore;
  const timer = setInterval(() => (peak = Math.max(peak, memoryBytes(pid) ?? 0)), MEMORY_SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return { usedMs: (cpuMs(pid) ?? cpuBefore) - cpuBefore, memoryGrowthBytes: peak - memoryBefore };
  };
}

function summary(title: string, variant: string, samples: readonly Sample[]): Measured {
  const middle = (figure: (sample: Sample) => number): number => threeDigits(median(samples.map(figure)));
  const rates = samples.map(({ load }) => load.perSecond);
  const cpu = samples.map((sample) => sample.cpuMsPerRequest).filter((value) => value !== null);
  const growth = samples.map((sample) => sample.memoryGrowthBytes).filter((value) => value !== null);
  return {
    case: title,
    variant,
    perSecond: threeDigits(median(rates)),
    spread: [threeDigits(Math.min(...rates)), threeDigits(Math.max(...rates))],
    p50Ms: middle(({ load }) => load.p50Ms),
    p99Ms: middle(({ load }) => load.p99Ms),
    firstByteMs: middle(({ load }) => load.firstByteMs),
    megabytesPerSecond: middle(({ load }) => ((load.bytes / load.requests) * load.perSecond) / 1e6),
    memoryGrowthMegabytes: growth.length === 0 ? null : Math.round(Math.max(...growth) / 1e6),
    cpuMsPerRequest: cpu.length === 0 ? null : threeDigits(median(cpu)),
  };
}
