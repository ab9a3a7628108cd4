/** A new endpoint: POST /webhooks/{groupId} of docs/interface.md §17. */
import type { CallerCtx } from "../access/caller.ts";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";
import { MASTER_SECRET_CHARS_MIN } from "../host/limits.ts";
import { expectWebhooks } from "./deliver-webhooks.ts";
import { WEBHOOKS_PER_GROUP_MAX } from "./limits.ts";
import { countWebhooks, insertWebhook } from "./rows/webhooks.ts";
import { writeSecret } from "./rules/webhook-secret.ts";

export interface NewWebhook {
  /** Checked by the rules of webhook-target.ts. */
  url: string;
  /** Types and patterns that exist. */
  types: readonly string[];
  /** Sequence of the last event it is not told of; null: told of what happens from now on. */
  after: number | null;
}

export interface CreatedWebhook {
  webhookId: string;
  /** Shown this once. */
  secret: string;
}

const ID_RANDOM_BYTES = 8;
const ID_TIME_DIGITS = 12;

/** Makes it, enabled. `invalid_webhook` where `after` is ahead of the log, the group has too many, or nothing can sign. */
export async function createWebhook(ctx: CallerCtx, { url, types, after }: NewWebhook): Promise<Result<CreatedWebhook>> {
  const { groupId, hotelId } = ctx.principal;
  const master = ctx.webhooks.masterSecret;
  if (master === null) {
    const detail = `The service has no secret to sign with: set its variable WEBHOOK_SECRET to at least ${MASTER_SECRET_CHARS_MIN} random characters.`;
    return fail({ code: "invalid_webhook", errors: [{ pointer: "", code: "no_signing_secret", detail }] });
  }
  const nowMs = ctx.now();
  const webhookId = newId(ctx, nowMs);
  const row = { webhookId, url, types, cursor: after, createdMs: nowMs };
  if (!(await insertWebhook(ctx.db, { groupId, hotelId }, row, WEBHOOKS_PER_GROUP_MAX))) {
    return fail({ code: "invalid_webhook", errors: [await refusalOf(ctx)] });
  }
  expectWebhooks(ctx, groupId);
  return ok({ webhookId, secret: writeSecret(master, { groupId, webhookId, generation: 1 }) });
}

async function refusalOf({ db, principal }: CallerCtx): Promise<FieldError> {
  if ((await countWebhooks(db, principal.groupId)) < WEBHOOKS_PER_GROUP_MAX) {
    return { pointer: "/after", code: "too_big", detail: "Must be the sequence of an event the group has." };
  }
  return { pointer: "", code: "too_many", detail: `The group has ${WEBHOOKS_PER_GROUP_MAX} webhooks, and no room for more.` };
}

/** Sorts by age; its second half is not to be guessed, so that nobody learns how many there are. */
function newId(ctx: CallerCtx, nowMs: number): string {
  const random = Array.from(ctx.randomBytes(ID_RANDOM_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `wh_${nowMs.toString(16).padStart(ID_TIME_DIGITS, "0")}${random}`;
}
