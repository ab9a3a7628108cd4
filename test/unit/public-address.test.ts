/** Which addresses are public, and where webhooks may go: docs/interface.md §17. */
import { BlockList } from "node:net";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddress, isPublicAddress } from "../../src/base/public-address.ts";
import { targetFault } from "../../src/events/rules/webhook-target.ts";

/** Node's own reading of the registries' networks. */
const blockedIpv4 = new BlockList();
/** Apart: an IPv4 address also counts as its mapped one to Node. */
const blockedIpv6 = new BlockList();
for (const [net, bits] of [["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12], ["192.0.0.0", 24], ["192.0.2.0", 24], ["192.31.196.0", 24], ["192.52.193.0", 24], ["192.88.99.0", 24], ["192.168.0.0", 16], ["192.175.48.0", 24], ["198.18.0.0", 15], ["198.51.100.0", 24], ["203.0.113.0", 24], ["224.0.0.0", 4], ["240.0.0.0", 4]] as const) {
  blockedIpv4.addSubnet(net, bits, "ipv4");
} // prettier-ignore
for (const [net, bits] of [["::", 3], ["4000::", 2], ["8000::", 1], ["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["2620:4f:8000::", 48], ["3fff::", 20]] as const) {
  blockedIpv6.addSubnet(net, bits, "ipv6");
} // prettier-ignore

describe("an address", () => {
  const byte = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 255));
  const ipv4 = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join("."));
  const ipv6 = fc.oneof(
    fc.ipV6(),
    fc
      .tuple(fc.constantFrom("2001:", "2001:db8:", "2002:", "3fff:", "2620:4f:8000:", "fe80:", "fd00:", "ff02:", "64:ff9b:", "2606:4700:"), fc.integer({ min: 0, max: 0xffff }))
      .map(([start, end]) => `${start}:${end.toString(16)}`),
  ); // prettier-ignore

  it("is public exactly where no registry says otherwise", () => {
    fc.assert(
      fc.property(ipv4, (address) => {
        expect(isPublicAddress(address)).toBe(!blockedIpv4.check(address, "ipv4"));
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(ipv6, (address) => {
        expect(isAddress(address)).toBe(true);
        expect(isPublicAddress(address)).toBe(!blockedIpv6.check(address, "ipv6"));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is none where it cannot be read", () => {
    for (const text of ["", "1.2.3", "256.1.1.1", "1.2.3.4.5", "::1%eth0", "1::2::3", ":::", "2606:4700", "g::1", "12345::", "1:2:3:4:5:6:7:8:9", "example.com"]) {
      expect([text, isAddress(text), isPublicAddress(text)]).toEqual([text, false, false]);
    } // prettier-ignore
  });
});

describe("a public target", () => {
  const fault = (url: string): string | null => targetFault(url, "public", "tabard.example.net");

  it.each([
    "https://receiver.hotel.com/tabard",
    "https://receiver.hotel.com:443/?a=b",
    "https://sub.receiver.co.uk",
    "https://93.184.215.14/x",
    "https://[2606:4700::6810:84e5]/",
    "https://xn--bcher-kva.ch/hook",
    "HTTPS://Receiver.Hotel.COM./",
  ])("may be %s", (url) => expect(fault(url)).toBe(null));

  it.each([
    "http://receiver.hotel.com/",
    "https://receiver.hotel.com:8443/",
    "ftp://receiver.hotel.com/",
    "https://user:secret@receiver.hotel.com/",
    "https://receiver.hotel.com/#part",
    "javascript:alert(1)",
    "//receiver.hotel.com/",
    "receiver.hotel.com",
    "https://",
    "https://tabard.example.net/events",
    "https://TABARD.example.net./events",
    "https://localhost.localdomain/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://printer.local/",
    "https://db.internal/",
    "https://intranet/",
    "https://router.home.arpa/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://0x7f000001/",
    "https://0/",
    "https://10.1.2.3/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.100.100.200/",
    "https://255.255.255.255/",
    "https://１２７.０.０.１/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:a9fe:a9fe]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fc00::1]/",
    "https://[::127.0.0.1]/",
    `https://receiver.hotel.com/${"x".repeat(2_000)}`,
  ])("may not be %s", (url) => expect(fault(url)).not.toBe(null));

  it("may be on the laptop itself where any target is allowed, and still is a URL of the web without secrets", () => {
    for (const url of ["http://127.0.0.1:9000/hook", "http://localhost/", "https://10.0.0.1/", "http://[::1]:1234/"]) {
      expect(targetFault(url, "any", null)).toBe(null);
    }
    for (const url of ["ftp://localhost/", "http://a:b@localhost/", "x", "http://localhost/#a"])
      expect(targetFault(url, "any", null)).not.toBe(null);
  });
});
