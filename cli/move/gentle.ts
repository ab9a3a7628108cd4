/** Writes with a rest behind each: a database takes one writer at a time, and the service is the other. */
import { setTimeout as sleep } from "node:timers/promises";
import type { OneDatabase } from "../support/database.ts";
import { REST_FACTOR } from "./limits.ts";

/** Applies statements, then rests for as long as it took. */
export async function applyGently(db: OneDatabase, statements: Parameters<OneDatabase["apply"]>[0]): Promise<void> {
  const beganMs = performance.now();
  await db.apply(statements);
  await sleep((performance.now() - beganMs) * REST_FACTOR);
}
