/** The port for requests to other people's servers, and what a Worker does for it. */

/** A POST to a receiver. */
export interface OutgoingPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Until its status is known. */
  timeoutMs: number;
}

/** The status of an answer, whatever it is, or why there is none: in words that name nothing inside the service. */
export type PostOutcome = { status: number } | { error: string };

/** Sends it and reads the status alone. Follows no redirect. Never throws. */
export type PostOut = (post: OutgoingPost) => Promise<PostOutcome>;

/**
 * By the platform's fetch. With the flag `global_fetch_strictly_public` (wrangler.toml) it leaves Cloudflare's network like
 * anybody else's request: it reaches neither this zone's own origin nor a private address.
 */
export const postByFetch: PostOut = async ({ url, headers, body, timeoutMs }) => {
  try {
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    // Whatever else it says, and however slowly: nobody reads it.
    await answer.body?.cancel().catch(() => null);
    return { status: answer.status };
  } catch (error) {
    return { error: isTimeout(error) ? noAnswer(timeoutMs) : "No connection." };
  }
};

/** The error of a receiver that says nothing in time. */
export function noAnswer(timeoutMs: number): string {
  return `No answer within ${timeoutMs / 1000} s.`;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}
