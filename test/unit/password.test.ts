/** Password hashes that are given to us (docs/interface.md §3.3, §10.5): those that can never fit are refused before they are stored. */
import { scryptSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashPassword, isUsableHash, verifyPassword } from "../../src/access/password.ts";
import { base64Url } from "../../src/base/bytes.ts";

const SALT = base64Url(new Uint8Array(16).fill(1));
const KEY = "A".repeat(43);

describe("a password hash", () => {
  it("of our own and of weaker parameters can be used", async () => {
    const own = await hashPassword("a password", new Uint8Array(16));
    expect(isUsableHash(own)).toBe(true);
    expect(await verifyPassword("a password", own)).toBe(true);
    const weak = scryptSync("weak", new Uint8Array(16).fill(1), 32, { N: 1024, r: 8, p: 1 });
    const hash = `scrypt$1024$8$1$${SALT}$${base64Url(weak)}`;
    expect([isUsableHash(hash), await verifyPassword("weak", hash), await verifyPassword("week", hash)]).toEqual([true, true, false]);
  });

  it.each([
    ["", ""],
    ["of another scheme", `bcrypt$32768$8$1$${SALT}$${KEY}`],
    ["whose N is not a power of two", `scrypt$30000$8$1$${SALT}$${KEY}`],
    ["whose N is 1", `scrypt$1$8$1$${SALT}$${KEY}`],
    ["whose N is 0", `scrypt$0$8$1$${SALT}$${KEY}`],
    ["that needs more memory than an isolate has", `scrypt$1048576$8$1$${SALT}$${KEY}`],
    ["that takes seconds", `scrypt$32768$8$1000$${SALT}$${KEY}`],
    ["whose r is 0", `scrypt$32768$0$1$${SALT}$${KEY}`],
    ["whose p is 0", `scrypt$32768$8$0$${SALT}$${KEY}`],
    ["whose numbers are not decimal", `scrypt$0x8000$8$1$${SALT}$${KEY}`],
    ["whose salt is no Base64", `scrypt$32768$8$1$AAAAA$${KEY}`],
    ["without a salt", `scrypt$32768$8$1$$${KEY}`],
    ["whose key is too short", `scrypt$32768$8$1$${SALT}$${KEY.slice(1)}`],
    ["whose key is too long", `scrypt$32768$8$1$${SALT}$${KEY}A`],
    ["with more behind it", `scrypt$32768$8$1$${SALT}$${KEY}$`],
  ])("%s cannot, and is nobody's password", async (_name, hash) => {
    expect(isUsableHash(hash)).toBe(false);
    expect(await verifyPassword("", hash)).toBe(false);
  });
});
