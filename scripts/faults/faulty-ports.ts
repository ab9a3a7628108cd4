/** The service's ports with faults in them. What is asked of them is real: a fault comes before it, instead of it or behind it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, SqlValue, PreparedStatement } from "../../src/host/database.ts";
import type { KeyValueStore, SharedCache } from "../../src/host/context.ts";

const NEVER = new Promise<never>(() => {});
/** Beyond what the service waits for KV and the cache (limits.ts of each wing). */
const LATE_MS = 400;

/** Runs one piece of a port's work, or does not. */
type Around = <T>(work: () => Promise<T>) => Promise<T>;

/** How KV and the cache can fail. */
export const STORE_FAULTS: Readonly<Record<string, Around>> = {
  rejects: () => Promise.reject(new Error("the store is gone")),
  throws: () => {
    throw new Error("the store is gone");
  },
  "never answers": () => NEVER,
  "answers late": async (work) => {
    await sleep(LATE_MS);
    return work();
  },
};

export function faultyKv(kv: KeyValueStore, around: Around): KeyValueStore {
  return {
    get: (key, options) => around(() => kv.get(key, options)),
    put: (key, value, options) => around(() => kv.put(key, value, options)),
    delete: (key) => around(() => kv.delete(key)),
  };
}

/** A KV whose every value is `text`. */
export function nonsenseKv(text: string): KeyValueStore {
  return { get: () => Promise.resolve(text), put: () => Promise.resolve(), delete: () => Promise.resolve() };
}

export function faultyCache(cache: SharedCache, around: Around): SharedCache {
  return { match: (url) => around(() => cache.match(url)), put: (url, response) => around(() => cache.put(url, response)) };
}

/** What happens around a call of the database; `writes` where it changes something. */
export type AroundCall = <T>(work: () => Promise<T>, writes: boolean) => Promise<T>;

/** The same database with something around each of its calls. */
export function faultyDatabase(db: Database, around: AroundCall): Database {
  return {
    prepare: (sql) => new FaultyStatement(db.prepare(sql), isWrite(sql), around),
    batch: <T>(statements: PreparedStatement[]) => {
      const ours = statements.filter((one) => one instanceof FaultyStatement);
      return around(
        () => db.batch<T>(ours.map(({ inner }) => inner)),
        ours.some(({ writes }) => writes),
      );
    },
  };
}

class FaultyStatement implements PreparedStatement {
  readonly inner: PreparedStatement;
  readonly writes: boolean;
  readonly #around: AroundCall;

  constructor(inner: PreparedStatement, writes: boolean, around: AroundCall) {
    this.inner = inner;
    this.writes = writes;
    this.#around = around;
  }

  bind(...values: SqlValue[]): PreparedStatement {
    return new FaultyStatement(this.inner.bind(...values), this.writes, this.#around);
  }

  first<T>(): Promise<T | null> {
    return this.#around(() => this.inner.first<T>(), this.writes);
  }

  all<T>(): ReturnType<typeof this.inner.all<T>> {
    return this.#around(() => this.inner.all<T>(), this.writes);
  }

  raw<T extends unknown[]>(): Promise<T[]> {
    return this.#around(() => this.inner.raw<T>(), this.writes);
  }

  run(): ReturnType<typeof this.inner.run> {
    return this.#around(() => this.inner.run(), this.writes);
  }
}

function isWrite(sql: string): boolean {
  return /^\s*(?:INSERT|UPDATE|DELETE)/i.test(sql);
}
