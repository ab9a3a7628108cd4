/** Retries, secrets and signatures of webhooks: docs/interface.md §17. */
import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { WEBHOOK_FAILING_MS_MAX, WEBHOOK_FAILURES_MIN, WEBHOOK_RETRY_MS_MAX, WEBHOOK_RETRY_MS_MIN } from "../../src/events/limits.ts";
import { retireSecret, signingGenerations } from "../../src/events/rules/webhook.ts";
import { isGivenUp, retryDelayMs } from "../../src/events/rules/webhook-retry.ts";
import { signedHeaders, writeSecret } from "../../src/events/rules/webhook-secret.ts";

const HOUR_MS = 3_600_000;
const name = { groupId: "demo", webhookId: "wh_1", generation: 1 };

describe("retries", () => {
  it("come later and later, with chance, and never further apart than the longest pause", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (failures, chance) => {
        const delayMs = retryDelayMs(failures, chance);
        expect(delayMs).toBeGreaterThanOrEqual(Math.min(WEBHOOK_RETRY_MS_MIN, delayMs * 2) / 2);
        expect(delayMs).toBeLessThanOrEqual(WEBHOOK_RETRY_MS_MAX);
        expect(retryDelayMs(failures + 1, chance)).toBeGreaterThanOrEqual(delayMs);
      }),
    );
    expect([1, 2, 3, 20].map((failures) => retryDelayMs(failures, 0))).toEqual([5_000, 10_000, 20_000, HOUR_MS]);
  });

  it("go on for three days and no less, however chance falls", () => {
    for (const chance of [0, 0.5, 0.999]) {
      let [nowMs, failures] = [0, 1];
      while (!isGivenUp(failures, 0, nowMs)) nowMs += retryDelayMs(failures++, chance);
      expect(nowMs).toBeGreaterThanOrEqual(WEBHOOK_FAILING_MS_MAX);
      expect(nowMs).toBeLessThan(WEBHOOK_FAILING_MS_MAX + HOUR_MS + 1);
      expect(failures).toBeGreaterThan(WEBHOOK_FAILURES_MIN);
    }
  });

  it("are not given up because a clock jumped ahead", () => {
    expect(isGivenUp(2, 0, 400 * 24 * HOUR_MS)).toBe(false);
  });
});

describe("a secret", () => {
  it("is 32 bytes that differ by all that names it, and the same for ever", () => {
    const names = [name, { ...name, generation: 2 }, { ...name, webhookId: "wh_2" }, { ...name, groupId: "rival" }, { ...name, groupId: "demo\0wh_1", webhookId: "" }];
    const secrets = [...names.map((one) => writeSecret("master", one)), writeSecret("other", name)];
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
    expect(writeSecret("master", name)).toBe(secrets[0]);
  }); // prettier-ignore

  it("signs what the published library verifies, each of them alone, whatever the body", () => {
    const names = [name, { ...name, generation: 2 }];
    fc.assert(
      fc.property(fc.json(), fc.string({ minLength: 1 }), (body, other) => {
        const headers = signedHeaders("master", names, { id: "evt_1", body }, Date.now());
        for (const one of names) expect(() => new Webhook(writeSecret("master", one)).verify(body, headers)).not.toThrow();
        expect(() => new Webhook(writeSecret("master", { ...name, generation: 3 })).verify(body, headers)).toThrow();
        expect(() => new Webhook(writeSecret("master", name)).verify(body + other, headers)).toThrow();
      }),
      { numRuns: 50 },
    );
  });

  it("signs for a day beside the next one, and not a moment longer", () => {
    const retiring = retireSecret(1, [], 0);
    expect(signingGenerations(2, retiring, 24 * HOUR_MS - 1)).toEqual([2, 1]);
    expect(signingGenerations(2, retiring, 24 * HOUR_MS)).toEqual([2]);
    expect(signingGenerations(3, retireSecret(2, retiring, HOUR_MS), 2 * HOUR_MS)).toEqual([3, 2, 1]);
    expect(signingGenerations(3, retireSecret(2, retiring, HOUR_MS), 24 * HOUR_MS)).toEqual([3, 2]);
  });
});
