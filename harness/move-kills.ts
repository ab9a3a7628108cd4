/**
 * Moves of a group under load of every kind, whole and killed at lines they print (docs/interface.md §19.2). What each one saw, in a few
 * words; an AssertionError where a promise is broken.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { HostName } from "../cli/support/serve-host.ts";
import { type MoveRun, checkFiles, loadGroup, move, reserve, startMoveRun } from "./move-run.ts";

/** Lines of a move at most: two passes, the fence, two passes behind it, the switch, the removal. Counted from 0. */
export const MOVE_LINES: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** The line that says that writes are refused. */
const FENCE_LINE = 2;

const SHARDS = 3;
/** How long deliveries of webhooks may lag behind the last move, with other work on the machine. */
const DELIVERY_POLLS_MAX = 900;
const DELIVERY_POLL_MS = 100;

/** Where a run's database is at, and how to go on. */
interface Journey {
  run: MoveRun;
  at: number;
}

/** Moves the group from database to database, in this order from 0; the last move is asked for twice. */
export function moveUnderLoad(host: HostName, path: readonly number[]): Promise<string> {
  return travel(host, async (journey) => {
    await sleep(1_000);
    for (const to of path) {
      const { status, lines } = await move(host, to);
      assert.deepEqual([status, lines.at(-1)?.endsWith(`to database ${to}`)], [0, true], lines.join("\n"));
      journey.at = to;
    }
    assert.deepEqual(await move(host, journey.at), { status: 0, lines: [`group g1 is on database ${journey.at}`] });
  });
}

/**
 * Kills a move at each of the lines and runs it again to its end. With `abandons` it then undoes one that came to nothing, and leads
 * another one elsewhere.
 */
export function killMoves(host: HostName, lines: readonly number[], abandons: boolean): Promise<string> {
  return travel(host, async (journey) => {
    for (const line of lines) {
      const to = (journey.at + 1) % SHARDS;
      await move(host, to, line);
      // Within the fence's own time, without anybody's help.
      await reserve(journey.run, `after-kill-${line}`);
      const again = await move(host, to);
      assert.equal(again.status, 0, `killed at line ${line}: ${again.lines.join("\n")}`);
      assert.match(again.lines.at(-1) ?? "", new RegExp(`(on|to) database ${to}$`));
      journey.at = to;
      // Nobody lowers the fence of a command that is gone: whoever reserved was told to wait for it to fall.
      if (line === FENCE_LINE) assert.ok(journey.run.refused > 0, "the fence refused nothing");
    }
    if (!abandons) return;
    await move(host, (journey.at + 1) % SHARDS, 0);
    const { lines: undone } = await move(host, journey.at);
    assert.equal(undone.at(-1), `group g1 is on database ${journey.at}`);
    await move(host, (journey.at + 1) % SHARDS, 1);
    const elsewhere = (journey.at + 2) % SHARDS;
    assert.equal((await move(host, elsewhere)).status, 0);
    journey.at = elsewhere;
  });
}

/** Two processes of a host of one's own serve the same files: what one remembers is old for the other. */
async function travel(host: HostName, moves: (journey: Journey) => Promise<void>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-shards-"));
  const run = await startMoveRun(host, folder, host === "worker" ? 1 : 2);
  try {
    const stop = loadGroup(run);
    const journey = { run, at: 0 };
    await moves(journey).finally(stop);
    assert.deepEqual(run.faults, []);
    await expectDelivered(run);
    await run.stop();
    await checkFiles(run, host, folder, journey.at);
    return `${run.acknowledged.size} reservations, ${run.refused} times refused for a moment, ${new Set(run.delivered).size} events delivered`;
  } finally {
    await run.stop();
    delete process.env.SHARDS;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every event, in order; one may come again where its delivery was under way when the group moved. */
async function expectDelivered({ delivered, acknowledged }: MoveRun): Promise<void> {
  for (let polls = 0; polls < DELIVERY_POLLS_MAX && new Set(delivered).size < acknowledged.size; polls += 1) await sleep(DELIVERY_POLL_MS);
  const sequences = [...new Set(delivered)];
  assert.ok(sequences.length >= acknowledged.size, `${sequences.length} events of ${acknowledged.size} reservations were delivered`);
  const inOrder = sequences.toSorted((a, b) => a - b);
  assert.deepEqual(sequences, inOrder);
  assert.equal(inOrder.at(-1), (inOrder[0] ?? 0) + inOrder.length - 1);
}
