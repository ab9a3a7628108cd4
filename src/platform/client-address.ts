/**
 * The client's address, for the log-in limiter. The platform sets CF-Connecting-IP; a client cannot. Leaf.
 * Where no platform does (a test), all clients are one.
 */

/** An IPv4 address as it is; of an IPv6 address the /64, the least that one customer is given. */
export function clientAddress(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  return address.includes(":") ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::", 2);
  const left = groupsOf(head);
  if (tail === undefined) return `${left.slice(0, 4).join(":")}::/64`;
  const right = groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

/** The groups, without leading zeros; an IPv4 address at the end stands for two. */
function groupsOf(part: string): string[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => (group.includes(".") ? ["v4", group] : [group.replace(/^0+(?=.)/, "")]));
}
