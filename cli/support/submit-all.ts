/** Many requests over a few connections, timed. */
import type { Progress } from "./progress.ts";
import { quantile } from "./statistics.ts";

export interface SubmitOptions {
  url: string;
  token: string;
  concurrency: number;
}

export interface SubmitSummary {
  submitted: number;
  accepted: number;
  /** 409 and 422: the service said no. */
  refused: number;
  /** Anything else. */
  failed: number;
  /** Milliseconds from sending to the whole answer. */
  p50: number;
  p99: number;
  perSecond: number;
}

const REFUSALS = new Set([409, 422]);
/** A service that takes longer does not answer. */
const TIMEOUT_MS = 60_000;

/** Posts every body as JSON, `concurrency` at a time. `then` goes on with what was accepted, in the same client's turn. */
export async function submitAll<Item extends { body: object }>(
  items: AsyncIterator<Item>,
  options: SubmitOptions,
  progress: Progress,
  then: (item: Item, answer: string) => Promise<void> = () => Promise.resolve(),
): Promise<SubmitSummary> {
  const statuses = { accepted: 0, refused: 0, failed: 0 };
  const timesMs: number[] = [];
  const startMs = performance.now();
  const client = async (): Promise<void> => {
    for (let next = await items.next(); !next.done; next = await items.next()) {
      const sentMs = performance.now();
      const { status, text } = await post(options, next.value.body);
      timesMs.push(performance.now() - sentMs);
      statuses[status === 200 ? "accepted" : REFUSALS.has(status) ? "refused" : "failed"] += 1;
      progress.to(timesMs.length);
      if (status === 200) await then(next.value, text);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, client));
  const seconds = (performance.now() - startMs) / 1000;
  progress.finish();
  return {
    submitted: timesMs.length,
    ...statuses,
    // 0 where nothing was submitted.
    p50: round(quantile(timesMs, 0.5) || 0),
    p99: round(quantile(timesMs, 0.99) || 0),
    perSecond: round(timesMs.length / seconds),
  };
}

/** The answer, or status 0 where none came. */
export async function post({ url, token }: Pick<SubmitOptions, "url" | "token">, body: object): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
