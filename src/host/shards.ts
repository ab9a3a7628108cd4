/** The databases of an installation (docs/growing.md): DB, and DB_1, DB_2, … where they are bound. Pure. */

/** What a binding is called. */
export function shardBinding(shard: number): string {
  return shard === 0 ? "DB" : `DB_${shard}`;
}

/** All that is bound, by number, up to the first number that is not; null where there is DB alone. */
export function boundShards<T>(env: Readonly<Record<string, unknown>>, isDatabase: (value: unknown) => value is T): T[] | null {
  const shards: T[] = [];
  for (let shard = 0; ; shard += 1) {
    const value = env[shardBinding(shard)];
    if (!isDatabase(value)) break;
    shards.push(value);
  }
  return shards.length > 1 ? shards : null;
}
