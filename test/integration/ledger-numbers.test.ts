/** Numbers, refunds and what is never taken back twice, as the database itself holds them: docs/interface.md §7, §11, §12. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import type { LedgerDocument, LedgerLine } from "../../src/ledger/rules/ledger-document.ts";
import { addGroup, line } from "../support/ledger.ts";

const post = (documents: readonly LedgerDocument[], groupId = "g1") =>
  env.DB.batch(bindAll(env.DB, postingStatements(groupId, documents, Date.now())) as D1PreparedStatement[]);

const money = (gross: number): Partial<LedgerLine> => ({ gross, nett: gross, tax: 0 });

const invoice = (change: Partial<LedgerLine> = {}): LedgerDocument => ({ lines: [line(change)], numbering: "site" });

const creditOf = (urn: string, change: Partial<LedgerLine>): LedgerDocument => ({
  lines: [line({ transactionType: "CreditNote", secondReference: urn, ...change })],
  numbering: "site",
});

const payment = (change: Partial<LedgerLine>): LedgerDocument => ({
  lines: [line({ transactionType: "Payment", saleCode: "", payCode: "CARD", ...change })],
  numbering: "account",
});

async function references(reference: string): Promise<string[]> {
  const rows = await env.DB.prepare(
    "SELECT unique_reference_number AS urn FROM ledger_documents WHERE group_id = 'g1' AND transaction_reference = ?1 ORDER BY modified_key",
  )
    .bind(reference)
    .all<{ urn: string }>();
  return rows.results.map(({ urn }) => urn);
}

beforeAll(async () => {
  await addGroup("g1", ["h1", "h2"]);
  await addGroup("g2", ["h3"]);
});

describe("numbers", () => {
  it("of invoices and credit notes rise by one at their site, of other documents within their account", async () => {
    const on = (transactionReference: string) => ({ transactionReference });
    await post([payment(on("A1")), invoice(on("A1")), invoice({ ...on("A2"), siteId: "h2" }), payment(on("A1")), invoice(on("A1"))]);
    await post([creditOf("h1-I-000001", on("A1")), payment(on("A1"))]);
    expect(await references("A1")).toEqual(["A1-1", "h1-I-000001", "A1-3", "h1-I-000002", "h1-C-000001", "A1-6"]);
    expect(await references("A2")).toEqual(["h2-I-000001"]);
  });

  it("have no gap where a batch fails, and stay whole under concurrency", async () => {
    const failing = bindAll(env.DB, postingStatements("g1", [invoice({ transactionReference: "A3" })], 0)) as D1PreparedStatement[];
    await expect(env.DB.batch([...failing, env.DB.prepare("INSERT INTO sites VALUES ('h1', 'g1', 'hotel')")])).rejects.toThrow(/UNIQUE/);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        post([invoice({ transactionReference: `C${at % 3}` }), invoice({ siteId: "h2", transactionReference: "C" })]),
      ),
    );
    for (const siteId of ["h1", "h2"]) {
      const rows = await env.DB.prepare(
        "SELECT number FROM ledger_documents WHERE site_id = ?1 AND transaction_type = 'Invoice' ORDER BY modified_key",
      )
        .bind(siteId)
        .all<{ number: number }>();
      expect(rows.results.map(({ number }) => number)).toEqual(rows.results.map((_, at) => at + 1));
    }
  });

  it("are refused by the database where they are not the next, or not what the reference says", async () => {
    const insert = (urn: string, number: number) =>
      env.DB.prepare("INSERT INTO ledger_documents VALUES ('g2', 1, 0, 1, 'h3', 'Invoice', 'R', ?1, ?2)").bind(urn, number).run();
    await expect(insert("h3-I-000002", 2)).rejects.toThrow("ledger_numbers_in_order");
    await expect(insert("h3-I-000002", 1)).rejects.toThrow("CHECK");
  });
});

describe("a credit note", () => {
  it("never takes back more than its invoice holds under a sale code, whoever else takes back at once", async () => {
    const lines = [
      line({ transactionReference: "D1", ...money(100) }),
      line({ transactionReference: "D1", saleCode: "MEAL", ...money(50) }),
    ];
    await post([{ lines, numbering: "site" }]);
    const [urn = ""] = await references("D1");
    const credit = (saleCode: string, gross: number) => post([creditOf(urn, { transactionReference: "D1", saleCode, ...money(gross) })]);
    const tried = await Promise.allSettled(Array.from({ length: 12 }, () => credit("ACCOM", 30)));
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const one of tried) if (one.status === "rejected") expect(String(one.reason)).toContain("ledger_exceeds_invoice");
    await expect(credit("ACCOM", 11)).rejects.toThrow("ledger_exceeds_invoice");
    await credit("ACCOM", 10);
    await expect(credit("MEAL", 51)).rejects.toThrow("ledger_exceeds_invoice");
    await expect(credit("SPA", 1)).rejects.toThrow("ledger_exceeds_invoice");
    await credit("MEAL", 50);
  });
});

describe("a refund", () => {
  it("is a Payment with negative values, and never more than its payment still holds", async () => {
    await post([payment({ transactionReference: "E1", ...money(100) })]);
    const refund = (gross: number) => post([payment({ transactionReference: "E1", secondReference: "E1-1", ...money(-gross) })]);
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => refund(30)));
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(refund(11)).rejects.toThrow("ledger_exceeds_payment");
    await refund(10);
    await expect(refund(1)).rejects.toThrow("ledger_exceeds_payment");
  });

  it("alone may be negative", async () => {
    for (const transactionType of ["Invoice", "CreditNote", "Proforma"] as const) {
      expect(() => postingStatements("g1", [{ lines: [line({ transactionType, ...money(-1) })] }], 0)).toThrow("gross is not a positive");
    }
    const document = env.DB.prepare("INSERT INTO ledger_documents VALUES ('g2', 1, 0, 1, 'h3', 'Invoice', 'R', 'R-1', NULL)");
    const negative = env.DB.prepare(
      `INSERT INTO ledger_lines VALUES ('g2', 0, 1, 1, 'h3', 'Invoice', '', 1, 'R', 'R-1', NULL, '', 0, 0, 0, -1, -1, 0, '', '', '', '', 0, 0, 0)`,
    );
    await expect(env.DB.batch([document, negative])).rejects.toThrow("ledger_line_has_a_side");
  });
});

describe("every document", () => {
  it("tells its event, with the key that the batch gave it", async () => {
    await post([invoice({ transactionReference: "F 1" }), payment({ transactionReference: "F 1" })]);
    const { results } = await env.DB.prepare(
      "SELECT type, subject, hotel_id, data FROM events WHERE group_id = 'g1' ORDER BY sequence DESC LIMIT 2",
    ).all();
    const keys = await env.DB.prepare("SELECT max(modified_key) AS newest FROM ledger_documents WHERE group_id = 'g1'").first<{
      newest: number;
    }>();
    const [second, first] = results;
    expect(first).toMatchObject({ type: "document.posted", subject: "/accounts/g1/F%201", hotel_id: "h1" });
    const data = { transactionType: "Invoice", hotelId: "h1", transactionReference: "F 1" };
    expect(JSON.parse(String(first?.data))).toEqual({ ...data, modifiedKey: (keys?.newest ?? 0) - 1 });
    expect(JSON.parse(String(second?.data))).toEqual({ ...data, transactionType: "Payment", modifiedKey: keys?.newest });
  });
});
