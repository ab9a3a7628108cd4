/** The load of another generator, autocannon: whether ours makes the ratios. */
import autocannon from "autocannon";
import { median } from "../../cli/support/statistics.ts";
import type { RequestShape } from "./load.ts";

export interface Confirmation {
  url: URL;
  /** Gives each request in turn. */
  request: () => RequestShape;
  connections: number;
  statuses: readonly number[];
  /** Of one turn. */
  requests: number;
}

const TURNS = 3;

/** Requests a second of each, the median of their turns one after the other. Throws on an answer that was not expected. */
export async function confirmRates(loads: readonly Confirmation[]): Promise<number[]> {
  const rates = loads.map((): number[] => []);
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [index, load] of loads.entries()) rates[index]?.push(await turnRate(load));
  }
  return rates.map(median);
}

async function turnRate({ url, request, connections, statuses, requests }: Confirmation): Promise<number> {
  const setupRequest = (given: autocannon.Request): autocannon.Request => ({ ...given, ...(request() as autocannon.Request) });
  const done = await autocannon({ url: url.href, connections, amount: requests, requests: [{ setupRequest }] });
  const strange = Object.keys(done.statusCodeStats ?? {}).filter((status) => !statuses.includes(Number(status)));
  if (done.errors > 0 || strange.length > 0) throw new Error(`autocannon: ${done.errors} errors, statuses ${strange.join(", ")}`);
  return (done.requests.total / (done.finish.getTime() - done.start.getTime())) * 1000;
}
