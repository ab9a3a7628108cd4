/** One request's context from its host's platform. */
import { countRows } from "./count-rows.ts";
import type { Ctx, LogEntry, Platform, RequestTrace } from "./context.ts";

interface Background {
  waitUntil(work: Promise<unknown>): void;
}

/** Shares the platform by prototype: a request costs a few small objects. Request ids are ours alone, never a client's. */
export function requestContext(platform: Platform, execution: Background, address = "none"): Ctx {
  const requestId = crypto.randomUUID();
  const trace: RequestTrace = { route: null, groupId: null, principalKind: null, caller: null, refusal: null, rowsRead: 0 };
  const background = (work: Promise<unknown>): void => execution.waitUntil(work);
  return Object.assign(Object.create(platform) as Platform, {
    requestId,
    databaseOf: null,
    address,
    trace,
    db: countRows(platform.db, trace),
    background,
    log: (entry: LogEntry) => platform.writeLine(JSON.stringify({ requestId, ...entry }), background),
  });
}
