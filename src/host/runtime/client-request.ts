/**
 * What a request says of its client, as only the host knows it. At the edge Cloudflare sets CF-Connecting-IP and ends TLS;
 * here a client could write that header itself, so the socket's address replaces it. With a proxy of one's own in front,
 * the socket is the proxy's: then, and only if told so, what the proxy adds is believed.
 */

export interface Client {
  /** Of the socket's other end. */
  address: string;
}

/** `192.0.2.1:443`, `[2001:db8::1]:443`, and the latter without a port, as some proxies write them. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/;

/** The request with the host's word for CF-Connecting-IP and, behind a trusted proxy, for the scheme. */
export function asSeenByHost(request: Request, client: Client, trustProxy: boolean): Request {
  const headers = new Headers(request.headers);
  // A proxy appends the address it saw to what its client sent: the last one is the proxy's word.
  const forwardedFor = trustProxy ? withoutPort(request.headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim() ?? "") : "";
  headers.set("CF-Connecting-IP", forwardedFor || client.address);
  const https = trustProxy && request.headers.get("X-Forwarded-Proto") === "https";
  // Hidden behind own properties: a new Request would cost a copy, and Deno's headers are immutable.
  Object.defineProperty(request, "headers", { value: headers });
  if (https) Object.defineProperty(request, "url", { value: request.url.replace(/^http:/, "https:") });
  return request;
}

/** Else every connection of a client would count as another address. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = WITH_PORT.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}
