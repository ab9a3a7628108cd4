/** Periods: docs/interface.md §13. */
import { createHash } from "node:crypto";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Database, bindAll } from "../../src/host/database.ts";
import { closeOldestPeriod } from "../../src/ledger/close-period.ts";
import { CLOSING_PAGE_LINES } from "../../src/ledger/limits.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import type { LedgerDocument, LedgerLine } from "../../src/ledger/rules/ledger-document.ts";
import { call } from "../support/documents.ts";
import { ask, insertToken, platform } from "../support/in-worker.ts";
import { addGroup, addSession, line } from "../support/ledger.ts";
import { hashOfExport } from "../support/period-hash.ts";

interface Values {
  gross: number;
  nett: number;
  tax: number;
}

interface StatementAnswer {
  siteId: string;
  number: number;
  periodId: number;
  from: string;
  to: string;
  closedAt: string;
  throughKey: number;
  documents: number;
  lines: number;
  sums: Record<string, Values>;
  byTaxCode: (Values & { taxCode: string })[];
  previous: string;
  hash: string;
  code?: string;
}

type Listed = Pick<StatementAnswer, "periodId" | "from" | "to" | "documents" | "lines" | "sums"> & { status: "open" | "closed" };

let groups = 0;

/** A group of a hotel that keeps periods in a zone, and the key of someone who may close them. */
async function given(periods: "day" | "month" | null, timezone = "Europe/Lisbon") {
  const groupId = `p${(groups += 1)}`;
  const hotelId = `${groupId}-h`;
  await addGroup(groupId, [hotelId]);
  await env.DB.prepare(
    `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
      check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, periods, images, facilities)
     VALUES (?1, ?2, '', '', '', '', '', '', '', '', '15', '00', '11', '00', '', 0, 0, ?3, 'EUR', ?4, '[]', '[]')`,
  )
    .bind(groupId, hotelId, timezone, periods)
    .run();
  const key = `${groupId}-key`;
  await insertToken(key, groupId, { scopes: ["ledger"] });
  const post = (documents: readonly LedgerDocument[]) =>
    env.DB.batch(bindAll(env.DB, postingStatements(groupId, documents, Date.now())) as D1PreparedStatement[]);
  const on = (day: string, change: Partial<LedgerLine> = {}): LedgerDocument => ({
    lines: [line({ siteId: hotelId, transactionMs: Date.parse(`${day}T12:00:00Z`), ...change })],
    numbering: change.transactionType === "Payment" ? "account" : "site",
    periodDay: Date.parse(`${day}T00:00:00Z`) / 86_400_000,
  });
  const list = async () => (await call<{ periods: Listed[] }>(key, `/periods/${groupId}/${hotelId}`)).body.periods;
  const close = (periodId: number | string, headers: Record<string, string> = {}) =>
    call<StatementAnswer>(key, `/periods/${groupId}/${hotelId}/${periodId}/close`, {}, headers);
  return { groupId, hotelId, key, post, on, list, close };
}

/** The hash as docs/interface.md §13 says it, from the XML export alone. */
async function hashFromExport(groupId: string, siteId: string, periodId: number, previous: string): Promise<string> {
  const token = await addSession(groupId, groupId);
  const body =
    `<cim_FinancialExportReportV2 xmlns="urn:tabard:financial-export"><sessionId>${token}</sessionId>` +
    "<beforeTimestamp>9999-01-01T00:00:00</beforeTimestamp><afterTimestamp>0001-01-01T00:00:00</afterTimestamp></cim_FinancialExportReportV2>";
  const answer = await ask(platform(), "/soap", { method: "POST", headers: { "Content-Type": "text/xml" }, body });
  return hashOfExport(await answer.text(), siteId, periodId, previous);
}

