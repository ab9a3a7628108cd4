/** Where a webhook may be sent (docs/interface.md §17): what a URL tells by itself, before any name is looked up. Pure. */
import { isAddress, isPublicAddress } from "../../base/public-address.ts";
import { WEBHOOK_URL_CHARS_MAX } from "../limits.ts";

/** The variable WEBHOOK_TARGETS: `public`, or `any` for tests and laptops. */
export type WebhookTargets = "public" | "any";

/** Names that lead to this machine or network: RFC 6761, RFC 6762, RFC 8375, RFC 9476 and what routers use. */
const PRIVATE_NAME =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|test|example|invalid|onion|alt|arpa)$/;

/** What is wrong with a URL, in words; null where it may be sent to. `ownHost` is the service's own, where it is known. */
export function targetFault(text: string, targets: WebhookTargets, ownHost: string | null): string | null {
  if (text.length > WEBHOOK_URL_CHARS_MAX) return `Has more than ${WEBHOOK_URL_CHARS_MAX} characters.`;
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return "Must be an https URL.";
  if (url.username !== "" || url.password !== "") return "Must not hold a user name or password: the signature proves the sender.";
  if (url.hash !== "") return "Must not hold a fragment.";
  return targets === "any" ? null : publicFault(url, ownHost);
}

function publicFault(url: URL, ownHost: string | null): string | null {
  if (url.protocol !== "https:") return "Must be an https URL.";
  if (url.port !== "") return "Must be on port 443.";
  // The URL parser has read every notation of an IPv4 address by now: 0x7f.1, 017700000001, 2130706433.
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (host === ownHost) return "Must not be this service itself.";
  const reachable = isAddress(host) ? isPublicAddress(host) : host.includes(".") && !PRIVATE_NAME.test(host);
  return reachable ? null : "Must be at a public address of the internet.";
}
