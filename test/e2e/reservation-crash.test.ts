/**
 * docs/interface.md §8.2.1: nothing acknowledged is lost when the process is killed at any moment. The service as `npm start` and
 * `npm run start:node` run it: harness/crash-run.ts. TABARD_KILLS: how often (default 3).
 */
import { afterAll, describe, expect, it } from "vitest";
import { killUnderLoad } from "../../harness/crash-run.ts";
import { stopServices } from "../../harness/service-process.ts";

const KILLS = Number(process.env.TABARD_KILLS ?? 3);

afterAll(stopServices);

describe.each(["worker", "node"] as const)(`the host %s, killed ${KILLS} times under load,`, (host) => {
  const timeout = 60_000 + KILLS * 30_000;
  it("keeps all it acknowledged, leaves nothing partial, and answers a retry with the one reservation", { timeout }, async () => {
    expect(await killUnderLoad(host, KILLS)).toContain("none lost");
  });
});
