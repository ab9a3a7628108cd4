/**
 * The exports that run in an isolate, and how many of them one operator may have while RATE_LIMITS is on (docs/interface.md §3). An
 * export streams for as long as its reader likes; without a bound one operator could hold any number of cursors open.
 */
import { type Result, fail } from "../base/result.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { EXPORTS_PER_SESSION_MAX, EXPORT_SLOT_MS_MAX } from "./limits.ts";
import type { Ctx } from "../host/context.ts";
import { type ExportSlot, RUNNING_EXPORTS } from "./memory.ts";

/**
 * Runs an export in one of the operator's places, held until its pages end, fail or are abandoned (`return()`).
 * `too_many_requests` where all places are taken, while there are limits.
 */
export async function withExportSlot<T>(
  ctx: Ctx,
  callerId: string,
  open: () => Promise<Result<AsyncIterable<T>>>,
): Promise<Result<AsyncIterable<T>>> {
  const release = takeSlot(ctx, callerId);
  if (!release) return fail({ code: "too_many_requests", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
  try {
    const pages = await open();
    if (!pages.ok) release();
    return pages.ok ? { ok: true, value: releasing(pages.value, release) } : pages;
  } catch (error) {
    release();
    throw error;
  }
}

/** How many run in this isolate now; at least one, which asks. */
export function runningExports(ctx: Ctx): number {
  const nowMs = ctx.now();
  let running = 0;
  for (const slots of ctx.memory.of(RUNNING_EXPORTS).values()) running += slots.filter((slot) => isLive(slot, nowMs)).length;
  return Math.max(1, running);
}

function isLive({ startedMs }: ExportSlot, nowMs: number): boolean {
  return nowMs - startedMs < EXPORT_SLOT_MS_MAX;
}

function takeSlot(ctx: Ctx, callerId: string): (() => void) | null {
  const exports = ctx.memory.of(RUNNING_EXPORTS);
  const nowMs = ctx.now();
  const live = (exports.get(callerId) ?? []).filter((slot) => isLive(slot, nowMs));
  if (ctx.requestLimiter && live.length >= EXPORTS_PER_SESSION_MAX) return null;
  const slot: ExportSlot = { startedMs: nowMs };
  exports.set(callerId, [...live, slot]);
  return () => {
    const left = (exports.get(callerId) ?? []).filter((other) => other !== slot);
    if (left.length > 0) exports.set(callerId, left);
    else exports.delete(callerId);
  };
}

/** Not a generator: a generator that was never started would not run its finally on return(). */
function releasing<T>(pages: AsyncIterable<T>, release: () => void): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = pages[Symbol.asyncIterator]();
      const releaseAtEnd = async (step: Promise<IteratorResult<T>> | undefined): Promise<IteratorResult<T>> => {
        try {
          const result = await (step ?? { done: true as const, value: undefined });
          if (result.done) release();
          return result;
        } catch (error) {
          release();
          throw error;
        }
      };
      return {
        next: () => releaseAtEnd(iterator.next()),
        return: (value?: unknown) => releaseAtEnd(iterator.return?.(value)),
      };
    },
  };
}