describe("a period", () => {
  it("is the hotel's month of the TransactionDate, from the first that has lines to the present one, empty ones too", async () => {
    const { post, on, list } = await given("month");
    await post([on("2026-07-31"), on("2026-09-01"), on("2026-09-30", { transactionType: "Payment" })]);
    await post([{ lines: [line({ siteId: `p${groups}-h`, transactionType: "Proforma", uniqueReferenceNumber: "P-1" })] }]);
    const periods = await list();
    expect(periods.slice(0, 3)).toEqual([
      {
        periodId: 202607,
        from: "2026-07-01T00:00:00",
        to: "2026-07-31T23:59:59",
        status: "open",
        documents: 1,
        lines: 1,
        sums: { Invoice: { gross: 106, nett: 100, tax: 6 } },
      },
      { periodId: 202608, from: "2026-08-01T00:00:00", to: "2026-08-31T23:59:59", status: "open", documents: 0, lines: 0, sums: {} },
      {
        periodId: 202609,
        from: "2026-09-01T00:00:00",
        to: "2026-09-30T23:59:59",
        status: "open",
        documents: 2,
        lines: 2,
        sums: { Invoice: { gross: 106, nett: 100, tax: 6 }, Payment: { gross: 106, nett: 100, tax: 6 } },
      },
    ]);
    expect(periods.at(-1)?.periodId).toBe(Number(new Date().toISOString().slice(0, 7).replace("-", "")));
  });

  it("may be a day", async () => {
    const { post, on, list } = await given("day");
    const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await post([on(yesterday)]);
    const [first] = await list();
    expect(first).toMatchObject({
      periodId: Number(yesterday.replaceAll("-", "")),
      from: `${yesterday}T00:00:00`,
      to: `${yesterday}T23:59:59`,
    });
  });

  it("is none where the hotel keeps none", async () => {
    const { post, on, list, close } = await given(null);
    await post([on("2026-07-31")]);
    expect(await list()).toEqual([]);
    expect((await close(202607)).status).toBe(404);
  });
});

