/** The timer that sends webhooks no request could send: retries, and what another process committed (docs/interface.md §17.5.3). */
import { deliverDue } from "../../events/deliver-webhooks.ts";
import type { Ctx } from "../context.ts";
import { WEBHOOK_ROUND_MS, WEBHOOK_ROUNDS_AT_ONCE } from "./limits.ts";

/** Begins the rounds. The function it gives ends them and waits for those under way. */
export function startWebhookRounds(context: () => Ctx): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const timer = setInterval(() => {
    // Receivers that hang hold up their own round; leases keep rounds apart.
    if (running.size >= WEBHOOK_ROUNDS_AT_ONCE) return;
    const ctx = context();
    const round = deliverDue(ctx).then(
      () => {},
      (error: unknown) => ctx.log({ event: "webhook_round_failed", detail: String(error) }),
    );
    running.add(round);
    void round.finally(() => running.delete(round));
  }, WEBHOOK_ROUND_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}
