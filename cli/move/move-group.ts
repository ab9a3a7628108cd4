/**
 * npm run admin -- group move: a group from one database to another while the service runs (docs/growing.md). The group is
 * copied while it is served; a fence then refuses its writes; what changed meanwhile is copied and all is compared; one
 * conditional UPDATE in the source is the moment of the move. Before it the group is served from the source, whatever
 * happens, and the fence falls by itself; behind it, from the target. Every step can be done again.
 */
import { randomBytes } from "node:crypto";
import { refusedConstraint } from "../../src/host/database.ts";
import { type Place, isFenced } from "../../src/host/fences.ts";
import { type OneDatabase, type TargetDatabase, findPlace, shardOf } from "../support/database.ts";
import type { Key } from "../support/pages.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type Copied, type Copying, copyTable, deleteKeys } from "./copy-table.ts";
import {
  type Move,
  claimSource,
  claimTarget,
  heldPremise,
  leave,
  makeReady,
  pointTo,
  raise,
  readFence,
  renew,
  settle,
  takenOver,
} from "./fencing.ts";
import { applyGently } from "./gentle.ts";
import { FENCED_PASSES_MAX, FENCES_MAX, FENCE_RENEW_MS, OPEN_PASSES, RUN_BYTES } from "./limits.ts";
import { removeRemains } from "./remove-remains.ts";
import { type SmallTable, type TableShape, pagesOf, readShapes, readSmall } from "./table-pages.ts";
import { MOVED_TABLES, type MovedTable } from "./tables.ts";

/** One step of the move for whoever watches, as it ends. */
export type Say = (step: string) => void;

/** Moves a group to a database; finishes or undoes what a killed move left. Says where the group is. */
export async function moveGroup(db: TargetDatabase, groupId: string, to: number, say: Say): Promise<string> {
  const { shards } = db;
  shardOf(shards, { shard: to });
  const move = { groupId, run: randomBytes(RUN_BYTES).toString("hex") };
  const from = await findPlace(shards, groupId);
  const source = shardOf(shards, from);
  const [group] = await source.query(`SELECT 1 FROM groups WHERE group_id = ${literal(groupId)}`);
  if (!group) throw new UserError(`there is no group "${groupId}"`);
  if (from.shard === to) {
    await finish(shards, move, from, say);
    return `group ${groupId} is on database ${to}`;
  }
  const there = { shard: to, version: from.version + 1 };
  await refuseStranger(shardOf(shards, there), groupId, to);
  // First: from here on no other command can switch.
  if (!(await claimSource(source, move, there))) throw takenOver(groupId);
  await refuseLoading(source, move, from);
  await tidy(shards, move, { place: from, latest: there.version, sparing: to }, say);
  await copyAndSwitch(shards, move, from, there, say);
  await finish(shards, move, there, say);
  return `group ${groupId} has moved from database ${from.shard} to database ${to}`;
}

/** Finishes what a move to `place` left, and undoes one from there that came to nothing. Nothing for a group that never moved. */
async function finish(shards: readonly OneDatabase[], move: Move, place: Place, say: Say): Promise<void> {
  const fences = await Promise.all(shards.map((one) => readFence(one, move.groupId)));
  if (fences.every((fence) => fence === undefined)) return;
  if (!(await settle(shardOf(shards, place), move, place))) throw takenOver(move.groupId);
  await tidy(shards, move, { place, latest: place.version + 1, sparing: null }, say);
}

interface Tidying {
  /** Where the group is. */
  place: Place;
  /** The number of the latest move that may have begun. */
  latest: number;
  /** A database that stays as it is. */
  sparing: number | null;
}

/** Tells all other databases where the group is, the first one always, and removes what they still hold of it. */
async function tidy(shards: readonly OneDatabase[], move: Move, { place, latest, sparing }: Tidying, say: Say): Promise<void> {
  for (const [shard, one] of shards.entries()) {
    if (shard === place.shard || shard === sparing) continue;
    if (shard !== 0 && !(await readFence(one, move.groupId))) continue;
    await pointTo(one, move, place, latest);
    if (await removeRemains(one, move)) say(`removed from database ${shard}`);
  }
}

async function copyAndSwitch(shards: readonly OneDatabase[], move: Move, from: Place, to: Place, say: Say): Promise<void> {
  const [source, target] = [shardOf(shards, from), shardOf(shards, to)];
  await claimTarget(target, move, { shard: from.shard, version: to.version });
  await shareSecret(shards[0] ?? source, target);
  const shapes = await readShapes(
    source,
    MOVED_TABLES.map(({ name }) => name),
  );
  const passes = new Passes(source, target, move, shapes);
  for (let pass = 0; pass < OPEN_PASSES; pass += 1) {
    const { rows, changed } = await passes.open();
    say(`compared ${rows} rows, copied ${changed} while the group is served`);
  }
  for (let fences = 0; fences < FENCES_MAX; fences += 1) {
    if (!(await raise(source, move))) throw takenOver(move.groupId);
    say("writes are refused");
    if (!(await passes.closed(say))) continue;
    if (!(await makeReady(target, move))) throw takenOver(move.groupId);
    if (await leave(source, move)) return say(`switched to database ${to.shard}`);
    await claimTarget(target, move, { shard: from.shard, version: to.version });
  }
  throw new UserError(`group "${move.groupId}": the fence fell before all was copied; the group stays on database ${from.shard}`);
}

