/** Results as answers of the JSON interface. */
import type { Ctx } from "../host/context.ts";
import { type WireResult, problemResponse } from "./problem.ts";

/** 200 with the value, or the failure's problem. Personal data is the rule here: nothing is stored on the way. */
export function answer(ctx: Ctx, result: WireResult<unknown>): Response {
  return result.ok ? json(result.value) : problemResponse(ctx, result.failure);
}

/** A JSON answer that no cache keeps. */
export function json(value: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return renderedJson(JSON.stringify(value), headers, status);
}

/** The same for a text that is JSON already. */
export function renderedJson(body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(body, {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers },
  });
}
