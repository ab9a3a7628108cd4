/** A read that met a lock or a lost connection is asked again, as D1 itself does: a command's own writes may be the trouble. */
import { isTransient } from "./database.ts";
import { READ_RETRIES_MAX, READ_RETRY_MS } from "./limits.ts";

/** Asks up to READ_RETRIES_MAX times more. Never for writes: what became of them may be unknown. */
export async function retryRead<T>(read: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error) || retries === READ_RETRIES_MAX) throw error;
      await pause(READ_RETRY_MS);
    }
  }
}

/** Waits by the host's own clock. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
