/**
 * The database adapter of the Node and Deno hosts against a real D1: the same calls on both, the same answers, the same
 * errors in the same words.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Miniflare, convertV4MiniflareOptions } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type PreparedStatement, isTransient, refusedConstraint } from "../../src/host/database.ts";
import { sqliteDatabase } from "../../src/host/runtime/sqlite-database.ts";
import { openSqliteFile } from "../../src/host/runtime/sqlite-file.ts";

const folder = mkdtempSync(join(tmpdir(), "tabard-database-"));
const file = join(folder, "tabard.sqlite");
const miniflare = new Miniflare(
  convertV4MiniflareOptions({ modules: true, script: "export default {}", compatibilityDate: "2026-10-01", d1Databases: ["DB"] }),
);
const sqlite = openSqliteFile(file);
let d1: Database;
let ours: Database;

const SCHEMA = [
  `CREATE TABLE room (id INTEGER PRIMARY KEY, name TEXT UNIQUE, sold INTEGER, price REAL, CONSTRAINT room_not_oversold CHECK (sold <= 2)) STRICT`,
  `CREATE TABLE night (id INTEGER PRIMARY KEY, room_id INTEGER NOT NULL REFERENCES room (id)) STRICT`,
  `CREATE TRIGGER room_not_deleted BEFORE DELETE ON room BEGIN SELECT RAISE(ABORT, 'ledger_is_append_only'); END`,
];

beforeAll(async () => {
  d1 = await miniflare.getD1Database("DB");
  ours = sqliteDatabase(sqlite);
  for (const db of [d1, ours]) await db.batch(SCHEMA.map((sql) => db.prepare(sql)));
});

afterAll(async () => {
  sqlite.close();
  rmSync(folder, { recursive: true });
  await miniflare.dispose();
});

/** What a call gave, or the message it failed with. `rows_read` and the like are D1's alone. */
async function outcome(db: Database, call: (db: Database) => Promise<unknown>): Promise<unknown> {
  const onlyChanges = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(onlyChanges);
    if (typeof value !== "object" || value === null || !("meta" in value)) return value;
    const { meta, results } = value as { meta: { changes: number }; results?: unknown };
    return { changes: meta.changes, results: results ?? [] };
  };
  try {
    return onlyChanges(await call(db));
  } catch (error) {
    // D1 adds where in the text an error is.
    return (error as Error).message.replace(/ at offset \d+/, "");
  }
}

async function expectAlike(call: (db: Database) => Promise<unknown>): Promise<unknown> {
  const theirs = await outcome(d1, call);
  expect(await outcome(ours, call)).toEqual(theirs);
  return theirs;
}

const insertRoom = (db: Database, id: number, name: string | null, sold: number): PreparedStatement =>
  db.prepare("INSERT INTO room (id, name, sold, price) VALUES (?1, ?2, ?3, 1.5)").bind(id, name, sold);

