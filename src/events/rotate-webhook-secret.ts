/** A new secret for an endpoint: POST /webhooks/{groupId}/{webhookId}/rotate of docs/interface.md §17. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import { NO_SUCH_WEBHOOK } from "./change-webhook.ts";
import type { CreatedWebhook } from "./create-webhook.ts";
import { findSecrets, rotateSecret } from "./rows/webhooks.ts";
import { retireSecret } from "./rules/webhook.ts";
import { writeSecret } from "./rules/webhook-secret.ts";

/** Both the new secret and the one before sign for a day. `not_found`; `overloaded` where another rotation came first. */
export async function rotateWebhookSecret(ctx: CallerCtx, webhookId: string): Promise<Result<CreatedWebhook>> {
  const master = ctx.webhooks.masterSecret;
  const found = await findSecrets(ctx.db, ctx.principal, webhookId);
  if (!found) return fail(NO_SUCH_WEBHOOK);
  const nowMs = ctx.now();
  const rotation = { from: found.generation, retiring: retireSecret(found.generation, found.retiring, nowMs), nowMs };
  const generation = master === null ? null : await rotateSecret(ctx.db, ctx.principal, webhookId, rotation);
  if (master === null || generation === null) return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
  return ok({ webhookId, secret: writeSecret(master, { groupId: ctx.principal.groupId, webhookId, generation }) });
}
