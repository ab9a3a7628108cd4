/** The form of tokens (docs/interface.md §10.5): what was never issued is known without asking anyone. */
import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEMO_TOKEN_CHARS_MAX, TOKEN_CHARS_MAX, TOKEN_RANDOM_BYTES } from "../../src/access/limits.ts";
import { type TokenKind, canBeToken, mintToken } from "../../src/access/rules/token.ts";

const KINDS: readonly TokenKind[] = ["key", "user", "operator"];

describe("a minted token", () => {
  it.each(KINDS)("of kind %s has its form, and fits where it is sent", (kind) => {
    const token = mintToken(kind, randomBytes(TOKEN_RANDOM_BYTES));
    expect(token).toMatch(new RegExp(`^tabard_${kind}_[0-9a-f]{40}_[0-9a-f]{8}$`));
    expect(token.length).toBeLessThanOrEqual(TOKEN_CHARS_MAX);
    expect([canBeToken(token, false), canBeToken(token, true)]).toEqual([true, true]);
  });

  it("is not taken with any one character changed, added or left out", () => {
    const token = mintToken("key", new Uint8Array(TOKEN_RANDOM_BYTES));
    const other = fc.constantFrom(...Array.from("0123456789abcdefghijklmnopqrstuvwxyzABC_- \u0000é"));
    fc.assert(
      fc.property(fc.nat(token.length - 1), other, fc.constantFrom(0, 1), fc.boolean(), (at, char, cut, demo) => {
        const changed = token.slice(0, at) + char + token.slice(at + cut);
        // Before the prefix ends it is a text like any other, which a demo may have.
        fc.pre(changed !== token && !(demo && !changed.startsWith("tabard_")));
        expect(canBeToken(changed, demo)).toBe(false);
        expect(canBeToken(token.slice(0, at) + token.slice(at + 1), false)).toBe(false);
      }),
    );
  });
});

describe("another text", () => {
  it("is a token only of a demo, where it is short", () => {
    for (const text of ["demo-key", "x".repeat(DEMO_TOKEN_CHARS_MAX)])
      expect([canBeToken(text, false), canBeToken(text, true)]).toEqual([false, true]);
    expect(canBeToken("x".repeat(DEMO_TOKEN_CHARS_MAX + 1), true)).toBe(false);
    expect(canBeToken("", true)).toBe(false);
  });
});
