/** The cron of `npm start`: wrangler dev runs no scheduled handler by itself, but on request. */

/** As often as the other hosts' timer: a retry that is due waits no longer. */
const ROUND_MS = 2_000;

/** Has the service look for webhooks that are due, again and again. The function it gives ends that. */
export function startLocalCron(url: () => string): () => void {
  let running: Promise<unknown> | null = null;
  const rounds = setInterval(() => {
    running ??= fetch(`${url()}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent("* * * * *")}`)
      .then((answer) => answer.arrayBuffer())
      // The service is ending, or busy: the next round finds what is left.
      .catch(() => null)
      .finally(() => (running = null));
  }, ROUND_MS);
  rounds.unref();
  return () => clearInterval(rounds);
}