/** Behind the fence's row no load begins; one that is there may yet be taken back, and tables that only grow would not. */
async function refuseLoading(source: OneDatabase, move: Move, from: Place): Promise<void> {
  const loads = await source.query(`SELECT 1 FROM ledger_loads WHERE group_id = ${literal(move.groupId)}`);
  if (loads.length === 0) return;
  await settle(source, move, from);
  throw new UserError(`group "${move.groupId}": an import into its ledger is not finished; run it again first. Nothing was done`);
}

/** A group that no fence explains must not be overwritten. */
async function refuseStranger(target: OneDatabase, groupId: string, shard: number): Promise<void> {
  if (await readFence(target, groupId)) return;
  const found = await target.query(`SELECT 1 FROM groups WHERE group_id = ${literal(groupId)}`);
  if (found.length > 0) throw new UserError(`database ${shard} has a group "${groupId}" of its own; nothing was done`);
}

/** Names in the log are hashed with one secret in the whole installation: that of the first database. */
async function shareSecret(first: OneDatabase, target: OneDatabase): Promise<void> {
  for (const { name, value } of await first.query<{ name: string; value: string }>("SELECT name, value FROM secrets")) {
    await target.apply([{ sql: "UPDATE secrets SET value = ?2 WHERE name = ?1 AND value <> ?2", values: [name, value] }]);
  }
}

interface Totals {
  rows: number;
  changed: number;
}

/** Passes over all tables of a move. */
class Passes {
  readonly #copying: Copying;
  readonly #source: OneDatabase;
  readonly #move: Move;
  readonly #shapes: ReadonlyMap<string, TableShape>;
  /** How far tables that only grow have been compared. */
  readonly #compared = new Map<string, Key | null>();
  #renewedMs = 0;
  #closed = false;

  constructor(source: OneDatabase, target: OneDatabase, move: Move, shapes: ReadonlyMap<string, TableShape>) {
    this.#source = source;
    this.#move = move;
    this.#shapes = shapes;
    const held: OneDatabase = { ...target, apply: (statements) => applyHeld(target, move, statements) };
    this.#copying = { groupId: move.groupId, source, target: held, betweenPages: () => this.#keepUp() };
  }

  /** One pass while the group is served. What another table must have first comes with the next one. */
  open(): Promise<Totals> {
    return this.#pass(true);
  }

  /** Passes behind the fence until one finds no difference. False where the fence fell. */
  async closed(say: Say): Promise<boolean> {
    this.#closed = true;
    this.#renewedMs = Date.now();
    try {
      for (let pass = 0; pass < FENCED_PASSES_MAX; pass += 1) {
        const { rows, changed } = await this.#pass(false);
        say(`compared ${rows} rows, copied ${changed} behind the fence`);
        if (changed === 0) return true;
      }
      throw new UserError(`group "${this.#move.groupId}": the copies differ again and again; the group stays where it is`);
    } catch (error) {
      if (error instanceof FenceFell) return false;
      throw error;
    } finally {
      this.#closed = false;
    }
  }

  async #pass(open: boolean): Promise<Totals> {
    const totals: Totals = { rows: 0, changed: 0 };
    const gone: [name: string, keys: readonly Key[]][] = [];
    const small = await this.#readSmall();
    for (const table of MOVED_TABLES) {
      const copied = await this.#copy(table, open, small.get(table.name));
      if (!copied) continue;
      totals.rows += copied.rows;
      totals.changed += copied.changed;
      gone.unshift([table.name, copied.gone]);
    }
    for (const [name, keys] of gone) {
      if (keys.length > 0) await this.#copying.target.apply(deleteKeys(name, this.#shapeOf(name), keys));
    }
    return totals;
  }

  async #copy(table: MovedTable, open: boolean, small: SmallTable | undefined): Promise<Copied | null> {
    const { name } = table;
    try {
      const copied = await copyTable(this.#copying, table, this.#shapeOf(name), this.#compared.get(name) ?? null, small);
      if (table.grows) this.#compared.set(name, copied.last);
      return copied;
    } catch (error) {
      if (open && refusedConstraint(error) !== null) return null;
      throw error;
    }
  }

  /** What is read before this pass writes may be old where a trigger writes, too: a pass that proves the copy writes nothing. */
  #readSmall(): Promise<Map<string, SmallTable>> {
    const { groupId, source, target } = this.#copying;
    const asked = MOVED_TABLES.map((table) => ({
      paged: pagesOf(table, this.#shapeOf(table.name), groupId),
      after: this.#compared.get(table.name) ?? null,
    }));
    return readSmall(source, target, asked);
  }

  #shapeOf(name: string): TableShape {
    const shape = this.#shapes.get(name);
    if (!shape) throw new Error(`no table ${name}`);
    return shape;
  }

  async #keepUp(): Promise<void> {
    if (!this.#closed || Date.now() - this.#renewedMs < FENCE_RENEW_MS) return;
    if (!(await renew(this.#source, this.#move))) throw new FenceFell();
    this.#renewedMs = Date.now();
  }
}

/** Something may have been written: the passes behind the fence begin anew. */
class FenceFell extends Error {}

async function applyHeld(target: OneDatabase, move: Move, statements: Parameters<OneDatabase["apply"]>[0]): Promise<void> {
  try {
    await applyGently(target, [heldPremise(move, "copying"), ...statements]);
  } catch (error) {
    throw isFenced(error) ? takenOver(move.groupId) : error;
  }
}
