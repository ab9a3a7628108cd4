/** schema.sql is the readable sum of the migrations: a database made from either is the same. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";

interface Entry {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

function schemaOf(scripts: readonly string[]): Entry[] {
  const db = new DatabaseSync(":memory:");
  for (const script of scripts) db.exec(script);
  const entries = db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").all() as unknown as Entry[];
  db.close();
  return entries.map(({ type, name, tbl_name, sql }) => ({
    type,
    name,
    tbl_name,
    sql: sql && sql.replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, " "),
  }));
}

it("schema.sql makes the tables, indexes and triggers that the migrations make", () => {
  const migrations = readdirSync("migrations").sort();
  const wanted = schemaOf(migrations.map((name) => readFileSync(`migrations/${name}`, "utf8")));
  expect(wanted.length).toBeGreaterThan(20);
  expect(schemaOf([readFileSync("schema.sql", "utf8")])).toEqual(wanted);
});

/** SHA-256 of every migration of a release: databases have run them as they are (docs/decisions/0047-what-stays.md). */
const RELEASED: Readonly<Record<string, string>> = {
  "0001_initial.sql": "2f99b8390a57b43c58ff1a9f24825d4fab3ae7af62346f295eb6efbf818afedc",
};

it("no migration that was released is edited: what changes is a next one", () => {
  const now = Object.keys(RELEASED).map((name) => [
    name,
    createHash("sha256")
      .update(readFileSync(`migrations/${name}`))
      .digest("hex"),
  ]);
  expect(Object.fromEntries(now)).toEqual(RELEASED);
});