describe("the SQLite adapter answers as D1", () => {
  it("when a value is bound, whatever its type and however often it is used", async () => {
    const sql = "SELECT ?1 AS a, ?2 AS b, ?1 AS again, typeof(?1) AS type, ?1 / 2 AS half, 'x' || ?1 AS text";
    for (const value of [5, -5, 0.1, 5_000_000_000, 9_007_199_254_740_991, "5", "", "ä🛏\n", null]) {
      await expectAlike((db) => db.prepare(sql).bind(value, "b").first());
    }
  });

  it("when rows are read one by one, all together or as arrays, there being none too", async () => {
    await expectAlike((db) => insertRoom(db, 1, "Eins", 1).run());
    await expectAlike((db) => insertRoom(db, 2, null, 0).run());
    for (const where of ["id > 0", "id > 1", "id > 9"]) {
      const sql = `SELECT id, name, sold, price, NULL AS nothing FROM room WHERE ${where} ORDER BY id`;
      await expectAlike((db) => db.prepare(sql).first());
      await expectAlike((db) => db.prepare(sql).all());
      await expectAlike((db) => db.prepare(sql).raw());
      // A statement that has been read as arrays reads as objects again.
      await expectAlike((db) => db.prepare(sql).all());
    }
  });

  it("when statements write, return what they wrote, or change nothing", async () => {
    await expectAlike((db) => db.prepare("UPDATE room SET sold = sold + 1 WHERE id = ?1").bind(2).run());
    await expectAlike((db) => db.prepare("UPDATE room SET sold = 0 WHERE id = 99").run());
    await expectAlike((db) => db.prepare("UPDATE room SET sold = 1 RETURNING id, sold").all());
    await expectAlike((db) =>
      db.batch([
        insertRoom(db, 3, "Drei", 0),
        db.prepare("INSERT INTO night (room_id) VALUES (?1) RETURNING id").bind(3),
        db.prepare("SELECT count(*) AS n FROM room"),
        db.prepare("UPDATE room SET price = 2"),
      ]),
    );
    await expectAlike((db) => db.batch([db.prepare("SELECT 1 AS one"), db.prepare("SELECT 2 AS two WHERE 0")]));
  });

  it("when a constraint refuses, in the words by which host/database.ts knows it", async () => {
    const refusals: [string, (db: Database) => Promise<unknown>][] = [
      ["CHECK constraint failed: room_not_oversold", (db) => insertRoom(db, 10, "Zehn", 3).run()],
      ["UNIQUE constraint failed: room.name", (db) => insertRoom(db, 10, "Eins", 0).run()],
      ["UNIQUE constraint failed: room.id", (db) => insertRoom(db, 1, "Zehn", 0).run()],
      ["FOREIGN KEY constraint failed", (db) => db.prepare("INSERT INTO night (room_id) VALUES (99)").run()],
      ["NOT NULL constraint failed: night.room_id", (db) => db.prepare("INSERT INTO night (room_id) VALUES (NULL)").run()],
      ["ledger_is_append_only", (db) => db.prepare("DELETE FROM room").run()],
    ];
    for (const [constraint, call] of refusals) {
      const message = await expectAlike(call);
      expect(message).toContain(constraint);
      expect(refusedConstraint(new Error(String(message)))).toContain(constraint);
    }
    await expectAlike((db) => db.prepare("INSERT INTO room (id, sold) VALUES (11, 'many')").run());
  });

  it("when a batch fails at its end: all of it is undone", async () => {
    await expectAlike((db) => db.batch([insertRoom(db, 20, "Zwanzig", 0), insertRoom(db, 21, "Einundzwanzig", 3)]));
    expect(await expectAlike((db) => db.prepare("SELECT count(*) AS n FROM room WHERE id >= 20").first())).toEqual({ n: 0 });
  });

  it("when a statement is wrong or has too few or too many values", async () => {
    await expectAlike((db) => db.prepare("SELECT nothing").all());
    await expectAlike((db) => db.prepare("SELECT ?1, ?2").bind(1).all());
    await expectAlike((db) => db.prepare("SELECT ?1").bind(1, 2).all());
    await expectAlike((db) => db.prepare("SELECT ?1").first());
  });
});

describe("the SQLite adapter beside another process", () => {
  const locked = () => {
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    return other;
  };

  it("waits for that one's write while reads go on, then writes", async () => {
    const other = locked();
    const events: string[] = [];
    const writes = [
      insertRoom(ours, 30, "Dreißig", 0)
        .run()
        .then(() => events.push("written")),
      ours.batch([insertRoom(ours, 31, "Einunddreißig", 0)]).then(() => events.push("written")),
    ];
    expect(await ours.prepare("SELECT count(*) AS n FROM room WHERE id >= 30").first()).toEqual({ n: 0 });
    events.push("read");
    other.exec("COMMIT");
    await Promise.all(writes);
    other.close();
    expect(events).toEqual(["read", "written", "written"]);
    expect(await ours.prepare("SELECT count(*) AS n FROM room WHERE id >= 30").first()).toEqual({ n: 2 });
  });

  it("says of a lock that does not go away what D1 says: try again", async () => {
    const other = locked();
    const impatient = sqliteDatabase(sqlite, 50);
    const error: unknown = await insertRoom(impatient, 40, "Vierzig", 0)
      .run()
      .catch((caught: unknown) => caught);
    other.close();
    expect(isTransient(error)).toBe(true);
  });
});
