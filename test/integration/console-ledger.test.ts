/** The console's ledger (docs/interface.md §20.2.7): sums against the lines themselves, documents by date, and the files. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { HOTEL_KEY_SCOPES } from "../../src/access/rules/principal.ts";
import { DAY_MS, formatDate, todayIn } from "../../src/base/calendar-date.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { type CodePart, sumByCode } from "../../src/ledger/rules/code-sums.ts";
import type { LedgerDocument, LedgerLine } from "../../src/ledger/rules/ledger-document.ts";
import { atDesk } from "../support/console.ts";
import { rowsOf, textOf } from "../support/read-page.ts";
import { ask, insertToken, platform } from "../support/in-worker.ts";
import { line } from "../support/ledger.ts";
import { hashOfExport } from "../support/period-hash.ts";
import { exportOf } from "../support/soap-messages.ts";
import { type GroupOfTest, addGroup, tokenOf } from "../support/two-groups.ts";

/** January 2020, the period of the group's early invoice. */
const EARLY_DAY = 18_270;
const ZONE = "Europe/Lisbon";

let group: GroupOfTest;
/** An operator's session that still lives in weeks. */
const desk = "mine-desk-for-long";
const today = (nowMs = Date.now()): number => todayIn(ZONE, nowMs);
const ledger = (query: string, nowMs = Date.now()): Promise<Response> =>
  atDesk(desk, `/console/ledger?hotel=${group.hotelId}${query}`, undefined, platform({ now: () => nowMs }));

/** An amount with a tax of a fifth of it. */
const worth = (gross: number) => ({ gross: gross * 10_000, tax: gross * 2_000, nett: gross * 8_000 });
const untaxed = (gross: number) => ({ gross: gross * 10_000, tax: 0, nett: gross * 10_000, saleCode: "", taxCode: "" });

beforeAll(async () => {
  group = await addGroup("mine");
  await insertToken(desk, "mine", { kind: "operator", subject: "DESK", scopes: HOTEL_KEY_SCOPES, expiresMs: Date.now() + 100 * DAY_MS });
  const of = (...changes: Partial<LedgerLine>[]): LedgerDocument => {
    const lines = changes.map((change) => line({ siteId: group.hotelId, transactionReference: "SUMS", ...change }));
    const isFirm = lines.every(({ transactionType, secondReference }) => transactionType !== "Proforma" && secondReference !== "S-4");
    return isFirm ? { lines, periodDay: EARLY_DAY } : { lines };
  };
  const documents = [
    of(
      { uniqueReferenceNumber: "S-1", saleCode: "A", taxCode: "X", ...worth(100) },
      { uniqueReferenceNumber: "S-1", saleCode: "B", taxCode: "Y", ...worth(40) },
    ),
    of({ uniqueReferenceNumber: "S-2", saleCode: "A", taxCode: "Y", ...worth(7) }),
    of({ uniqueReferenceNumber: "S-3", transactionType: "CreditNote", secondReference: "S-1", saleCode: "A", taxCode: "X", ...worth(30) }),
    of({ uniqueReferenceNumber: "S-4", transactionType: "Proforma", saleCode: "A", taxCode: "X", ...worth(1000) }),
    of({
      uniqueReferenceNumber: "S-5",
      transactionType: "CreditNote",
      secondReference: "S-4",
      saleCode: "A",
      taxCode: "X",
      ...worth(1000),
    }),
    of({ uniqueReferenceNumber: "S-6", transactionType: "Payment", payCode: "CARD", ...untaxed(90) }),
    of({ uniqueReferenceNumber: "S-7", transactionType: "Payment", secondReference: "S-6", payCode: "CARD", ...untaxed(-10) }),
  ];
  await env.DB.batch(bindAll(env.DB, postingStatements("mine", documents, Date.now())) as D1PreparedStatement[]);
});

