/** `npm run faults`, each scenario once; those that kill are e2e/reservation-crash. */
import { afterEach, expect, it, vi } from "vitest";
import { scenarios } from "../../scripts/faults/scenarios.ts";
import { stopServices } from "../../harness/service-process.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await stopServices();
});

/** What takes longest and whose sibling on the other host is here. */
const ONLY_IN_FULL = new Set([
  // wrangler's proxy drops connections where other tests want the processor too.
  "clients stop reading exports (worker)",
  "clients hang up in exports (worker)",
  "clients send a byte a second (worker)",
  "webhooks: killed while they go out (worker)",
]);

/** Those that kill are e2e/reservation-crash. Ratios of time belong on a machine that does nothing else; integration/strangers holds the same rules without a clock. */
const ELSEWHERE = /^(?:killed|strangers)/;

const inShort = Object.entries(scenarios).filter(([name]) => !ELSEWHERE.test(name) && !ONLY_IN_FULL.has(name));

it.each(inShort)("the promises hold where %s", async (_name, scenario) => {
  // What the service logs of the faults is not this test's news.
  vi.spyOn(console, "log").mockImplementation(() => {});
  expect(await scenario()).not.toBe("");
});
