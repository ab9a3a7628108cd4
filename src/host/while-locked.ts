/**
 * A local D1 does not wait for a command that writes to its file: it refuses a write at once, before anything is done, and then
 * starts anew, which whoever reads meanwhile is told of. Commands hold the file for some ten milliseconds at a time
 * (cli/transactions/load-ledger.ts). The deployed D1 has no other process to wait for; its connections may be lost as well.
 */
import { isWrite } from "./database.ts";
import { LOCK_PAUSE_MS_MAX, LOCK_POLL_MS, LOCK_RETRY_MS } from "./limits.ts";

/** Tries again, for LOCK_RETRY_MS, what another process's lock refuses; and reads, where D1 starts anew. */
export async function whileLocked<T>(texts: readonly string[], work: () => Promise<T>): Promise<T> {
  const refusals = texts.some((sql) => isWrite(sql)) ? LOCKED : LOCKED_OR_RESET;
  let pauseMs = LOCK_POLL_MS;
  for (let waitedMs = 0; ; waitedMs += pauseMs, pauseMs = Math.min(2 * pauseMs, LOCK_PAUSE_MS_MAX)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !refusals.test(error.message) || waitedMs >= LOCK_RETRY_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const LOCKED = /database is locked|SQLITE_BUSY/;
const LOCKED_OR_RESET =
  /database is locked|SQLITE_BUSY|caused object to be reset|session commit token|reset because|was reset|D1_ERROR: internal error|Network connection lost/;
