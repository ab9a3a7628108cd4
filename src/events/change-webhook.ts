/** Changes an endpoint: PATCH /webhooks/{groupId}/{webhookId} of docs/interface.md §17. */
import type { CallerCtx } from "../access/caller.ts";
import { type Failure, type Result, fail, ok } from "../base/result.ts";
import { expectWebhooks } from "./deliver-webhooks.ts";
import { type WebhookChange, findWebhook, updateWebhook } from "./rows/webhooks.ts";
import type { Webhook } from "./rules/webhook.ts";

export const NO_SUCH_WEBHOOK: Failure = { code: "not_found", detail: "The group has no such webhook." };

/**
 * Changes what is given, checked by the transport; a delivery under way goes no further. Enabling forgets its failures, and
 * it goes on from its cursor. `not_found`, or `invalid_webhook` where the cursor is ahead of the log.
 */
export async function changeWebhook(ctx: CallerCtx, webhookId: string, change: WebhookChange): Promise<Result<Webhook>> {
  const changed = await updateWebhook(ctx.db, ctx.principal, webhookId, change, ctx.now());
  if (changed) {
    expectWebhooks(ctx, ctx.principal.groupId);
    return ok(changed);
  }
  if (!(await findWebhook(ctx.db, ctx.principal, webhookId))) return fail(NO_SUCH_WEBHOOK);
  const detail = "Must be the sequence of an event the group has.";
  return fail({ code: "invalid_webhook", errors: [{ pointer: "/cursor", code: "too_big", detail }] });
}
