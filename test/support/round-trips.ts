/** Counts the round trips to the database that a request waits for one after the other. */
import type { Database } from "../../src/host/database.ts";
import { aroundCalls } from "../../harness/around-calls.ts";

/** The same database; `trips()`: how often a call began while none was under way. Calls side by side are one trip. */
export function countedTrips(real: Database): { db: Database; trips: () => number } {
  let count = 0;
  let underWay = 0;
  const counted = async <T>(call: () => Promise<T>): Promise<T> => {
    if (underWay === 0) count += 1;
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
    }
  };
  return { db: aroundCalls(real, counted), trips: () => count };
}

/** Turns of the event loop without a new call after which a request is taken to wait for the database, or to have answered. */
const QUIET_TURNS = 40;

/**
 * The same database, which answers in rounds: `answered` lets every call that waits go at once, when nothing else is left to do,
 * and so on until the answer is there. Its trips are the rounds the answer needed, whatever the machine's speed; work behind
 * the answer is not among them.
 */
export function steppedTrips(real: Database): { db: Database; answered: <T>(work: Promise<T>) => Promise<{ value: T; trips: number }> } {
  let waiting: (() => void)[] = [];
  let underWay = 0;
  let isOpen = true;
  const stepped = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!isOpen) await new Promise<void>((resolve) => void waiting.push(resolve));
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
    }
  };
  const letGo = (): void => {
    for (const go of waiting.splice(0)) go();
  };
  const answered = async <T>(work: Promise<T>): Promise<{ value: T; trips: number }> => {
    isOpen = false;
    const answer = { isThere: false };
    const noted = work.finally(() => (answer.isThere = true));
    // Awaited below.
    noted.catch(() => {});
    let trips = 0;
    for (let quiet = 0, calls = 0; !answer.isThere;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      quiet = underWay > 0 || waiting.length !== calls ? 0 : quiet + 1;
      calls = waiting.length;
      if (quiet < QUIET_TURNS || calls === 0) continue;
      trips += 1;
      quiet = 0;
      letGo();
    }
    isOpen = true;
    letGo();
    return { value: await noted, trips };
  };
  return { db: aroundCalls(real, stepped), answered };
}
