/**
 * POSTs to other people's servers from a host of one's own. Where targets are public, the address is checked at the moment
 * the connection is made, on what the name led to then: a name that changes its address in between gains nothing.
 */
import { lookup } from "node:dns";
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isAddress, isPublicAddress } from "../../base/public-address.ts";
import { type OutgoingPost, type PostOut, type PostOutcome, noAnswer } from "../outgoing.ts";
import { ANSWER_BYTES_READ_MAX, ANSWER_READ_MS_MAX, SOCKETS_PER_HOST_MAX } from "./limits.ts";

const NOT_PUBLIC = "The name leads to an address that is not public.";
const AGENT_OPTIONS = { keepAlive: true, maxSockets: SOCKETS_PER_HOST_MAX };

/** The port of a host; `targets` as in WEBHOOK_TARGETS. `resolve` is how names are looked up. */
export function postFrom(targets: "public" | "any", resolve: typeof lookup = lookup): PostOut {
  const http = new HttpAgent(AGENT_OPTIONS);
  const https = new HttpsAgent(AGENT_OPTIONS);
  return async (post) => {
    const url = new URL(post.url);
    // No look-up is made for an address.
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    if (targets === "public" && isAddress(host) && !isPublicAddress(host)) return { error: NOT_PUBLIC };
    const options = {
      method: "POST",
      headers: { ...post.headers, "Content-Length": String(Buffer.byteLength(post.body)) },
      ...(targets === "public" ? { lookup: publicLookup(resolve) } : {}),
    };
    const begin = (agent: HttpAgent | HttpsAgent | false): ClientRequest =>
      url.protocol === "https:" ? httpsRequest(post.url, { ...options, agent }) : httpRequest(post.url, { ...options, agent });
    const signal = AbortSignal.timeout(post.timeoutMs);
    const first = await attempt(begin(url.protocol === "https:" ? https : http), post, signal);
    // A connection that the receiver had closed meanwhile says nothing of the receiver.
    return first === "stale" ? settle(await attempt(begin(false), post, signal)) : first;
  };
}

/** What `dns.lookup` does, refusing names any of whose addresses is not public. */
const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) callback(error ?? new Error("no address"), "", 0);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) callback(new NotPublicError(), "", 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

class NotPublicError extends Error {
  override name = "NotPublicError";
}

function settle(outcome: PostOutcome | "stale"): PostOutcome {
  return outcome === "stale" ? { error: "No connection." } : outcome;
}

function attempt(request: ClientRequest, { body, timeoutMs }: OutgoingPost, signal: AbortSignal): Promise<PostOutcome | "stale"> {
  return new Promise((resolve) => {
    const late = (): void => {
      resolve({ error: noAnswer(timeoutMs) });
      request.destroy();
    };
    signal.addEventListener("abort", late, { once: true });
    request.on("response", (answer) => {
      signal.removeEventListener("abort", late);
      letGo(answer, request);
      resolve({ status: answer.statusCode ?? 0 });
    });
    request.on("error", (error) => {
      signal.removeEventListener("abort", late);
      if (error instanceof NotPublicError) resolve({ error: NOT_PUBLIC });
      else resolve(request.reusedSocket ? "stale" : { error: "No connection." });
    });
    request.end(body);
  });
}

/** Reads what little there may be, so that the connection can be used again; ends what is long or slow. */
function letGo(answer: IncomingMessage, request: ClientRequest): void {
  let bytes = 0;
  const slow = setTimeout(() => request.destroy(), ANSWER_READ_MS_MAX);
  answer.on("data", (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_READ_MAX) request.destroy();
  });
  answer.on("error", () => {});
  answer.on("close", () => clearTimeout(slow));
}
