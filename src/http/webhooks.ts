/** /webhooks/{groupId} and what is below it: docs/interface.md §17. Answers that hold a secret take no Idempotency-Key. */
import * as z from "zod/mini";
import type { CallerCtx } from "../access/caller.ts";
import { ID_CHARS_MAX } from "../base/limits.ts";
import { type Result, ok } from "../base/result.ts";
import { changeWebhook } from "../events/change-webhook.ts";
import { type CreatedWebhook, createWebhook } from "../events/create-webhook.ts";
import { WEBHOOKS_PER_PAGE_DEFAULT, WEBHOOKS_PER_PAGE_MAX } from "../events/limits.ts";
import { listWebhooks } from "../events/list-webhooks.ts";
import { removeWebhook } from "../events/remove-webhook.ts";
import { rotateWebhookSecret } from "../events/rotate-webhook-secret.ts";
import type { Webhook } from "../events/rules/webhook.ts";
import { testWebhook } from "../events/test-webhook.ts";
import { answer, json } from "./answer.ts";
import { readJson } from "./json-body.ts";
import { numberParameter, parseQuery } from "./query.ts";
import type { CallerHandler, HttpContext } from "./types.ts";
import { parseNewWebhook, parseWebhookChange } from "./webhook-schema.ts";

export const WebhookListSchema = z.object({
  after: z._default(
    z.string().check(z.maxLength(ID_CHARS_MAX), z.meta({ description: "`next` of the page before; left out: from the beginning" })),
    "",
  ),
  limit: numberParameter("Webhooks at most", 1, WEBHOOKS_PER_PAGE_MAX, WEBHOOKS_PER_PAGE_DEFAULT),
});

/** Makes an endpoint. */
export const postWebhook: CallerHandler = async (c, ctx) => {
  const body = await readJson(c.req.raw);
  if (!body.ok) return answer(ctx, body);
  const parsed = parseNewWebhook(body.value, placeOf(c, ctx));
  if (!parsed.ok) return answer(ctx, parsed);
  const created = await createWebhook(ctx, parsed.value);
  if (!created.ok) return answer(ctx, created);
  return secretAnswer(created.value, 201);
};

/** The caller's endpoints, without their secrets. */
export const getWebhooks: CallerHandler = async (c, ctx) => {
  const query = parseQuery(c.req.url, WebhookListSchema);
  if (!query.ok) return answer(ctx, query);
  const { webhooks, next } = await listWebhooks(ctx, query.value);
  return json({ webhooks: webhooks.map(webhookJson), next });
};

/** Changes an endpoint, and goes on delivering to it. */
export const patchWebhook: CallerHandler = async (c, ctx) => {
  const body = await readJson(c.req.raw);
  if (!body.ok) return answer(ctx, body);
  const parsed = parseWebhookChange(body.value, placeOf(c, ctx));
  if (!parsed.ok) return answer(ctx, parsed);
  const changed = await changeWebhook(ctx, idOf(c), parsed.value);
  return answer(ctx, changed.ok ? ok(webhookJson(changed.value)) : changed);
};

/** Removes an endpoint. */
export const deleteWebhook: CallerHandler = async (c, ctx) => {
  const removed = await removeWebhook(ctx, idOf(c));
  return removed.ok ? new Response(null, { status: 204 }) : answer(ctx, removed);
};

/** A new secret; the one before signs for a day beside it. */
export const postWebhookRotation: CallerHandler = async (c, ctx) => {
  const rotated: Result<CreatedWebhook> = await rotateWebhookSecret(ctx, idOf(c));
  return rotated.ok ? secretAnswer(rotated.value, 200) : answer(ctx, rotated);
};

/** Sends a message now and says what came of it. */
export const postWebhookTest: CallerHandler = async (c, ctx) => {
  const tested = await testWebhook(ctx, idOf(c));
  if (!tested.ok) return answer(ctx, tested);
  const outcome = tested.value;
  return json({ delivered: outcome.taken, status: outcome.status, error: outcome.taken ? null : outcome.error });
};

function secretAnswer(created: CreatedWebhook, status: 200 | 201): Response {
  const { webhookId, secret } = created;
  return new Response(JSON.stringify({ webhookId, secret }), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
  });
}

function idOf(c: HttpContext): string {
  return c.req.param("webhookId") ?? "";
}

function placeOf(c: HttpContext, ctx: CallerCtx) {
  return { targets: ctx.webhooks.targets, ownHost: new URL(c.req.url).host };
}

function webhookJson(webhook: Webhook) {
  const { webhookId, hotelId, url, types, state, disabledReason, cursor, lag, failures, lastError, createdMs } = webhook;
  const [failingSince, nextAttemptAt] = [webhook.failingSinceMs, webhook.nextAttemptMs].map(instant);
  const createdAt = instant(createdMs);
  return {
    webhookId,
    hotelId,
    url,
    types,
    state,
    disabledReason,
    cursor,
    lag,
    failures,
    failingSince,
    lastError,
    nextAttemptAt,
    createdAt,
  };
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