describe("what lines come to by their codes", () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const code = fc.constantFrom("", "A", "B", "C");
  const part = fc.record({
    isPayment: fc.boolean(),
    saleCode: code,
    payCode: code,
    taxCode: code,
    gross: amount,
    nett: amount,
    tax: amount,
  });

  it("is each code's own lines, in its order, and together all of them", () => {
    const check = (parts: CodePart[]): void => {
      const sums = sumByCode(parts);
      for (const [kind, name, isPayment] of [["bySaleCode", "saleCode", false], ["byTaxCode", "taxCode", false], ["byPayCode", "payCode", true]] as const) {
        const own = parts.filter((one) => one.isPayment === isPayment);
        const codes = [...new Set(own.map((one) => one[name]))].sort();
        expect(sums[kind].map((one) => one.code)).toEqual(codes);
        for (const { code: of, ...sum } of sums[kind]) {
          const lines = own.filter((one) => one[name] === of);
          const total = (of: "gross" | "nett" | "tax") => lines.reduce((all, one) => all + one[of], 0);
          expect(sum).toEqual({ gross: total("gross"), nett: total("nett"), tax: total("tax") });
        }
      }
    }; // prettier-ignore
    fc.assert(fc.property(fc.array(part, { maxLength: 20 }), check));
  });
});

describe("/console/ledger", () => {
  const SUMS = [
    // The group's own invoice and payment of 106 besides.
    ["A", "€77", "€61.60", "€15.40"],
    ["ACCOM Accommodation", "€106", "€100", "€6"],
    ["B", "€40", "€32", "€8"],
    ["R6", "€106", "€100", "€6"],
    ["X", "€70", "€56", "€14"],
    ["Y", "€47", "€37.60", "€9.40"],
    ["(none)", "€106"],
    ["CARD", "€80"],
  ];
  const sumsOf = (page: string): string[][] =>
    rowsOf(page).flatMap(([name = "", bar, ...amounts]) => (SUMS.some(([own]) => own === name) && bar === "" ? [[name, ...amounts]] : []));

  it("sums revenue by sale code and tax code, and payments by pay code, as the days do", async () => {
    const page = await (await ledger("")).text();
    expect(sumsOf(page)).toEqual(SUMS);
    expect(textOf(page)).toContain("€223 revenue");
    expect(textOf(page)).toContain("€186 payments");
    expect(sumsOf(await (await ledger("", Date.now() + 40 * DAY_MS)).text())).toEqual([]);
  });

  it("sums a period's lines alone, whenever they were posted", async () => {
    const page = await (await atDesk(desk, `/console/ledger/periods/${group.hotelId}/202001`)).text();
    // The group's own payment stands in no period; revenue by tax code is a part of the statement itself.
    expect(sumsOf(page)).toEqual(SUMS.filter(([name = ""]) => !["(none)", "R6", "X", "Y"].includes(name)));
    expect(rowsOf(page)).toContainEqual(["Revenue under tax code X", "€70", "€56", "€14"]);
  });

  it("shows the documents of the days, of a type and of an account", async () => {
    const numbers = async (query: string, nowMs?: number): Promise<string[]> =>
      rowsOf(await (await ledger(query, nowMs)).text()).flatMap(([name = ""]) => / S-\d$/.exec(name)?.[0].trim() ?? []);
    const later = Date.now() + 40 * DAY_MS;
    const all = ["S-1", "S-2", "S-3", "S-4", "S-5", "S-6", "S-7"];
    expect(await numbers("")).toEqual(all);
    expect(await numbers("&reference=SUMS")).toEqual(all);
    expect(await numbers("&type=Payment&reference=SUMS")).toEqual(["S-6", "S-7"]);
    expect(await numbers("&reference=OTHER")).toEqual([]);
    const third = / href="\/console\/documents\/(\d+)">Credit note S-3</.exec(await (await ledger("")).text())?.[1] ?? "";
    for (const reference of ["", "&reference=SUMS"]) {
      expect(await numbers(`${reference}&after=${third}`)).toEqual(all.slice(3));
      expect(await numbers(reference, later)).toEqual([]);
      expect(await numbers(`${reference}&from=${formatDate(today() - 1)}&to=${formatDate(today() + 1)}`, later)).toEqual(all);
      expect(await numbers(`${reference}&from=${formatDate(today() - 9)}&to=${formatDate(today() - 1)}`, later)).toEqual([]);
    }
  });

  it("says what is wrong with days, shows the usual ones, and makes no file of them", async () => {
    for (const [query, fault] of [
      ["&from=2026-02-30", "From is no date"],
      ["&to=soon", "To is no date"],
      ["&from=2026-02-02&to=2026-02-01", "To lies before From"],
      ["&from=2020-01-01&to=2022-01-01", "at most 366 days"],
    ] as const) {
      const answer = await ledger(query);
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(textOf(page)).toContain(fault);
      expect(sumsOf(page)).toEqual(SUMS);
      for (const file of ["documents.csv", "transactions.xml"]) {
        const refused = await atDesk(desk, `/console/ledger/${file}?hotel=${group.hotelId}${query}`);
        expect([refused.status, textOf(await refused.text())]).toEqual([422, expect.stringContaining(fault)]);
      }
    }
  });
});

