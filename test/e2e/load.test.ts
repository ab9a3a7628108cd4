/** `npm run load` in its short form: the mixed hour in seconds, on the demo group. Any wrong answer fails it. */
import { afterAll, expect, it } from "vitest";
import { isSound, runLoad } from "../../scripts/load/run-load.ts";
import { stopServices } from "../../harness/service-process.ts";

afterAll(stopServices);

it("serves a mixed hour to 32 clients without a wrong answer, and the books agree", async () => {
  const options = { host: "worker", durationMs: 12_000, clients: 32, perSecond: 100, bookingsFile: undefined, seed: 7 } as const;
  const report = await runLoad(options);
  const { faults, latenciesMs, memoryBytes } = report;
  expect([...faults]).toEqual([]);
  expect(memoryBytes.length).toBeGreaterThan(0);
  expect(isSound(report)).toBe(true);
  for (const samples of Object.values(latenciesMs)) expect(samples.length).toBeGreaterThan(0);
});
