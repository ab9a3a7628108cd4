/**
 * Serves one endpoint: its events one after the other, in order, the next when the last one was taken (docs/interface.md §17).
 * The cursor is written before the next event is sent: whoever is killed in between sends one event again, and whoever has
 * lost the endpoint meanwhile (its owner changed or removed it) sends nothing more.
 */
import type { Ctx } from "../host/context.ts";
import { base64Url } from "../base/bytes.ts";
import { WEBHOOK_EVENTS_PER_READ } from "./limits.ts";
import { findEvents } from "./rows/events.ts";
import {
  type Failed,
  type LeasedWebhook,
  type WebhookKey,
  advance,
  disableFailed,
  dropLease,
  recordFailure,
  rest,
  takeLease,
} from "./rows/webhook-deliveries.ts";
import { eventId, seenBy, typesOfAll, writeEvent } from "./rules/event.ts";
import { isGivenUp, retryDelayMs } from "./rules/webhook-retry.ts";
import { type SendOutcome, sendWebhook } from "./send-webhook.ts";

/** What a round of deliveries may still do. */
export interface Round {
  /** Whether another attempt, or another read of the log, may begin; each true is one. */
  mayBegin(): boolean;
}

const LEASE_BYTES = 12;
const CHANCES = 256;

/** Serves an endpoint until it is up to date, fails, or the round is over. Nothing where another deliverer has it. */
export async function serveWebhook(ctx: Ctx, key: WebhookKey, round: Round): Promise<void> {
  for (;;) {
    const held = await takeLease(ctx.db, key, base64Url(ctx.randomBytes(LEASE_BYTES)), ctx.now());
    if (!held) return;
    // "lost": its owner has changed it meanwhile. As it is now, it is taken again.
    if ((await serveHeld(ctx, held, round)) === "done") return;
    await dropLease(ctx.db, held);
  }
}

async function serveHeld(ctx: Ctx, held: LeasedWebhook, round: Round): Promise<"done" | "lost"> {
  const filter = { types: typesOfAll(held.types), hotelId: held.hotelId };
  let { cursor } = held;
  let taken = 0;
  for (;;) {
    if (!round.mayBegin()) return pause(ctx, held, cursor);
    const rows = await findEvents(ctx.db, held.groupId, cursor, WEBHOOK_EVENTS_PER_READ);
    for (const row of rows) {
      const event = seenBy(row, filter);
      if (event) {
        if (!round.mayBegin()) return pause(ctx, held, cursor);
        const message = { id: eventId(held.groupId, event), body: writeEvent(held.groupId, event) };
        const outcome = await sendWebhook(ctx, held, message);
        if (!outcome.taken) return giveBack(ctx, held, { cursor, outcome, firstFailure: taken > 0 || held.failures === 0 });
        taken += 1;
        if (!(await advance(ctx.db, held, event.sequence, ctx.now()))) return "lost";
      }
      cursor = row.sequence;
    }
    const now = await rest(ctx.db, held, cursor, ctx.now());
    if (now !== "more") return now === "lost" ? "lost" : "done";
  }
}

/** The round is over: what the types leave out is passed over, and the next round goes on from there. */
async function pause(ctx: Ctx, held: LeasedWebhook, cursor: number): Promise<"done"> {
  await rest(ctx.db, held, cursor, ctx.now());
  await dropLease(ctx.db, held);
  return "done";
}

interface Refused {
  /** Of the last event that was taken or passed over. */
  cursor: number;
  outcome: SendOutcome & { taken: false };
  firstFailure: boolean;
}

/** The event was not taken: it stays the next one. */
async function giveBack(ctx: Ctx, held: LeasedWebhook, { cursor, outcome, firstFailure }: Refused): Promise<"done"> {
  const nowMs = ctx.now();
  const failures = firstFailure ? 1 : held.failures + 1;
  // A clock that has been set back since the first failure must not make three days longer.
  const failingSinceMs = firstFailure ? nowMs : Math.min(nowMs, held.failingSinceMs ?? nowMs);
  const nextAttemptMs = nowMs + retryDelayMs(failures, (ctx.randomBytes(1)[0] ?? 0) / CHANCES);
  const failed: Failed = { cursor, error: outcome.error, failures, failingSinceMs, nextAttemptMs };
  const givenUp = isGivenUp(failures, failingSinceMs, nowMs);
  if (outcome.gone || givenUp) await disableFailed(ctx.db, held, failed, outcome.gone ? "gone" : "failing", nowMs);
  else await recordFailure(ctx.db, held, failed);
  ctx.log({ event: "webhook_failed", groupId: held.groupId, webhookId: held.webhookId, failures, error: outcome.error });
  return "done";
}
