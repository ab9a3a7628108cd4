/** What webhooks need of any host, from its variables and its way of sending. */
import type { WebhookPlatform } from "./context.ts";
import { MASTER_SECRET_CHARS_MIN } from "./limits.ts";
import type { PostOut } from "./outgoing.ts";

/** A host's variables, whichever are set. */
export interface WebhookVars {
  WEBHOOK_SECRET?: string | undefined;
  WEBHOOK_TARGETS?: string | undefined;
}

/** A secret that is too short to be one counts as none. Targets are public unless told otherwise in so many letters. */
export function webhookPlatform({ WEBHOOK_SECRET: secret = "", WEBHOOK_TARGETS: targets }: WebhookVars, post: PostOut): WebhookPlatform {
  return {
    masterSecret: secret.length < MASTER_SECRET_CHARS_MIN ? null : secret,
    targets: targets === "any" ? "any" : "public",
    post,
  };
}
