/**
 * Groups on several databases (docs/interface.md §19.2), on real processes: moved under load of every kind, the command killed at
 * every line it prints and run again. Two processes of the Node host serve the same files: what one remembers is old for the other.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type MoveRun, checkFiles, loadGroup, move, reserve, startMoveRun } from "../../harness/move-run.ts";
import { stopServices } from "../../harness/service-process.ts";

const folders: string[] = [];
let run: MoveRun | null = null;

afterEach(async () => {
  await run?.stop();
  run = null;
});

afterAll(async () => {
  await stopServices();
  delete process.env.SHARDS;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Lines of a move at most: two passes, the fence, two passes behind it, the switch, the removal. */
const LINES = 7;

describe.each([
  ["node", 2],
  ["worker", 1],
] as const)("a group of the %s host that moves under load", (host, services) => {
  const timeout = 900_000;

  it("loses nothing, writes nothing twice and is never in two places", { timeout }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabard-shards-"));
    folders.push(folder);
    run = await startMoveRun(host, folder, services);
    const stop = loadGroup(run);
    await sleep(1000);
    for (const to of [1, 2, 0, 2]) {
      const { status, lines } = await move(host, to);
      expect([status, lines.at(-1)]).toEqual([0, expect.stringContaining(`to database ${to}`)]);
    }
    expect(await move(host, 2)).toEqual({ status: 0, lines: ["group g1 is on database 2"] });
    await stop();
    expect(run.faults).toEqual([]);
    await expectDelivered(run);
    await run.stop();
    await checkFiles(run, host, folder, 2);
  });

  it("goes on wherever the move was killed, and the same command ends it", { timeout }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabard-shards-"));
    folders.push(folder);
    run = await startMoveRun(host, folder, services);
    const stop = loadGroup(run);
    let at = 0;
    for (let killAt = 0; killAt < LINES; killAt += 1) {
      const to = (at + 1) % 3;
      await move(host, to, killAt);
      // Within the fence's own time, without anybody's help.
      await reserve(run, `after-kill-${killAt}`);
      const { status, lines } = await move(host, to);
      expect([killAt, status, lines.at(-1)]).toEqual([killAt, 0, expect.stringMatching(`(on|to) database ${to}$`)]);
      at = to;
    }
    // A move that came to nothing is undone by saying where the group is, or going elsewhere.
    await move(host, (at + 1) % 3, 0);
    expect((await move(host, at)).lines.at(-1)).toBe(`group g1 is on database ${at}`);
    await move(host, (at + 1) % 3, 1);
    expect((await move(host, (at + 2) % 3)).status).toBe(0);
    at = (at + 2) % 3;
    await stop();
    expect(run.faults).toEqual([]);
    expect(run.refused).toBeGreaterThan(0);
    await expectDelivered(run);
    await run.stop();
    await checkFiles(run, host, folder, at);
  });
});

/** Every event, in order; one may come again where its delivery was under way when the group moved. */
async function expectDelivered({ delivered, acknowledged }: MoveRun): Promise<void> {
  for (let tries = 0; tries < 900 && new Set(delivered).size < acknowledged.size; tries += 1) await sleep(100);
  const sequences = [...new Set(delivered)];
  expect(sequences.length).toBeGreaterThanOrEqual(acknowledged.size);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(sequences.at(-1)).toBe((sequences[0] ?? 0) + sequences.length - 1);
}
