/** Sends an endpoint a message to try it: POST /webhooks/{groupId}/{webhookId}/test of docs/interface.md §17. */
import type { CallerCtx } from "../access/caller.ts";
import { base64Url } from "../base/bytes.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { NO_SUCH_WEBHOOK } from "./change-webhook.ts";
import { findSecrets } from "./rows/webhooks.ts";
import { type SendOutcome, sendWebhook } from "./send-webhook.ts";

const ID_BYTES = 16;
const TEST_TYPE = "webhook.test";

/** One attempt, whatever the endpoint's state; its cursor and failures stay as they are. Else `not_found`. */
export async function testWebhook(ctx: CallerCtx, webhookId: string): Promise<Result<SendOutcome>> {
  const found = await findSecrets(ctx.db, ctx.principal, webhookId);
  if (!found) return fail(NO_SUCH_WEBHOOK);
  const { groupId } = ctx.principal;
  const id = `evt_test_${base64Url(ctx.randomBytes(ID_BYTES))}`;
  const subject = `/webhooks/${encodeURIComponent(groupId)}`;
  // In no log, hence of no sequence.
  const body = { id, sequence: 0, type: TEST_TYPE, timestamp: new Date(ctx.now()).toISOString(), subject, data: { webhookId } };
  return ok(await sendWebhook(ctx, { groupId, webhookId, ...found }, { id, body: JSON.stringify(body) }));
}
