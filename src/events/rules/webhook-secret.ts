/**
 * Secrets and signatures of webhooks, by the Standard Webhooks specification (docs/interface.md §17). A secret is derived
 * from the installation's own and what names it, so that nothing secret is stored: docs/decisions/0028-webhook-secrets.md.
 * Pure.
 */
import { createHmac } from "node:crypto";

/** A secret, by what it is derived from. */
export interface SecretName {
  groupId: string;
  webhookId: string;
  /** From 1; each rotation makes the next. */
  generation: number;
}

/** What is signed and sent: the body is signed as it stands. */
export interface WebhookMessage {
  /** The event's id: the same at every retry. */
  id: string;
  body: string;
}

/** Marks the use, so that no other use of the installation's secret ever gives the same bytes. */
const PURPOSE = "tabard webhook v1";

/** The secret as its receiver gets it: `whsec_` and 32 bytes in Base64. */
export function writeSecret(master: string, name: SecretName): string {
  return `whsec_${secretBytes(master, name).toString("base64")}`;
}

/** The headers of one attempt, signed by each of the secrets, the newest first. */
export function signedHeaders(
  master: string,
  names: readonly SecretName[],
  message: WebhookMessage,
  nowMs: number,
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000);
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = names.map((name) => `v1,${createHmac("sha256", secretBytes(master, name)).update(signed).digest("base64")}`);
  return { "webhook-id": message.id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}

function secretBytes(master: string, { groupId, webhookId, generation }: SecretName) {
  return createHmac("sha256", master).update([PURPOSE, groupId, webhookId, generation].join("\0")).digest();
}
