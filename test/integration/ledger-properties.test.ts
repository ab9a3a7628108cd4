/** Any postings of many callers, with closings in between: docs/interface.md §12, §13. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import type { LedgerDocument } from "../../src/ledger/rules/ledger-document.ts";
import { call } from "../support/documents.ts";
import { insertToken } from "../support/in-worker.ts";
import { addGroup, addSession, exportAll, line, testCtx } from "../support/ledger.ts";

type Step =
  | { post: { site: number; month: number; type: "Invoice" | "Payment" | "Refund" | "Proforma"; gross: number }[] }
  | { close: number };

const MONTHS = ["2026-06", "2026-07", "2026-08", "2026-09"];

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        post: fc.array(
          fc.record({
            site: fc.nat(1),
            month: fc.nat(MONTHS.length - 1),
            type: fc.constantFrom("Invoice" as const, "Payment" as const, "Refund" as const, "Proforma" as const),
            gross: fc.integer({ min: 1, max: 1_000_000 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ close: fc.nat(1) }) },
  ),
  { minLength: 4, maxLength: 14 },
);

let groups = 0;

it("puts every line in exactly one period, never changes a statement, and sums as the export does", async () => {
  const property = fc.asyncProperty(steps, async (all) => {
    const groupId = `lp${(groups += 1)}`;
    const sites = [`${groupId}-a`, `${groupId}-b`];
    await addGroup(groupId, sites);
    for (const site of sites) {
      await env.DB.prepare(
        `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
           check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, periods, images, facilities)
         VALUES (?1, ?2, '', '', '', '', '', '', '', '', '15', '00', '11', '00', '', 0, 0, 'UTC', 'EUR', 'month', '[]', '[]')`,
      )
        .bind(groupId, site)
        .run();
    }
    await insertToken(`${groupId}-key`, groupId, { scopes: ["ledger"] });
    const statements = new Map<string, string>();
    const closeNext = async (site: string): Promise<void> => {
      const { body } = await call<{ periods: { periodId: number; status: string }[] }>(`${groupId}-key`, `/periods/${groupId}/${site}`);
      const next = body.periods.find(({ status }) => status === "open");
      if (!next) return;
      const path = `/periods/${groupId}/${site}/${next.periodId}/close`;
      const closed = await call(`${groupId}-key`, path, {});
      if (closed.status === 200) statements.set(path, closed.text);
      else expect(closed.body.code).toBe("period_running");
    };
    let documents = 0;
    // Two steps at a time, as callers come.
    for (let at = 0; at < all.length; at += 2) {
      await Promise.all(
        all.slice(at, at + 2).map((step) => {
          if ("close" in step) return closeNext(sites[step.close]!);
          const posted = step.post.map(({ site, month, type, gross }): LedgerDocument => {
            documents += 1;
            const value = type === "Refund" ? -gross : gross;
            const transactionType = type === "Refund" ? "Payment" : type;
            const change = {
              siteId: sites[site]!,
              transactionType,
              gross: value,
              nett: value,
              tax: 0,
              transactionReference: `R${documents}`,
            } as const;
            const day = Date.parse(`${MONTHS[month]}-15T00:00:00Z`) / 86_400_000;
            return {
              lines: [line(change)],
              numbering: type === "Invoice" ? "site" : "account",
              ...(type === "Proforma" ? {} : { periodDay: day }),
            };
          });
          return env.DB.batch(bindAll(env.DB, postingStatements(groupId, posted, Date.now())) as D1PreparedStatement[]);
        }),
      );
    }
    for (const [path, text] of statements) expect((await call(`${groupId}-key`, path, {})).text).toBe(text);
    const entries = await exportAll(testCtx(), { sessionId: await addSession(groupId, groupId), fromMs: -8e15, untilMs: 8e15 });
    expect(entries).toHaveLength(documents);
    for (const site of sites) {
      type Period = { periodId: number; lines: number; sums: Record<string, { gross: number }> };
      const { body } = await call<{ periods: Period[] }>(`${groupId}-key`, `/periods/${groupId}/${site}`);
      const own = entries.filter((one) => one.siteId === site && one.transactionType !== "Proforma");
      expect(body.periods.reduce((sum, { lines }) => sum + lines, 0)).toBe(own.length);
      for (const { periodId, lines, sums } of body.periods) {
        const inside = own.filter((one) => one.periodId === periodId);
        expect(lines).toBe(inside.length);
        for (const type of ["Invoice", "Payment"]) {
          const gross = inside.filter((one) => one.transactionType === type).reduce((sum, one) => sum + one.gross, 0);
          expect(sums[type]?.gross ?? 0).toBe(gross / 10_000);
        }
      }
      // What was closed took no line behind its last one.
      for (const text of statements.values()) {
        const statement = JSON.parse(text) as { siteId: string; periodId: number; throughKey: number; lines: number };
        const held = own.filter((one) => one.periodId === statement.periodId && statement.siteId === site);
        if (statement.siteId === site)
          expect([held.length, held.every((one) => one.modifiedKey <= statement.throughKey)]).toEqual([statement.lines, true]);
      }
    }
  });
  await fc.assert(property, { numRuns: 20 });
}, 120_000);
