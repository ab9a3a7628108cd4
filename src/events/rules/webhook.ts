/** An endpoint that is told of events: docs/interface.md §17. Pure. */
import { RETIRING_SECRETS_MAX, SECRET_OVERLAP_MS } from "../limits.ts";
import type { SecretName } from "./webhook-secret.ts";

export type WebhookState = "enabled" | "disabled";

/** Why an endpoint is disabled: by hand, by its receiver's 410, after three days of failures. */
export type DisabledReason = "asked" | "gone" | "failing";

/** An endpoint as its owner sees it. */
export interface Webhook {
  webhookId: string;
  /** Null: told of the whole group. */
  hotelId: string | null;
  url: string;
  /** Types and patterns. */
  types: string[];
  state: WebhookState;
  disabledReason: DisabledReason | null;
  /** Sequence of the last event it is done with. */
  cursor: number;
  /** Events of the group behind the cursor. */
  lag: number;
  failures: number;
  failingSinceMs: number | null;
  lastError: string | null;
  /** When the next attempt is due; null where it is not failing. */
  nextAttemptMs: number | null;
  createdMs: number;
}

/** An earlier secret, and until when it signs. */
export type RetiringSecret = readonly [generation: number, untilMs: number];

/** Generations that sign at a moment, the current one first. */
export function signingGenerations(current: number, retiring: readonly RetiringSecret[], nowMs: number): number[] {
  return [current, ...stillRetiring(retiring, nowMs).map(([generation]) => generation)];
}

/** What the earlier secrets are once the current one is rotated. */
export function retireSecret(current: number, retiring: readonly RetiringSecret[], nowMs: number): RetiringSecret[] {
  const all: RetiringSecret[] = [[current, nowMs + SECRET_OVERLAP_MS], ...stillRetiring(retiring, nowMs)];
  return all.slice(0, RETIRING_SECRETS_MAX);
}

/** The names of secrets, for those who sign. */
export function secretNames(groupId: string, webhookId: string, generations: readonly number[]): SecretName[] {
  return generations.map((generation) => ({ groupId, webhookId, generation }));
}

function stillRetiring(retiring: readonly RetiringSecret[], nowMs: number): RetiringSecret[] {
  return retiring.filter(([, untilMs]) => untilMs > nowMs);
}
