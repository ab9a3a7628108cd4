/** Several servers under the same load in turns, so that what else the machine does falls on all of them alike. */
import { confirmRates } from "./confirm.ts";
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
  /** Of each round, in their order; left out of what is not measured in rounds. */
  rates?: readonly number[];
  /** By another load generator, where it was asked. */
  confirmedPerSecond?: number;
  [figure: string]: string | number | null | undefined | readonly number[];
}

/** What cost is measured over: hotels of a listing, nights of a stay, transactions of an export, clients at a time, changes a second, milliseconds to D1. */
export const GROWTHS = ["hotels", "nights", "transactions", "clients", "changes", "distance"] as const;
export type Growth = (typeof GROWTHS)[number];

export interface Rounds {
  rounds: number;
  roundMs: number;
  /** Where comparing the answers has warmed the servers up. */
  isWarm?: boolean;
  /** What a headline of the report is made of: measured with another load generator too, where that is asked. */
  isHeadline?: boolean;
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

let isConfirming = false;

/** From now on headlines are measured with another load generator too. */
export function confirm(): void {
  isConfirming = true;
}

const CONFIRMING_SECONDS = 2;
const WARM_UP_SHARE = 0.5;
const MEMORY_SAMPLE_MS = 20;

/** Warms every variant up, then measures them in turns. */
export async function compare(title: string, variants: readonly Variant[], effort: Rounds): Promise<Measured[]> {
  const { rounds, roundMs, isWarm = false, isHeadline = false } = isQuick ? { ...effort, ...QUICK } : effort;
  const counters = variants.map(() => ({ next: 0 }));
  const samples: Sample[][] = variants.map(() => []);
  for (let round = isWarm ? 0 : -1; round < rounds; round += 1) {
    for (const [index, variant] of variants.entries()) {
      const sample = await measure(variant, round === -1 ? roundMs * WARM_UP_SHARE : roundMs, counters[index]!);
      if (round >= 0) samples[index]!.push(sample);
    }
  }
  const measured = variants.map((variant, index) => summary(title, variant.name, samples[index]!));
  return isHeadline && isConfirming ? confirmed(variants, counters, measured) : measured;
}

/** The same load by the other generator: as many requests as ours makes in this time. */
async function confirmed(variants: readonly Variant[], counters: readonly { next: number }[], measured: Measured[]): Promise<Measured[]> {
  const loads = variants.map(({ host, request, connections, statuses = [200] }, index) => ({
    url: host.url,
    request: () => (typeof request === "function" ? request(counters[index]!.next++) : request),
    connections,
    statuses,
    requests: Math.ceil(Math.max(connections, measured[index]!.perSecond * CONFIRMING_SECONDS)),
  }));
  const rates = await confirmRates(loads);
  return measured.map((one, index) => ({ ...one, confirmedPerSecond: threeDigits(rates[index] ?? Number.NaN) }));
}

/** The same figures as points of a growth. */
export function asGrowth(measured: readonly Measured[], growth: Growth, size: number): Measured[] {
  return measured.map((one) => ({ ...one, growth, size }));
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
    rates: rates.map(threeDigits),
    p50Ms: middle(({ load }) => load.p50Ms),
    p99Ms: middle(({ load }) => load.p99Ms),
    firstByteMs: middle(({ load }) => load.firstByteMs),
    megabytesPerSecond: middle(({ load }) => ((load.bytes / load.requests) * load.perSecond) / 1e6),
    memoryGrowthMegabytes: growth.length === 0 ? null : Math.round(Math.max(...growth) / 1e6),
    cpuMsPerRequest: cpu.length === 0 ? null : threeDigits(median(cpu)),
  };
}
