/** The export: docs/interface.md §6.6 and §6.7, §7. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database, PreparedStatement } from "../../src/host/database.ts";
import {
  SELECT_FIRST_OF_GROUP,
  SELECT_FIRST_OF_HOTEL,
  SELECT_PAGE_OF_GROUP,
  SELECT_PAGE_OF_HOTEL,
} from "../../src/ledger/rows/ledger-export.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { EXPORT_FIRST_PAGE_ROWS } from "../../src/ledger/limits.ts";
import { exportTransactions } from "../../src/ledger/export-transactions.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { streamExport } from "../../src/soap/stream-export.ts";
import { addGroup, addSession, exportAll, line, pagesOf, testCtx } from "../support/ledger.ts";

const ALWAYS = { fromMs: -8e15, untilMs: 8e15 };
const LINES = 5000;

let ofGroup: string;
let ofHotel: string;
let ofOther: string;

beforeAll(async () => {
  await addGroup("g1", ["h1", "h2"]);
  await addGroup("g2", ["h3"]);
  [ofGroup, ofHotel, ofOther] = await Promise.all([addSession("g1", "g1"), addSession("g1", "h1"), addSession("g2", "g2")]);
  const documents = Array.from({ length: LINES / 5 }, (_, at) => ({
    lines: [1, 2, 3, 4, 5].map((part) => line({ siteId: at % 2 ? "h1" : "h2", saleCode: `S${part}`, transactionReference: `R${at}` })),
  }));
  await post("g1", documents, 1000);
  await post("g2", [{ lines: [line({ siteId: "h3" })] }], 1000);
});

async function post(groupId: string, documents: { lines: ReturnType<typeof line>[] }[], nowMs: number): Promise<void> {
  await env.DB.batch(bindAll(env.DB, postingStatements(groupId, documents, nowMs)) as D1PreparedStatement[]);
}

/** D1, with the pages' reads counted and failing from the `failFrom`th on. */
function watched(failFrom = Number.POSITIVE_INFINITY): Database & { pagesRead: number } {
  const database = {
    pagesRead: 0,
    prepare: (sql: string) => watch(env.DB.prepare(sql)),
    batch: <T>(statements: PreparedStatement[]) => env.DB.batch<T>(statements as D1PreparedStatement[]),
  };
  const watch = (statement: PreparedStatement): PreparedStatement => {
    const [bind, raw] = [statement.bind.bind(statement), statement.raw.bind(statement)];
    return Object.assign(statement, {
      bind: (...values: Parameters<PreparedStatement["bind"]>) => watch(bind(...values)),
      async raw<T extends unknown[]>(): Promise<T[]> {
        database.pagesRead += 1;
        if (database.pagesRead >= failFrom) throw new Error("D1_ERROR: Network connection lost");
        return raw<T>();
      },
    });
  };
  return database;
}

describe("who sees what", () => {
  it("is every hotel of the group for a group's operator", async () => {
    const all = await exportAll(testCtx(), { sessionId: ofGroup, ...ALWAYS });
    expect(all).toHaveLength(LINES);
    expect(new Set(all.map((one) => one.siteId))).toEqual(new Set(["h1", "h2"]));
  });

  it("is the own hotel for a hotel's operator", async () => {
    const all = await exportAll(testCtx(), { sessionId: ofHotel, ...ALWAYS });
    expect(all).toHaveLength(LINES / 2);
    expect(new Set(all.map((one) => one.siteId))).toEqual(new Set(["h1"]));
  });

  it("is nothing of another group", async () => {
    expect((await exportAll(testCtx(), { sessionId: ofOther, ...ALWAYS })).map((one) => one.siteId)).toEqual(["h3"]);
  });

  it("is nothing without a live operator's session", async () => {
    const expired = await addSession("g1", "g1", { expiresMs: Date.now() - 1 });
    const user = await addSession("g1", "g1", { kind: "user" });
    const revoked = await addSession("g1", "g1");
    await env.DB.prepare("UPDATE tokens SET revoked_ms = 0 WHERE token_sha256 = ?1").bind(sha256Hex(revoked)).run();
    for (const sessionId of ["", "unknown", "x".repeat(10_000), expired, user, revoked]) {
      expect(await exportTransactions(testCtx(), { sessionId, ...ALWAYS })).toEqual({
        ok: false,
        failure: { code: "unauthorized", reason: "invalid_token" },
      });
    }
  });
});

