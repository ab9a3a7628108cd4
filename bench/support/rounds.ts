/** Several servers under the same load in turns, so that what else the machine does falls on all of them alike. */
import { type LoadResult, type RequestShape, requestBytes, runLoad } from "./load.ts";
import { cpuMs } from "./processes.ts";
import { median, threeDigits } from "./statistics.ts";
import type { Host } from "./worker-host.ts";

export interface Variant {
  name: string;
  host: Host;
  request: RequestShape | ((index: number) => RequestShape);
  connections: number;
  statuses?: readonly number[];
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
  /** Processor time of the server per request, where the host tells. */
  cpuMsPerRequest: number | null;
  [figure: string]: string | number | null | [number, number];
}

export interface Rounds {
  rounds: number;
  roundMs: number;
}

const WARM_UP_SHARE = 0.5;

/** Warms every variant up, then measures them in turns. */
export async function compare(title: string, variants: readonly Variant[], { rounds, roundMs }: Rounds): Promise<Measured[]> {
  const counters = variants.map(() => ({ next: 0 }));
  const samples: { load: LoadResult; cpuMsPerRequest: number | null }[][] = variants.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, variant] of variants.entries()) {
      const sample = await measure(variant, round === -1 ? roundMs * WARM_UP_SHARE : roundMs, counters[index]!);
      if (round >= 0) samples[index]!.push(sample);
    }
  }
  return variants.map((variant, index) => summary(title, variant.name, samples[index]!));
}

/** Ours over theirs; more is better. */
export function ratio(measured: readonly Measured[], ours: string, theirs: string): number {
  const rate = (name: string): number => measured.find((one) => one.variant === name)?.perSecond ?? Number.NaN;
  return threeDigits(rate(ours) / rate(theirs));
}

async function measure(variant: Variant, durationMs: number, counter: { next: number }) {
  const { host, request, connections, statuses = [200] } = variant;
  const fixed = typeof request === "function" ? null : requestBytes(host.url, request);
  const make = (): Buffer => fixed ?? requestBytes(host.url, (request as (index: number) => RequestShape)(counter.next++));
  const cpuBefore = host.pid === null ? null : cpuMs(host.pid);
  const load = await runLoad({ url: host.url, request: make, connections, durationMs, statuses });
  const cpuAfter = host.pid === null ? null : cpuMs(host.pid);
  const cpuMsPerRequest = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / load.requests;
  return { load, cpuMsPerRequest };
}

function summary(title: string, variant: string, samples: { load: LoadResult; cpuMsPerRequest: number | null }[]): Measured {
  const rates = samples.map(({ load }) => load.perSecond);
  const cpu = samples.map((sample) => sample.cpuMsPerRequest).filter((value) => value !== null);
  return {
    case: title,
    variant,
    perSecond: threeDigits(median(rates)),
    spread: [threeDigits(Math.min(...rates)), threeDigits(Math.max(...rates))],
    p50Ms: threeDigits(median(samples.map(({ load }) => load.p50Ms))),
    p99Ms: threeDigits(median(samples.map(({ load }) => load.p99Ms))),
    cpuMsPerRequest: cpu.length === 0 ? null : threeDigits(median(cpu)),
  };
}
