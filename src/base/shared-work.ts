/** One run of a piece of work for everybody who wants its outcome at the same time. Leaf. */
import { withinMs } from "./within-ms.ts";

/** Work under way, by what it makes. */
export type SharedWork<T> = Map<string, Promise<T>>;

/**
 * Starts the work, or joins the run that is under way. A run belongs to the request that started it and may die with it
 * (a client that hangs up ends its request in workerd): whoever has waited `waitMs` for another's run starts a run of their own.
 */
export async function shareWork<T>(running: SharedWork<T>, key: string, waitMs: number, start: () => Promise<T>): Promise<T> {
  const other = running.get(key);
  if (other) {
    try {
      return await withinMs(other, waitMs);
    } catch {
      return start();
    }
  }
  const own = start();
  running.set(key, own);
  try {
    return await own;
  } finally {
    if (running.get(key) === own) running.delete(key);
  }
}
