/** What cancelling costs, against an oracle that walks minutes and nights (docs/interface.md §11). TABARD_FUZZ multiplies the cases. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instantAt } from "../../src/base/zone-time.ts";
import { parseDate } from "../../src/base/calendar-date.ts";
import { type CancellationPolicy, type Fee, feeAt, feeSteps, noShowFee, policyOf } from "../../src/selling/rules/cancellation.ts";

const numRuns = 300 * Number(process.env.TABARD_FUZZ ?? 1);
const MINUTE_MS = 60_000;

/** Around every change of clocks of these zones in 2026 and 2027, and on ordinary days. */
const ZONES = ["Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "America/Santiago", "Asia/Kathmandu"];
const day = fc.integer({ min: parseDate("2026-01-01") ?? 0, max: parseDate("2027-12-31") ?? 0 });
const zoned = fc.record({ timezone: fc.constantFrom(...ZONES), day, minute: fc.integer({ min: 0, max: 1439 }) });

/** The wall clock at an instant: "2026-10-25 02:30". */
function wallOf(timezone: string, ms: number): string {
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
  return parts.format(ms).replaceAll(/[^\d: -]/g, "");
}

describe("the instant of a wall-clock time", () => {
  it("is the first minute at which the clock shows it, or has passed it where it is skipped", () => {
    fc.assert(
      fc.property(zoned, ({ timezone, day: date, minute }) => {
        const pad = (value: number): string => String(value).padStart(2, "0");
        const wanted = `${new Date(date * 86_400_000).toISOString().slice(0, 10)} ${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
        const found = instantAt(timezone, date, minute);
        expect(found % MINUTE_MS).toBe(0);
        let isShown = false;
        // Clocks are never put by more than a few hours; before that no minute shows the time.
        for (let ms = found - 180 * MINUTE_MS; ms <= found + 180 * MINUTE_MS && !isShown; ms += MINUTE_MS) {
          isShown = wallOf(timezone, ms) === wanted;
          if (isShown) expect(ms).toBe(found);
        }
        if (!isShown) expect(wallOf(timezone, found) > wanted).toBe(true);
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    );
  });
});

const fee: fc.Arbitrary<Fee> = fc.oneof(
  fc.record({ nights: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ basisPoints: fc.integer({ min: 0, max: 10_000 }) }),
  fc.record({ amount: fc.integer({ min: 0, max: 400 }).map((units) => units * 10_000) }),
);

const policy: fc.Arbitrary<CancellationPolicy> = fc.record({
  tiers: fc.uniqueArray(fc.record({ hoursBefore: fc.integer({ min: 0, max: 72 }), fee }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ hoursBefore }) => hoursBefore,
  }),
  noShow: fc.option(fee),
  saleCode: fc.constant(null),
});

const nights = fc.array(
  fc.integer({ min: 0, max: 30_000 }).map((cents) => cents * 100),
  { minLength: 1, maxLength: 10 },
);

/** Night by night, cent by cent. */
function feeByHand(asked: Fee, prices: readonly number[]): number {
  let room = 0;
  let first = 0;
  for (const [index, price] of prices.entries()) {
    room += price;
    if ("nights" in asked && index < asked.nights) first += price;
  }
  if ("nights" in asked) return first;
  if ("amount" in asked) return asked.amount > room ? room : asked.amount;
  // Money is hundredths of a cent: half a cent rounds up.
  return Number((BigInt(room) * BigInt(asked.basisPoints) + 500_000n) / 1_000_000n) * 100;
}

describe("the fee", () => {
  it("at every minute around every tier is that of the tier with the fewest hours that has begun", () => {
    fc.assert(
      fc.property(policy, nights, fc.integer({ min: 0, max: 100 }), (terms, prices, bookedHoursBefore) => {
        const checkInMs = Date.UTC(2026, 9, 25, 15);
        const bookedMs = checkInMs - bookedHoursBefore * 60 * MINUTE_MS + 30 * MINUTE_MS;
        const basis = { nights: prices, currencyCode: "EUR", checkInMs, bookedMs };
        const steps = feeSteps(terms, basis);
        expect(steps[0]?.fromMs).toBe(bookedMs);
        for (const [index, step] of steps.entries()) if (index > 0) expect(step.fromMs).toBeGreaterThan(steps[index - 1]?.fromMs ?? 0);
        const edges = [bookedMs, ...terms.tiers.map(({ hoursBefore }) => checkInMs - hoursBefore * 60 * MINUTE_MS)];
        for (const edge of edges) {
          for (const nowMs of [edge - MINUTE_MS, edge - 1, edge, edge + 1, edge + MINUTE_MS]) {
            if (nowMs < bookedMs) continue;
            const begun = terms.tiers.filter(({ hoursBefore }) => nowMs + hoursBefore * 60 * MINUTE_MS >= checkInMs);
            let holding: CancellationPolicy["tiers"][number] | undefined;
            for (const tier of begun) if (!holding || tier.hoursBefore < holding.hoursBefore) holding = tier;
            expect(feeAt(steps, nowMs)).toBe(holding ? feeByHand(holding.fee, prices) : 0);
          }
        }
        const room = prices.reduce((sum, price) => sum + price, 0);
        for (const step of steps) expect(step.fee).toBeLessThanOrEqual(room);
        const last = [...terms.tiers].sort((a, b) => a.hoursBefore - b.hoursBefore)[0];
        expect(noShowFee(terms, basis)).toBe(feeByHand(terms.noShow ?? last?.fee ?? { nights: 0 }, prices));
      }),
      { numRuns },
    );
  });

  it("without a policy is the first night from check-in on, or everything always", () => {
    fc.assert(
      fc.property(nights, fc.boolean(), (prices, refundable) => {
        const checkInMs = Date.UTC(2026, 9, 25, 15);
        const basis = { nights: prices, currencyCode: "EUR", checkInMs, bookedMs: checkInMs - 1000 };
        const steps = feeSteps(policyOf({ cancellation: null, refundable }), basis);
        const room = prices.reduce((sum, price) => sum + price, 0);
        expect(feeAt(steps, checkInMs - 1)).toBe(refundable ? 0 : room);
        expect(feeAt(steps, checkInMs)).toBe(refundable ? prices[0] : room);
      }),
      { numRuns },
    );
  });
});
