/**
 * The client's address, for the log-in limiter. The platform sets CF-Connecting-IP; a client cannot. Leaf.
 * Where no platform does (a test), all clients are one.
 */

/** A socket that takes both kinds writes an IPv4 address so; RFC 4291 §2.5.5.2. */
const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address as it is; of an IPv6 address the /64, the least that one customer is given. */
export function clientAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  if (!address.includes(":")) return address;
  return IPV4_MAPPED.exec(address)?.[1] ?? networkOf(address);
}

function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const left = groupsOf(head);
  if (tail === undefined) return `${left.slice(0, 4).join(":")}::/64`;
  const right = groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

/** The groups, without leading zeros. */
function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
}