describe("the XML of the ledger", () => {
  it("is what the export gives an operator of the hotel, to the byte", async () => {
    const days = `&from=${formatDate(today() - 1)}&to=${formatDate(today())}`;
    const file = await atDesk(desk, `/console/ledger/transactions.xml?hotel=${group.hotelId}${days}`);
    expect([file.headers.get("Content-Type"), file.headers.get("Cache-Control")]).toEqual(["text/xml; charset=utf-8", "no-store"]);
    expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="transactions-mine-euro-[\d-]+\.xml"$/);
    const xml = await file.text();
    const [afterTimestamp = "", beforeTimestamp = ""] = ["after", "before"].map(
      (name) => new RegExp(`<${name}Timestamp>([^<]*)<`).exec(xml)?.[1] ?? "",
    );
    const body = exportOf(tokenOf("mine", "operator-of-hotel"), { afterTimestamp, beforeTimestamp });
    const soap = await ask(platform(), "/soap", { method: "POST", body, headers: { "Content-Type": "text/xml" } });
    expect(xml.match(/<FinancialExportTransaction>/g)?.length).toBeGreaterThan(8);
    expect(xml).toBe(await soap.text());
    const earlier = `&from=${formatDate(today() - 9)}&to=${formatDate(today() - 2)}`;
    const none = await (await atDesk(desk, `/console/ledger/transactions.xml?hotel=${group.hotelId}${earlier}`)).text();
    expect(none).not.toContain("<FinancialExportTransaction>");
    expect(none).toContain("<ExceptionCode>0<");
  });

  it("of a period is what the hash of its statement is made of", async () => {
    const path = `/console/ledger/periods/${group.hotelId}/202001`;
    const key = / name="key" value="([\w-]+)"/.exec(await (await atDesk(desk, path)).text())?.[1] ?? "";
    const closed = await atDesk(desk, path, { key });
    expect([closed.status, closed.headers.get("Location")]).toEqual([303, `${path}?closed=1`]);
    const page = await (await atDesk(desk, `${path}?closed=1`)).text();
    expect(textOf(page)).toContain("Period 202001 is closed.");
    const xml = await (await atDesk(desk, `${path}/transactions.xml`)).text();
    expect(xml.match(/<PeriodId>202001<\/PeriodId>/g)).toHaveLength(xml.match(/<FinancialExportTransaction>/g)?.length ?? 0);
    expect(page).toContain(hashOfExport(xml, group.hotelId, 202001, "0".repeat(64)));
    expect((await atDesk(desk, path, { key })).status).toBe(303);
  });
});
