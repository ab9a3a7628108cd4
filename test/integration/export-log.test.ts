/** An export that breaks off is logged with how far it came: whoever is asked about it can tell (docs/interface.md §6.7). */
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { SELECT_PAGE_OF_GROUP } from "../../src/ledger/rows/ledger-export.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import type { Database, PreparedStatement } from "../../src/host/database.ts";
import { ask, platform } from "../support/in-worker.ts";
import { addGroup, addSession, line } from "../support/ledger.ts";

/** More than the first page holds, which is read with the session. */
const DOCUMENTS = 150;

it("names the transactions that had been written, and the document stays unclosed", async () => {
  await addGroup("g1", ["h1"]);
  const session = await addSession("g1", "g1");
  const documents = Array.from({ length: DOCUMENTS }, () => ({ lines: [line()] }));
  await env.DB.batch(bindAll(env.DB, postingStatements("g1", documents, Date.now())) as D1PreparedStatement[]);
  const gone = (): Promise<never> => Promise.reject(new Error("gone"));
  const unreadable: PreparedStatement = { bind: () => unreadable, first: gone, all: gone, raw: gone, run: gone };
  const broken: Database = {
    prepare: (sql) => (sql === SELECT_PAGE_OF_GROUP ? unreadable : env.DB.prepare(sql)),
    batch: (statements) => env.DB.batch(statements as D1PreparedStatement[]),
  };
  const log = vi.spyOn(console, "log");
  const body =
    `<cim_FinancialExportReportV2 xmlns="urn:tabard:financial-export"><sessionId>${session}</sessionId>` +
    "<beforeTimestamp>2999-01-01T00:00:00</beforeTimestamp><afterTimestamp>2000-01-01T00:00:00</afterTimestamp></cim_FinancialExportReportV2>";
  const answer = await ask(platform({ db: broken }), "/soap", { method: "POST", headers: { "Content-Type": "text/xml" }, body });
  await expect(answer.text()).rejects.toThrow();
  const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as { event: string; transactionsWritten?: number });
  const failed = lines.find(({ event }) => event === "export_failed");
  expect(failed?.transactionsWritten).toBeGreaterThan(0);
  expect(failed?.transactionsWritten).toBeLessThan(DOCUMENTS);
});
