/** The cron of `npm start`: wrangler dev runs no scheduled handler by itself, but on request. */
import { WEBHOOK_ROUND_MS, WEBHOOK_ROUNDS_AT_ONCE } from "../../src/host/runtime/limits.ts";

/** Has the service look for webhooks that are due, again and again. The function it gives ends that. */
export function startLocalCron(url: () => string): () => void {
  let running = 0;
  const rounds = setInterval(() => {
    // Receivers that hang hold up their own round alone.
    if (running >= WEBHOOK_ROUNDS_AT_ONCE) return;
    running += 1;
    void fetch(`${url()}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent("* * * * *")}`)
      .then((answer) => answer.arrayBuffer())
      // The service is ending, or busy: the next round finds what is left.
      .catch(() => null)
      .finally(() => (running -= 1));
  }, WEBHOOK_ROUND_MS);
  rounds.unref();
  return () => clearInterval(rounds);
}
