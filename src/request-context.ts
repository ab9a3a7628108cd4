/** One request's context from its host's platform. */
import type { Ctx, LogEntry, Platform } from "./service/context.ts";

interface Background {
  waitUntil(work: Promise<unknown>): void;
}

/** Shares the platform by prototype: a request costs one small object. */
export function requestContext(platform: Platform, execution: Background): Ctx {
  const requestId = crypto.randomUUID();
  return Object.assign(Object.create(platform) as Platform, {
    requestId,
    background: (work: Promise<unknown>) => execution.waitUntil(work),
    log: (entry: LogEntry) => console.log(JSON.stringify({ requestId, ...entry })),
  });
}
