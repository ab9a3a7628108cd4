/**
 * Which addresses are the public internet's (IANA's special-purpose registries, RFC 6890). What is not certainly public is
 * not public. Pure.
 */

/** First address and prefix length of IPv4 networks that nobody reaches from outside. */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Of the public 2000::/3: protocol assignments and tunnels (which reach IPv4), documentation. */
const PRIVATE_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const IPV6_BITS = 128n;

/** Whether a text is an address, and not a name. */
export function isAddress(text: string): boolean {
  return ipv4Bits(text) !== null || ipv6Bits(text) !== null;
}

/** Whether an address of either family, in the form that URLs and name look-ups give it, is a public one. */
export function isPublicAddress(text: string): boolean {
  const ipv4 = ipv4Bits(text);
  if (ipv4 !== null) return !PRIVATE_IPV4.some(([first, length]) => sharesPrefix(ipv4, ipv4Bits(first), 32n, length));
  const ipv6 = ipv6Bits(text);
  if (ipv6 === null || ipv6 >> (IPV6_BITS - 3n) !== 1n) return false;
  return !PRIVATE_IPV6.some(([first, length]) => sharesPrefix(ipv6, ipv6Bits(first), IPV6_BITS, length));
}

function sharesPrefix(address: bigint, first: bigint | null, bits: bigint, length: number): boolean {
  const rest = bits - BigInt(length);
  return first !== null && address >> rest === first >> rest;
}

function ipv4Bits(text: string): bigint | null {
  const parts = IPV4.exec(text)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return parts.reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

/** Hexadecimal groups, one `::`, an IPv4 address in place of the last two. No zone: an address with one is not public. */
function ipv6Bits(text: string): bigint | null {
  const halves = text.split("::");
  if (halves.length > 2 || !text.includes(":")) return null;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":").flatMap(groupsOf)));
  if (!head) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...(tail ?? [])];
  if (groups.some((group) => Number.isNaN(group))) return null;
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(group), 0n);
}

function groupsOf(text: string): number[] {
  const ipv4 = ipv4Bits(text);
  if (ipv4 !== null) return [Number(ipv4 >> 16n), Number(ipv4 & 0xffffn)];
  return [/^[\da-f]{1,4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN];
}
