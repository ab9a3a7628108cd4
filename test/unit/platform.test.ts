/** The stand-in of the platform's API refuses what the platform refuses; or tests against it would prove nothing. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PlatformDatabase } from "../../harness/platform/platform-database.ts";
import { splitStatements } from "../../harness/platform/split-statements.ts";

let folder: string;
let db: PlatformDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tabard-platform-"));
  db = new PlatformDatabase(join(folder, "one.sqlite"));
  db.query("CREATE TABLE things (id INTEGER PRIMARY KEY, word TEXT CHECK (word <> 'no'))");
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

const words = (): unknown[] => db.rows("SELECT word FROM things ORDER BY id").map(({ word }) => word);

describe("the stand-in", () => {
  it.each([
    ["a statement of more than 100,000 bytes", `SELECT '${"é".repeat(50_000)}'`, "statement too long: SQLITE_TOOBIG"],
    ["short statements that are as long together", "SELECT 1;\n".repeat(10_001), "statement too long: SQLITE_TOOBIG"],
    ["a value of more than 2 MB", "SELECT hex(zeroblob(1000001))", "string or blob too big: SQLITE_TOOBIG"],
    ["more than 100 parameters", "SELECT ?101", "variable number must be between ?1 and ?100: SQLITE_ERROR"],
    ["transactions", "BEGIN", "not authorized: SQLITE_AUTH"],
    ["savepoints", "SAVEPOINT here", "not authorized: SQLITE_AUTH"],
    ["other files", "ATTACH 'x' AS y", /not authorized|too many attached/],
    ["pragmas", "PRAGMA journal_mode", "not authorized: SQLITE_AUTH"],
    ["the functions behind them", "SELECT * FROM pragma_page_count()", "not authorized: SQLITE_AUTH"],
    ["what tells of the build", "SELECT sqlite_version()", /^not authorized/],
    ["tables that nobody else sees", "CREATE TEMP TABLE mine (a)", "not authorized: SQLITE_AUTH"],
    ["more than five SELECTs in one", Array(6).fill("SELECT 1").join(" UNION "), /too many terms/],
    ["what a constraint refuses", "INSERT INTO things VALUES (1, 'no')", "CHECK constraint failed: word <> 'no': SQLITE_CONSTRAINT"],
    ["a trigger on several lines", "CREATE TRIGGER t AFTER INSERT ON things BEGIN\nSELECT 1; END;", "incomplete input: SQLITE_ERROR"],
    ["a trigger in lower case", "create trigger t after insert on things begin select 1; end;", "incomplete input: SQLITE_ERROR"],
  ])("refuses %s", (_what, sql, message) => {
    expect(() => db.query(sql)).toThrow(message);
  });

  it("does all of a text or nothing, and of a file of any length", () => {
    expect(() => db.query("INSERT INTO things VALUES (1, 'a'); INSERT INTO things VALUES (2, 'no')")).toThrow("CHECK");
    expect(words()).toEqual([]);
    const file = Array.from({ length: 30 }, (_, at) => `INSERT INTO things VALUES (${at}, '${"w".repeat(9_000)};--')`);
    expect(() => db.import([...file, "INSERT INTO things VALUES (99, 'no')"].join(";\n"))).toThrow("CHECK");
    expect(words()).toEqual([]);
    expect(db.import(file.join(";\n"))).toBe(30);
    expect(words()).toHaveLength(30);
    expect(() => db.import(`SELECT '${"w".repeat(100_000)}'`)).toThrow("SQLITE_TOOBIG");
  });

  it("cuts the schema into its statements", () => {
    const statements = splitStatements(readFileSync("schema.sql", "utf8"));
    const made = statements.filter((statement) => /^(--[^\n]*\s*)*CREATE /.test(statement));
    expect(made.length).toBe(readFileSync("schema.sql", "utf8").match(/^CREATE /gm)?.length);
  });
});