describe("closing", () => {
  it("is in order, not before the end, for ever, and the same statement again", async () => {
    const { groupId, hotelId, post, on, close, list } = await given("month");
    expect((await close(202607)).status).toBe(404);
    await post([on("2026-07-15"), on("2026-09-15")]);
    expect((await close(202609)).body.code).toBe("period_order");
    for (const wrong of ["202606", "202613", "20260701", "x", "2026-07"])
      expect([wrong, (await close(wrong)).status]).toEqual([wrong, 404]);
    const july = await close(202607);
    expect(july.body).toMatchObject({
      siteId: hotelId,
      number: 1,
      periodId: 202607,
      from: "2026-07-01T00:00:00",
      documents: 1,
      lines: 1,
      throughKey: 2,
      previous: "0".repeat(64),
    });
    expect(july.body.byTaxCode).toEqual([{ taxCode: "R6", gross: 106, nett: 100, tax: 6 }]);
    expect(july.body.hash).toBe(await hashFromExport(groupId, hotelId, 202607, july.body.previous));
    expect((await close(202607)).text).toBe(july.text);
    const august = await close(202608, { "Idempotency-Key": "k" });
    expect(august.body).toMatchObject({ number: 2, documents: 0, lines: 0, sums: {}, byTaxCode: [], previous: july.body.hash });
    expect(august.body.hash).toBe(createHash("sha256").update(`${july.body.hash}\n`).digest("hex"));
    const again = await close(202608, { "Idempotency-Key": "k" });
    expect([again.text, again.headers.get("Idempotency-Replayed")]).toEqual([august.text, "true"]);
    const current = (await list()).at(-1)!.periodId;
    for (let id = 202609; id < current; id += id % 100 === 12 ? 89 : 1) expect((await close(id)).status).toBe(200);
    expect((await close(current)).body.code).toBe("period_running");
    const events = await env.DB.prepare(
      "SELECT data, hotel_id FROM events WHERE group_id = ?1 AND type = 'period.closed' ORDER BY sequence",
    )
      .bind(groupId)
      .all();
    expect(JSON.parse(String(events.results[0]?.data))).toEqual({ hotelId, periodId: 202607, hash: july.body.hash });
    expect(events.results.filter(({ data }) => String(data).includes("202608"))).toHaveLength(1);
  });

  it("sends later postings to the earliest open period, and lets the database refuse a line in a closed one", async () => {
    const { groupId, hotelId, post, on, close, list } = await given("month", "Pacific/Auckland");
    await post([on("2026-07-15"), on("2026-08-15")]);
    await close(202607);
    await post([on("2026-07-20"), on("2026-01-01", { transactionType: "Payment" })]);
    expect((await list()).map(({ periodId, lines }) => [periodId, lines]).slice(0, 2)).toEqual([
      [202607, 1],
      [202608, 3],
    ]);
    const inPeriod = (month: number) => ({
      periodId: 202600 + month,
      periodFromMs: Date.UTC(2026, month - 1, 1),
      periodToMs: Date.UTC(2026, month, 1) - 1000,
    });
    const file = (change: Partial<LedgerLine>) => post([{ lines: [line({ siteId: hotelId, ...change })] }]);
    await expect(file(inPeriod(7))).rejects.toThrow("ledger_period_closed");
    await expect(file(inPeriod(6))).rejects.toThrow("ledger_period_closed");
    await expect(file({})).rejects.toThrow("ledger_period_missing");
    await expect(file({ ...inPeriod(9), periodId: 202610 })).rejects.toThrow("ledger_period_unknown");
    await file(inPeriod(9));
    const refused = [
      "UPDATE ledger_periods SET hash = 'x'",
      "UPDATE ledger_periods SET totals = '{}'",
      "UPDATE ledger_periods SET through_key = 0",
      "DELETE FROM ledger_periods",
      "DELETE FROM ledger_period_sums",
      `UPDATE hotels SET periods = 'day' WHERE hotel_id = '${hotelId}'`,
      `UPDATE hotels SET periods = NULL WHERE hotel_id = '${hotelId}'`,
      `INSERT INTO ledger_periods (group_id, site_id, number, period_id, period_from_ms, period_to_ms, through_key, previous_hash) SELECT group_id, site_id, 2, 202609, ${inPeriod(9).periodFromMs}, ${inPeriod(9).periodToMs}, 9, hash FROM ledger_periods WHERE group_id = '${groupId}'`,
    ];
    for (const sql of refused) await expect(env.DB.prepare(sql).run(), sql).rejects.toThrow(/ledger_|hotels_periods_in_use/);
  });

  it("is done once by many who close at once, while others post", async () => {
    const { groupId, hotelId, post, on, close, list } = await given("month");
    await post(Array.from({ length: 30 }, () => on("2026-07-15")));
    const [statements] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => close(202607))),
      ...Array.from({ length: 30 }, () => post([on("2026-07-16")])),
    ]);
    expect(new Set(statements.map(({ text }) => text)).size).toBe(1);
    const [{ body }] = statements as [(typeof statements)[number]];
    const [july, august] = await list();
    expect(july).toMatchObject({ status: "closed", lines: body.lines });
    expect((july?.lines ?? 0) + (august?.lines ?? 0)).toBe(60);
    expect(body.hash).toBe(await hashFromExport(groupId, hotelId, 202607, body.previous));
  });

  it("goes on where it was killed", async () => {
    const { groupId, hotelId, post, on, close } = await given("month");
    const many = on("2026-07-15");
    const lines = Array.from({ length: 250 }, (_, at) => ({ ...many.lines[0]!, saleCode: `S${at}` }));
    for (let at = 0; at < 4; at += 1) await post(Array.from({ length: 9 }, () => ({ ...many, lines })));
    const state = async () =>
      env.DB.prepare("SELECT hashed_key, hash_state, hash FROM ledger_periods WHERE group_id = ?1").bind(groupId).first();
    let batches = 0;
    const db: Database = {
      prepare: (sql) => env.DB.prepare(sql),
      batch: (statements) => {
        batches += 1;
        // It takes no more lines, one page is hashed and kept: then the process dies.
        if (batches > 2) throw new Error("killed");
        return env.DB.batch(statements as D1PreparedStatement[]);
      },
    };
    const ctx = { db, log: () => {}, now: () => Date.now(), principal: { groupId, hotelId: null } };
    await expect(closeOldestPeriod(ctx, hotelId, "202607")).rejects.toThrow("killed");
    expect(await state()).toMatchObject({ hashed_key: CLOSING_PAGE_LINES / 250, hash: null });
    await post([on("2026-07-16")]);
    const { body } = await close(202607);
    expect(body).toMatchObject({ lines: 9000, documents: 36 });
    expect(body.hash).toBe(await hashFromExport(groupId, hotelId, 202607, body.previous));
    expect(await state()).toMatchObject({ hash_state: null, hash: body.hash });
  });
});
