/** GET /health: whether D1 answers, and which version does (docs/interface.md §4.10). */
import { checkHealth } from "../host/check-health.ts";
import { VERSION } from "../host/version.ts";
import { answer, json } from "./answer.ts";
import type { OpenHandler } from "./types.ts";

export const getHealth: OpenHandler = async (_c, ctx) => {
  const health = await checkHealth(ctx);
  return health.ok ? json({ status: "ok", version: VERSION }) : answer(ctx, health);
};
