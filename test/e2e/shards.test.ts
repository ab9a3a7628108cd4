/**
 * Groups on several databases (docs/interface.md §19.2), on real processes: moved under load of every kind, the command killed and run
 * again. Here a few moves and the kills that matter most, each on one host: while rows are copied, at the fence, which has to fall by itself,
 * and right behind the switch. Every line on every host: `npm run faults -- --only "while a group is moved"`, or TABARD_KILLS=all.
 */
import { afterAll, describe, expect, it } from "vitest";
import { MOVE_LINES, killMoves, moveUnderLoad } from "../../harness/move-kills.ts";
import { stopServices } from "../../harness/service-process.ts";

const ALL = process.env.TABARD_KILLS === "all";
const timeout = 600_000;

afterAll(stopServices);

describe.each([
  ["node", [1, 0], [2], true],
  ["worker", [2], [1, 5], false],
] as const)("a group of the %s host that moves under load", (host, path, lines, abandons) => {
  it("loses nothing, writes nothing twice and is never in two places", { timeout }, async () => {
    expect(await moveUnderLoad(host, ALL ? [1, 2, 0, 2] : path)).not.toBe("");
  });

  it("goes on wherever the move was killed, and the same command ends it", { timeout }, async () => {
    expect(await killMoves(host, ALL ? MOVE_LINES : lines, ALL || abandons)).not.toBe("");
  });
});
