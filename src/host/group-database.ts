/**
 * A group's own database, where an installation has several (docs/growing.md). Nothing is looked up before: each batch asks
 * the database it goes to, in the same transaction, whether the group is there, and follows its word where it is not. What an
 * isolate remembers may be as old as it likes. With one database none of this happens.
 */
import { LRUCache } from "lru-cache";
import type { Ctx } from "./context.ts";
import { countRows } from "./count-rows.ts";
import { type Database, type PreparedStatement, type SqlValue, type Statement, bindAll, isWrite } from "./database.ts";
import { type FenceRow, HOME, type Place, elsewhere, fencePremise, fenceStatement, isFenced } from "./fences.ts";
import { GROUP_MOVING_POLL_MS, GROUP_MOVING_WAIT_MS, PLACES_REMEMBERED_MAX, PLACES_TRIED_MAX } from "./limits.ts";
import { type Memory, memoryPart } from "./memory.ts";
import { sessionOf } from "./read-replicas.ts";
import { pause, retryRead } from "./retry-read.ts";

/** The group is being moved and takes no writes for a moment: `group_moving`. */
export class GroupMoving extends Error {
  constructor() {
    super("group_moving");
  }
}

/** Groups that are not where they began, as an isolate last heard of them. */
const PLACES = memoryPart(() => new LRUCache<string, Place>({ max: PLACES_REMEMBERED_MAX }));

interface Several {
  shards: readonly Database[];
  memory: Memory;
  /** How long writes wait for a group that moves; left out: not at all. */
  waitMs?: number;
}

type Answers<T> = { results: T[]; meta: { changes?: number; rows_read?: number } }[];

/** What of a request's context its group decides. */
export type GroupCtx = Pick<Ctx, "db" | "shards" | "databaseOf" | "memory" | "trace">;

/** From here on the context's database is the group's. Changes nothing where there is one database. */
export function useGroup(ctx: GroupCtx, groupId: string): void {
  const { shards, memory } = ctx;
  if (!shards || ctx.databaseOf === groupId) return;
  ctx.databaseOf = groupId;
  ctx.db = countRows(groupDatabase({ shards, memory }, groupId), ctx.trace);
}

/** What a statement alone counts towards the queries of a request: with several databases the look at its fence is another. */
export function queriesPerStatement({ shards }: Pick<Ctx, "shards">): 1 | 2 {
  return shards ? 2 : 1;
}

/** The number of the database the context's group is in, as far as is known. */
export function shardOfGroup({ memory, databaseOf }: GroupCtx): number {
  return (databaseOf === null ? undefined : memory.of(PLACES).get(databaseOf))?.shard ?? HOME.shard;
}

/** A context for work behind an answer, or on behalf of nobody: where the group moves, its writes wait until it has. */
export function asGroup<C extends Ctx>(ctx: C, groupId: string): C {
  const { shards, memory } = ctx;
  if (!shards) return ctx;
  const patient = { shards, memory, waitMs: GROUP_MOVING_WAIT_MS };
  return Object.assign(Object.create(ctx) as C, { databaseOf: groupId, db: countRows(groupDatabase(patient, groupId), ctx.trace) });
}

/** The group's database, wherever it is. Its batches and statements throw GroupMoving where a write comes at the wrong moment. */
export function groupDatabase(several: Several, groupId: string): Database {
  const run = <T>(statements: readonly Statement[]): Promise<Answers<T>> => runAtPlace<T>(several, groupId, statements);
  return {
    withSession: (first) => groupDatabase({ ...several, shards: several.shards.map((db) => sessionOf(db, first)) }, groupId),
    prepare: (sql) => new GroupStatement(run, { sql, values: [] }),
    batch: async <T>(statements: PreparedStatement[]) =>
      run<T>(
        statements.map((statement) => {
          if (!(statement instanceof GroupStatement)) throw new TypeError("a batch takes this database's own statements");
          return statement.statement;
        }),
      ),
  };
}

type Run = <T>(statements: readonly Statement[]) => Promise<Answers<T>>;

class GroupStatement implements PreparedStatement {
  readonly statement: Statement;
  readonly #run: Run;

  constructor(run: Run, statement: Statement) {
    this.#run = run;
    this.statement = statement;
  }

  bind(...values: SqlValue[]): PreparedStatement {
    return new GroupStatement(this.#run, { sql: this.statement.sql, values });
  }

  async first<T>(): Promise<T | null> {
    return (await this.all<T>()).results[0] ?? null;
  }

  async all<T>(): Promise<{ results: T[]; meta: { changes?: number; rows_read?: number } }> {
    const [answer] = await this.#run<T>([this.statement]);
    if (!answer) throw new Error("the batch gave no answer to its statement");
    return answer;
  }

  /** A batch answers with objects, whose values stand in the order of the columns. */
  async raw<T extends unknown[]>(): Promise<T[]> {
    const { results } = await this.all<Record<string, unknown>>();
    return results.map((row) => Object.values(row) as T);
  }

  run(): Promise<{ meta: { changes?: number; rows_read?: number } }> {
    return this.all();
  }
}

/** Runs statements where the group is. Writes are run once: a database that has not got the group runs none of them. */
async function runAtPlace<T>(several: Several, groupId: string, statements: readonly Statement[]): Promise<Answers<T>> {
  const places = several.memory.of(PLACES);
  const writes = statements.some(({ sql }) => isWrite(sql));
  const waitUntilMs = performance.now() + (several.waitMs ?? 0);
  for (let tries = 0; tries < PLACES_TRIED_MAX;) {
    const place = places.get(groupId) ?? HOME;
    const db = shardOf(several, groupId, place);
    const check = writes ? fencePremise(groupId, place) : fenceStatement(groupId);
    const run = () => db.batch(bindAll(db, [check, ...statements]));
    try {
      const [checked, ...answers] = await (writes ? run() : retryRead(run));
      const [fence] = (checked?.results ?? []) as FenceRow[];
      const next = fence ? elsewhere(fence, place) : null;
      if (!next) return answers as Answers<T>;
      places.set(groupId, next);
      tries += 1;
    } catch (error) {
      if (!isFenced(error)) throw error;
      tries += (await follow(several, groupId, place, waitUntilMs)) ? 1 : 0;
    }
  }
  throw new GroupMoving();
}

/** Learns from the fence that refused a write where the group is; false where it leaves, and is waited for. */
async function follow({ shards, memory }: Several, groupId: string, place: Place, waitUntilMs: number): Promise<boolean> {
  const fence = await readFence(shardOf({ shards }, groupId, place), groupId);
  if (fence?.state === "leaving") {
    if (performance.now() >= waitUntilMs) throw new GroupMoving();
    await pause(GROUP_MOVING_POLL_MS);
    return false;
  }
  const next = fence ? elsewhere(fence, place) : null;
  if (next) memory.of(PLACES).set(groupId, next);
  return true;
}

/** The fence that refused a write; undefined where it is gone already. */
async function readFence(db: Database, groupId: string): Promise<FenceRow | undefined> {
  const [answer] = await retryRead(() => db.batch<FenceRow>(bindAll(db, [fenceStatement(groupId)])));
  return answer?.results[0];
}

function shardOf({ shards }: Pick<Several, "shards">, groupId: string, { shard }: Place): Database {
  const db = shards[shard];
  if (!db) throw new Error(`group ${groupId} is on database ${shard}, which is not bound`);
  return db;
}
