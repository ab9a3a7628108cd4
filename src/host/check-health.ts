/** Whether the database answers. */
import { type Result, fail, ok } from "../base/result.ts";
import { OVERLOAD_RETRY_SECONDS } from "./limits.ts";
import { pingDatabase } from "./ping.ts";
import type { Ctx } from "./context.ts";

/** ok after a read of D1, else `overloaded`. */
export async function checkHealth(ctx: Ctx): Promise<Result<null>> {
  try {
    await pingDatabase(ctx.db);
    return ok(null);
  } catch (error) {
    ctx.log({ event: "health_failed", detail: String(error) });
    return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
  }
}
