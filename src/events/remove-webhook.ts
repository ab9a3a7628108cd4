/** Removes an endpoint: DELETE /webhooks/{groupId}/{webhookId} of docs/interface.md §17. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { NO_SUCH_WEBHOOK } from "./change-webhook.ts";
import { deleteWebhook } from "./rows/webhooks.ts";

/** Removes it, with its cursor and secrets; an attempt under way ends by itself. Else `not_found`. */
export async function removeWebhook(ctx: CallerCtx, webhookId: string): Promise<Result<null>> {
  return (await deleteWebhook(ctx.db, ctx.principal, webhookId)) ? ok(null) : fail(NO_SUCH_WEBHOOK);
}
