/** One attempt to hand a message to a receiver, signed by the Standard Webhooks specification (docs/interface.md §17). */
import type { Ctx } from "../host/context.ts";
import type { PostOutcome } from "../host/outgoing.ts";
import { WEBHOOK_TIMEOUT_MS } from "./limits.ts";
import { type RetiringSecret, secretNames, signingGenerations } from "./rules/webhook.ts";
import { type WebhookMessage, signedHeaders } from "./rules/webhook-secret.ts";
import { targetFault } from "./rules/webhook-target.ts";

/** Where to, and what signs. */
export interface Receiver {
  groupId: string;
  webhookId: string;
  url: string;
  generation: number;
  retiring: readonly RetiringSecret[];
}

export type SendOutcome =
  | { taken: true; status: number }
  /** `gone`: it said 410, that it wants no more. */
  | { taken: false; gone: boolean; status: number | null; error: string };

const HTTP_GONE = 410;

/** Sends the message. Only a 2xx takes it; a redirect is not followed and is a failure. */
export async function sendWebhook(ctx: Ctx, receiver: Receiver, message: WebhookMessage): Promise<SendOutcome> {
  const { masterSecret, targets, post } = ctx.webhooks;
  if (masterSecret === null) return failure("The service has no WEBHOOK_SECRET to sign with.");
  // The variable may have changed since the endpoint was made.
  const fault = targetFault(receiver.url, targets, null);
  if (fault !== null) return failure(`Not sent: the URL ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`);
  const nowMs = ctx.now();
  const generations = signingGenerations(receiver.generation, receiver.retiring, nowMs);
  const names = secretNames(receiver.groupId, receiver.webhookId, generations);
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "Tabard-Webhooks/1",
    ...signedHeaders(masterSecret, names, message, nowMs),
  };
  return outcomeOf(await post({ url: receiver.url, headers, body: message.body, timeoutMs: WEBHOOK_TIMEOUT_MS }));
}

function outcomeOf(outcome: PostOutcome): SendOutcome {
  if ("error" in outcome) return failure(outcome.error);
  const { status } = outcome;
  if (status >= 200 && status < 300) return { taken: true, status };
  const redirect = status >= 300 && status < 400;
  return { taken: false, gone: status === HTTP_GONE, status, error: `HTTP ${status}${redirect ? ": redirects are not followed" : ""}.` };
}

function failure(error: string): SendOutcome {
  return { taken: false, gone: false, status: null, error };
}
