/**
 * Rounds of deliveries: behind the answer of the request that committed something, and by the cron or a timer for all groups
 * (docs/interface.md §17). A round that ends early loses nothing: the next one goes on from the cursors.
 */
import type { Ctx } from "../host/context.ts";
import { GroupMoving, asGroup, queriesPerStatement } from "../host/group-database.ts";
import {
  DELIVERIES_PER_ROUND_MAX,
  DELIVERY_MS_BEHIND_ANSWER,
  DELIVERY_MS_BY_CRON,
  NO_WEBHOOKS_TRUST_MS,
  WEBHOOKS_AT_ONCE,
  WEBHOOKS_PER_ROUND_MAX,
} from "./limits.ts";
import { WITHOUT_WEBHOOKS } from "./memory.ts";
import { type WebhookKey, findDueWebhooks, findDueWebhooksOf } from "./rows/webhook-deliveries.ts";
import { type Round, serveWebhook } from "./serve-webhook.ts";

/** Serves the group's endpoints, behind the answer of a request that may have committed events. Never throws. */
export function deliverSoon(ctx: Ctx, groupId: string): void {
  const ageMs = ctx.now() - (ctx.memory.of(WITHOUT_WEBHOOKS).get(groupId) ?? Number.NEGATIVE_INFINITY);
  if (ageMs >= 0 && ageMs < NO_WEBHOOKS_TRUST_MS) return;
  ctx.background(deliverTo(ctx, groupId));
}

/** Endpoints of the group are there from now on: an isolate that believed otherwise does not. */
export function expectWebhooks(ctx: Ctx, groupId: string): void {
  ctx.memory.of(WITHOUT_WEBHOOKS).delete(groupId);
}

/** Serves all endpoints that are due, of all groups. How many there were. Never throws. */
export async function deliverDue(ctx: Ctx): Promise<number> {
  const shards = ctx.shards ?? [ctx.db];
  const found = await Promise.all(shards.map((db) => findDueWebhooks(db, ctx.now(), WEBHOOKS_PER_ROUND_MAX)));
  // A group that moves may be in two databases: each endpoint is served once, where the group is.
  const due = [...new Map(found.flat().map((key) => [`${key.groupId}/${key.webhookId}`, key])).values()];
  await serveAll(ctx, due, roundOf(ctx, DELIVERY_MS_BY_CRON));
  return due.length;
}

async function deliverTo(ctx: Ctx, groupId: string): Promise<void> {
  try {
    const nowMs = ctx.now();
    const due = await findDueWebhooksOf(ctx.db, groupId, nowMs);
    if (due) await serveAll(ctx, due, roundOf(ctx, DELIVERY_MS_BEHIND_ANSWER));
    else ctx.memory.of(WITHOUT_WEBHOOKS).set(groupId, nowMs);
  } catch (error) {
    ctx.log({ event: "webhook_round_failed", detail: String(error) });
  }
}

/** A few at a time: one receiver that hangs holds up no more than its own place. */
async function serveAll(ctx: Ctx, due: readonly WebhookKey[], round: Round): Promise<void> {
  const left = [...due];
  const serve = async (): Promise<void> => {
    for (let key = left.shift(); key; key = left.shift()) {
      const { groupId, webhookId } = key;
      await serveWebhook(asGroup(ctx, groupId), key, round).catch((error: unknown) => {
        // A group that moves: the next round finds the endpoint where it is then.
        if (!(error instanceof GroupMoving)) ctx.log({ event: "webhook_round_failed", groupId, webhookId, detail: String(error) });
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(WEBHOOKS_AT_ONCE, left.length) }, serve));
}

function roundOf(ctx: Ctx, msMax: number): Round {
  const { ending } = ctx;
  const attemptsMax = DELIVERIES_PER_ROUND_MAX / queriesPerStatement(ctx);
  // The machine's steady clock: the time of day may be set meanwhile.
  const endMs = performance.now() + msMax;
  let attempts = 0;
  return {
    mayBegin: () => {
      attempts += 1;
      return attempts <= attemptsMax && performance.now() < endMs && ending?.aborted !== true;
    },
  };
}