describe("the pages", () => {
  for (const [first, next] of [
    [1, 1],
    [3, 7],
    [5, 5],
    [LINES, LINES],
    [LINES - 1, 1],
  ] as const) {
    it(`of ${first} and ${next} rows keep the lines of a document together and in order`, async () => {
      await addGroup(`p${first}-${next}`, [`q${first}-${next}`]);
      const sessionId = await addSession(`p${first}-${next}`, `p${first}-${next}`);
      const lines = [1, 2, 3, 4, 5].map((part) => line({ siteId: `q${first}-${next}`, saleCode: `S${part}` }));
      await post(`p${first}-${next}`, [{ lines }, { lines: lines.slice(0, 1) }, { lines }], 5);
      const all = await exportAll(testCtx(), { sessionId, ...ALWAYS }, pagesOf({ first, next }));
      const order = all.map((one) => `${one.modifiedKey}:${one.saleCode}`).join(" ");
      expect(order).toBe("1:S1 1:S2 1:S3 1:S4 1:S5 2:S1 3:S1 3:S2 3:S3 3:S4 3:S5");
    });
  }

  it("is whole where the size of pages changes while it runs, as other exports come and go", async () => {
    let asked = 0;
    const sizes = (page: number) => ({ rows: page === 0 ? 7 : [50, 3000, 20][(asked += 1) % 3]!, textOctets: null });
    expect(await exportAll(testCtx(), { sessionId: ofGroup, ...ALWAYS }, sizes)).toHaveLength(LINES);
  });

  it("come without a sort or a scan, from the clustered key or from the index by hotel", async () => {
    const plan = async (sql: string, parameters: number): Promise<string> => {
      const rows = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...Array.from({ length: parameters }, () => 1))
        .all<{ detail: string }>();
      return rows.results.map((row) => row.detail).join("; ");
    };
    const byGroup = "SEARCH ledger_lines USING PRIMARY KEY (group_id=? AND ";
    const byHotel = "SEARCH ledger_lines USING INDEX ledger_lines_by_site (group_id=? AND site_id=? AND ";
    const plans = await Promise.all([
      plan(SELECT_FIRST_OF_GROUP, 5),
      plan(SELECT_PAGE_OF_GROUP, 8),
      plan(SELECT_FIRST_OF_HOTEL, 5),
      plan(SELECT_PAGE_OF_HOTEL, 9),
    ]);
    for (const one of plans.slice(0, 2)) expect(one).toContain(byGroup);
    for (const one of plans.slice(2)) expect(one).toContain(byHotel);
    for (const one of plans) expect(one).not.toMatch(/SCAN (?!\(subquery)|TEMP B-TREE/);
  });

  it("end at the newest document of the export's start", async () => {
    const result = await exportTransactions(testCtx(), { sessionId: ofOther, ...ALWAYS }, pagesOf({ first: 1, next: 1 }));
    await post("g2", [{ lines: [line({ siteId: "h3" })] }], 1000);
    if (!result.ok) throw new Error(result.failure.code);
    const keys: number[] = [];
    for await (const page of result.value) keys.push(...page.map((one) => one.modifiedKey));
    expect(keys).toEqual([1]);
  });
});

describe("an export that fails", () => {
  it("is overloaded where the database cannot start it", async () => {
    const failing: Database = {
      prepare: (sql) => env.DB.prepare(sql),
      batch: () => Promise.reject(new Error("D1_ERROR: D1 DB is overloaded.")),
    };
    expect(await exportTransactions(testCtx(failing), { sessionId: ofGroup, ...ALWAYS })).toMatchObject({
      ok: false,
      failure: { code: "overloaded" },
    });
  });

  it("leaves the document unclosed and tells how far it came", async () => {
    const result = await exportTransactions(testCtx(watched(2)), { sessionId: ofGroup, ...ALWAYS });
    if (!result.ok) throw new Error(result.failure.code);
    const failures: [string, number][] = [];
    const stream = streamExport("<r>", result.value, "</r>", (error, written) => failures.push([String(error), written]));
    let text = "";
    const read = async (): Promise<void> => {
      for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
    };
    await expect(read()).rejects.toThrow("Network connection lost");
    expect(text.startsWith("<r><FinancialExportTransaction>")).toBe(true);
    expect(text).not.toContain("</r>");
    const written = text.split("</FinancialExportTransaction>").length - 1;
    expect(failures).toEqual([["Error: D1_ERROR: Network connection lost", written]]);
    expect(written).toBeGreaterThan(EXPORT_FIRST_PAGE_ROWS);
  });
});

describe("an export whose client goes away", () => {
  it("reads no more", async () => {
    const db = watched();
    const result = await exportTransactions(testCtx(db), { sessionId: ofGroup, ...ALWAYS }, pagesOf({ first: 10, next: 100 }));
    if (!result.ok) throw new Error(result.failure.code);
    const reader = streamExport("<r>", result.value, "</r>", () => {}).getReader();
    await reader.read();
    await reader.cancel();
    const { pagesRead } = db;
    expect(pagesRead).toBeLessThan(10);
    await scheduler.wait(50);
    expect(db.pagesRead).toBe(pagesRead);
  });

  it("is not read ahead of by more than a chunk and a page", async () => {
    const db = watched();
    const result = await exportTransactions(testCtx(db), { sessionId: ofGroup, ...ALWAYS }, pagesOf({ first: 10, next: 100 }));
    if (!result.ok) throw new Error(result.failure.code);
    const stream = streamExport("<r>", result.value, "</r>", () => {});
    await scheduler.wait(100);
    // 64 KiB are some 80 transactions.
    expect(db.pagesRead).toBeLessThanOrEqual(3);
    await stream.cancel();
  });
});
