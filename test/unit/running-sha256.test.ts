/** SHA-256 in steps is SHA-256. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runningSha256 } from "../../src/base/running-sha256.ts";

describe("a running SHA-256", () => {
  it("is the hash of all that was given, however it is cut, and wherever its state was kept and taken up", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.boolean()), { maxLength: 12 }), (parts) => {
        let hash = runningSha256();
        for (const [bytes, kept] of parts) {
          hash.update(bytes);
          if (kept) hash = runningSha256(JSON.parse(JSON.stringify(hash.state())));
        }
        const whole = Buffer.concat(parts.map(([bytes]) => bytes));
        expect(hash.digest()).toBe(createHash("sha256").update(whole).digest("hex"));
      }),
      { numRuns: 300 },
    );
  });
});
