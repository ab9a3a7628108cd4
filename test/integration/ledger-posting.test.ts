/** Posting to the ledger: docs/interface.md §7. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { LINE_COLUMNS } from "../../src/ledger/rows/ledger-posting.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { addGroup, line } from "../support/ledger.ts";

const post = (documents: { lines: ReturnType<typeof line>[] }[], nowMs: number, groupId = "g1") =>
  env.DB.batch(bindAll(env.DB, postingStatements(groupId, documents, nowMs)) as D1PreparedStatement[]);

interface DocumentRow {
  modified_key: number;
  modified_ms: number;
  line_count: number;
}

async function documents(groupId = "g1"): Promise<DocumentRow[]> {
  const sql = "SELECT modified_key, modified_ms, line_count FROM ledger_documents WHERE group_id = ?1 ORDER BY modified_key";
  return (await env.DB.prepare(sql).bind(groupId).all<DocumentRow>()).results;
}

beforeAll(async () => {
  await addGroup("g1", ["h1"]);
  await addGroup("g2", ["h2"]);
});

describe("posting", () => {
  it("numbers documents from 1 without gaps, several in one batch, and never lets the date fall", async () => {
    await post([{ lines: [line(), line({ saleCode: "MEAL" })] }, { lines: [line()] }], 5000);
    await post([{ lines: [line()] }], 4000);
    await post([{ lines: [line()] }], 6000);
    expect(await documents()).toEqual([
      { modified_key: 1, modified_ms: 5000, line_count: 2 },
      { modified_key: 2, modified_ms: 5000, line_count: 1 },
      { modified_key: 3, modified_ms: 5000, line_count: 1 },
      { modified_key: 4, modified_ms: 6000, line_count: 1 },
    ]);
    const lines = await env.DB.prepare("SELECT modified_key, line, sale_code, second_reference, description FROM ledger_lines").all();
    expect(lines.results.slice(0, 2)).toEqual([
      { modified_key: 1, line: 1, sale_code: "ACCOM", second_reference: null, description: "Stay\nof two nights" },
      { modified_key: 1, line: 2, sale_code: "MEAL", second_reference: null, description: "Stay\nof two nights" },
    ]);
  });

  it("counts every group for itself", async () => {
    await post([{ lines: [line({ siteId: "h2" })] }], 1, "g2");
    expect(await documents("g2")).toEqual([{ modified_key: 1, modified_ms: 1, line_count: 1 }]);
  });

  it("stores nothing of a batch that fails", async () => {
    const before = await documents();
    const statements = bindAll(env.DB, postingStatements("g1", [{ lines: [line()] }], 9000)) as D1PreparedStatement[];
    await expect(env.DB.batch([...statements, env.DB.prepare("INSERT INTO sites VALUES ('h1', 'g1', 'hotel')")])).rejects.toThrow(/UNIQUE/);
    expect(await documents()).toEqual(before);
  });

  it("refuses a line at another group's site", async () => {
    await expect(post([{ lines: [line({ siteId: "h2" })] }], 9000)).rejects.toThrow(/ledger_lines_of_document/);
  });

  it("refuses a line that breaks a rule before it asks the database", () => {
    expect(() => postingStatements("g1", [{ lines: [line({ tax: 60_001 })] }], 0)).toThrow("gross is not NettValue + TaxValue");
    expect(() => postingStatements("g1", [{ lines: [] }], 0)).toThrow(RangeError);
    expect(postingStatements("g1", [], 0)).toEqual([]);
  });
});

describe("the ledger's tables", () => {
  const refused: Record<string, string> = {
    "an update of a line": "UPDATE ledger_lines SET gross = 1, nett = 1, tax = 0",
    "an update of a line's key": "UPDATE ledger_lines SET line = 7 WHERE modified_key = 2",
    "an update or replace of a line's key": "UPDATE OR REPLACE ledger_lines SET line = 1 WHERE modified_key = 1 AND line = 2",
    "a delete of a line": "DELETE FROM ledger_lines WHERE modified_key = 1",
    "a delete of all lines": "DELETE FROM ledger_lines",
    "an update of a document": "UPDATE ledger_documents SET modified_ms = 9",
    "an update of a document's key": "UPDATE ledger_documents SET modified_key = 99 WHERE modified_key = 4",
    "a delete of a document": "DELETE FROM ledger_documents WHERE group_id = 'g2'",
    "a replaced line": "INSERT OR REPLACE INTO ledger_lines SELECT * FROM ledger_lines WHERE modified_key = 1",
    "a line ignored": "INSERT OR IGNORE INTO ledger_lines SELECT * FROM ledger_lines WHERE modified_key = 1",
    "a line updated by upsert":
      "INSERT INTO ledger_lines SELECT * FROM ledger_lines WHERE modified_key = 1 ON CONFLICT DO UPDATE SET sale_code = 'X'",
    "a replaced document": "INSERT OR REPLACE INTO ledger_documents SELECT * FROM ledger_documents WHERE modified_key = 4",
    "a gap in the keys": "INSERT INTO ledger_documents VALUES ('g1', 6, 9000, 1)",
    "a key before the last": "INSERT INTO ledger_documents VALUES ('g1', 0, 9000, 1, 'h1', 'Invoice', 'R1', 'R1-1', NULL)",
    "a date that falls": "INSERT INTO ledger_documents VALUES ('g1', 5, 5999, 1, 'h1', 'Invoice', 'R1', 'R1-1', NULL)",
    "a document of no lines": "INSERT INTO ledger_documents VALUES ('g1', 5, 9000, 0, 'h1', 'Invoice', 'R1', 'R1-1', NULL)",
    "one more line than the document announced": `INSERT INTO ledger_lines
      SELECT group_id, modified_ms, modified_key, 3, ${LINE_COLUMNS.join(", ")} FROM ledger_lines WHERE modified_key = 1 AND line = 1`,
    "dropping the rows by their group": "DELETE FROM groups WHERE group_id = 'g2'",
  };
  for (const [what, sql] of Object.entries(refused)) {
    it(`refuse ${what}`, async () => {
      const state = async () => [await documents(), (await env.DB.prepare("SELECT * FROM ledger_lines").all()).results];
      const before = await state();
      await expect(env.DB.prepare(sql).run()).rejects.toThrow(/ledger_|constraint failed/);
      expect(await state()).toEqual(before);
    });
  }
});
