/** The endpoints of a caller: GET /webhooks/{groupId} of docs/interface.md §17. */
import type { CallerCtx } from "../access/caller.ts";
import { findWebhooks } from "./rows/webhooks.ts";
import type { Webhook } from "./rules/webhook.ts";

export interface WebhookPage {
  webhooks: Webhook[];
  /** Id to read after next; null at the end. */
  next: string | null;
}

/** Endpoints by age. `after`: the id of the last one known, "" from the beginning. */
export async function listWebhooks(ctx: CallerCtx, { after, limit }: { after: string; limit: number }): Promise<WebhookPage> {
  const found = await findWebhooks(ctx.db, ctx.principal, after, limit + 1);
  const webhooks = found.slice(0, limit);
  return { webhooks, next: found.length > limit ? (webhooks.at(-1)?.webhookId ?? null) : null };
}
