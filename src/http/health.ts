/** GET /health: whether D1 answers (docs/interface.md §4.10). */
import { checkHealth } from "../host/check-health.ts";
import { answer, json } from "./answer.ts";
import type { OpenHandler } from "./types.ts";

export const getHealth: OpenHandler = async (_c, ctx) => {
  const health = await checkHealth(ctx);
  return health.ok ? json({ status: "ok" }) : answer(ctx, health);
};
