/** Several databases, as the service and the commands use them: docs/interface.md §19.2. Real SQLite files, one process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listGroups } from "../../cli/admin/groups.ts";
import { homeOf } from "../../cli/admin/home.ts";
import { listShards } from "../../cli/admin/shards.ts";
import { importGroup } from "../../cli/group/import-group.ts";
import { type Move, claimSource, claimTarget, raise } from "../../cli/move/fencing.ts";
import { moveGroup } from "../../cli/move/move-group.ts";
import { MOVED_TABLES, NAMES_TABLE, rowsOf } from "../../cli/move/tables.ts";
import { readShape } from "../../cli/move/table-pages.ts";
import { type TargetDatabase, openTarget } from "../../cli/support/database.ts";
import { addBookableGroup } from "../../harness/bookable-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { cleanUp } from "../../src/clean-up.ts";
import type { Ctx } from "../../src/host/context.ts";
import type { Database } from "../../src/host/database.ts";
import { GroupMoving, groupDatabase } from "../../src/host/group-database.ts";
import { createMemory } from "../../src/host/memory.ts";
import { shardFiles } from "../../src/host/runtime/sqlite-file.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";

const NOW_MS = Date.UTC(2029, 11, 1, 12);
const EXAMPLE = /```json\n([^]*?)```/.exec(readFileSync("docs/import-group.md", "utf8"))?.[1] ?? "";
const SHARDS = 3;

let folder = "";
let db: TargetDatabase;
let files: DatabaseSync[];
let shards: Database[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tabard-shards-"));
  Object.assign(process.env, { TABARD_STATE: folder, SHARDS: String(SHARDS) });
  db = openTarget({ host: "node" });
  files = shardFiles(folder, SHARDS).map((file) => new DatabaseSync(file));
  shards = files.map((file) => sqliteDatabase(file));
  const [first] = files;
  if (first) await addBookableGroup(fileDatabase(first), "g1");
});

afterEach(() => {
  delete process.env.SHARDS;
  delete process.env.TABARD_STATE;
  db.close();
  for (const file of files) file.close();
  rmSync(folder, { recursive: true });
});

const move = (to: number): Promise<string> => moveGroup(db, "g1", to, () => {});
const service = (): Database => groupDatabase({ shards, memory: createMemory() }, "g1");
const hotelsBy = async (one: Database): Promise<number> =>
  (await one.prepare("SELECT count(*) AS hotels FROM hotels WHERE group_id = 'g1'").first<{ hotels: number }>())?.hotels ?? 0;
const touch = (one: Database) => one.prepare("UPDATE groups SET name = name || '!' WHERE group_id = 'g1'").run();

/** All rows of the group in a database, by table. */
async function rowsIn(shard: number): Promise<Record<string, unknown[]>> {
  const one = db.shards[shard];
  if (!one) throw new Error(`no database ${shard}`);
  const entries = MOVED_TABLES.map(async (table) => {
    const { keyColumns } = await readShape(one, table.name);
    return [table.name, await one.query(`SELECT * FROM ${table.name} WHERE ${rowsOf(table, "g1")} ORDER BY ${keyColumns.join()}`)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

it("copies every row as it is, and leaves nothing but names", async () => {
  const before = await rowsIn(0);
  expect(before.stock?.length).toBeGreaterThan(1000);
  expect(await move(2)).toBe("group g1 has moved from database 0 to database 2");
  expect(await rowsIn(2)).toEqual(before);
  for (const [table, rows] of Object.entries(await rowsIn(0))) expect([table, rows.length > 0]).toEqual([table, table === NAMES_TABLE]);
  expect(await move(2)).toBe("group g1 is on database 2");
  await expect(moveGroup(db, "nobody", 1, () => {})).rejects.toThrow('there is no group "nobody"');
});

it("follows a group whatever it remembers", async () => {
  const old = service();
  const older = service();
  expect(await hotelsBy(older)).toBe(2);
  for (const to of [1, 2, 0, 1, 0, 2]) {
    await move(to);
    expect([to, await hotelsBy(old), await hotelsBy(service())]).toEqual([to, 2, 2]);
    await touch(old);
    await touch(service());
  }
  await touch(older);
  const [group] = await (await db.ofGroup("g1")).query<{ name: string }>("SELECT name FROM groups WHERE group_id = 'g1'");
  expect(group?.name).toBe(`g1${"!".repeat(13)}`);
});

it("refuses every write while it leaves, and no read", async () => {
  const one = service();
  const [source] = db.shards;
  const theMove: Move = { groupId: "g1", run: "run" };
  if (!source) throw new Error("no database");
  await claimSource(source, theMove, { shard: 1, version: 1 });
  // Claimed, but without a fence.
  await touch(one);
  await raise(source, theMove);
  expect(await hotelsBy(one)).toBe(2);
  for (const { name } of MOVED_TABLES) {
    const { keyColumns } = await readShape(source, name);
    const where = `WHERE ${keyColumns[0]} IS NULL`;
    for (const sql of [`DELETE FROM ${name} ${where}`, `UPDATE ${name} SET ${keyColumns[0]} = ${keyColumns[0]} ${where}`]) {
      await expect(one.prepare(sql).run(), sql).rejects.toThrow(GroupMoving);
      await expect((await db.ofGroup("g1")).apply([sql]), sql).rejects.toThrow("is being moved");
    }
  }
  // Whoever does not ask either.
  const insert =
    "INSERT INTO events (group_id, sequence, type, at_ms, subject, data) SELECT 'g1', max(sequence) + 1, 'x', 0, '', '{}' FROM events";
  await expect((async () => source.apply([insert]))()).rejects.toThrow("group_moving");
  // The fence's time is over.
  await source.apply(["UPDATE fences SET until_ms = 1"]);
  await touch(one);
  await source.apply([insert]);
});

it("serves no copy that is not whole", async () => {
  const [, target] = db.shards;
  const theMove: Move = { groupId: "g1", run: "run" };
  if (!target) throw new Error("no database");
  await move(1);
  const remembers = service();
  expect(await hotelsBy(remembers)).toBe(2);
  await move(0);
  await claimTarget(target, theMove, { shard: 0, version: 3 });
  expect(await hotelsBy(remembers)).toBe(2);
  await touch(remembers);
});

it("undoes a move", async () => {
  const killed = (line: number, to: number) => {
    let lines = 0;
    return moveGroup(db, "g1", to, () => {
      if (lines === line) throw new Error("killed");
      lines += 1;
    });
  };
  const before = await rowsIn(0);
  for (const line of [0, 1, 2, 3]) {
    await expect(killed(line, 1)).rejects.toThrow("killed");
    expect([line, await move(0)]).toEqual([line, "group g1 is on database 0"]);
    expect(await rowsIn(0)).toEqual(before);
    expect((await rowsIn(1)).hotels).toEqual([]);
    await touch(service());
    await (await db.ofGroup("g1")).apply(["UPDATE groups SET name = 'g1' WHERE group_id = 'g1'"]);
  }
  // Behind the switch there is no way back but another move.
  await expect(killed(4, 1)).rejects.toThrow("killed");
  expect(await hotelsBy(service())).toBe(2);
  expect(await move(0)).toBe("group g1 has moved from database 1 to database 0");
  expect(await rowsIn(0)).toEqual(before);
});

it("keeps names one set", async () => {
  await move(1);
  const file = join(folder, "group.json");
  writeFileSync(file, EXAMPLE.replaceAll('"alpine"', '"g1-euro"'));
  await expect(importGroup(db, file, NOW_MS)).rejects.toThrow('the name "g1-euro" belongs to a hotel of group "g1"');
});

it("imports a new group into the database it is told", async () => {
  const file = join(folder, "group.json");
  writeFileSync(file, EXAMPLE);
  expect(await importGroup(db, file, NOW_MS, { shard: 2 })).toMatch(/^group alpine: created/);
  expect(await importGroup(db, file, NOW_MS)).toBe("group alpine: nothing changed");
  await expect(importGroup(db, file, NOW_MS, { shard: 1 })).rejects.toThrow('group "alpine" is on database 2');
  const places = await Promise.all(db.shards.map((one) => one.query("SELECT 1 FROM groups WHERE group_id = 'alpine'")));
  expect(places.map((rows) => rows.length)).toEqual([0, 0, 1]);
  const names = await db.shards[0]?.query("SELECT 1 FROM sites WHERE group_id = 'alpine'");
  expect(names?.length).toBeGreaterThan(1);
});

it("tells what is where", async () => {
  await move(2);
  expect(await listShards(db)).toMatch(/^database 0 .* groups 0\ndatabase 1 .* groups 0\ndatabase 2 .* groups 1\n {2}g1 {2}hotels 2 /);
  // Events of a minute ago, of two hours ago and of two days ago; a webhook that took half of them.
  const file = files[2];
  const row = file?.prepare("SELECT max(sequence) AS events FROM events WHERE group_id = 'g1'").get();
  const before = Number(row?.events);
  for (const [at, minutes] of [2880, 120, 1].entries()) {
    const event = `INSERT INTO events (group_id, sequence, type, at_ms, subject, data) VALUES ('g1', ?1, 'ari.changed', ?2, '/', '{}')`;
    file?.prepare(event).run(before + 1 + at, Date.now() - minutes * 60_000);
  }
  const webhook =
    "INSERT INTO webhooks (group_id, webhook_id, url, types, cursor, created_ms, changed_ms) VALUES ('g1', 'w1', '', '[]', ?1, 0, 0)";
  file?.prepare(webhook).run(before + 1);
  const told = await listShards(db);
  expect(told).toMatch(/^database 2 {2}\d+\.\d MiB \(\d\.\d % of 10 GB\) {2}changes in an hour 1, in a day 2 {2}groups 1$/m);
  expect(told).toContain(`events ${before + 3}  changes in an hour 1, in a day 2  webhooks behind 2`);
  file?.exec("UPDATE webhooks SET state = 'disabled', disabled_reason = 'asked'");
  expect(await listShards(db)).not.toContain("webhooks behind");
  expect(await listGroups(db)).toContain("g1-euro");
  expect((await homeOf(db, { hotel: "g1-yen" })).shard).toBe(2);
  expect((await homeOf(db, { id: "id-g1-key" })).shard).toBe(2);
});

it("cleans up every database", async () => {
  for (const file of files) file.exec("INSERT INTO log_in_failures (account_sha256, slice, tries) VALUES ('a', 1, 1)");
  const [first] = shards;
  const ctx = { db: first, shards, now: () => Date.now(), log: () => {} } as unknown as Ctx;
  expect(await cleanUp(ctx)).toMatchObject({ logInFailures: SHARDS });
});
