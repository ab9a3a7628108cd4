/** What an export asks of the platform: docs/interface.md §19. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../../src/base/result.ts";
import type { Database, PreparedStatement } from "../../src/host/database.ts";
import { withExportSlot } from "../../src/ledger/export-slots.ts";
import { exportTransactions, pageSizes } from "../../src/ledger/export-transactions.ts";
import {
  EXPORT_ENTRIES_AT_ONCE,
  EXPORT_FIRST_PAGE_ROWS,
  EXPORT_FIRST_QUERIES,
  EXPORT_LINES_MAX,
  EXPORT_PAGE_ROWS,
  EXPORT_PAGE_TEXT_OCTETS,
  EXPORT_SECOND_PAGE_ROWS,
  EXPORT_SHARED_PAGE_ROWS_MIN,
  LEDGER_CODE_CHARS_MAX,
  LEDGER_DESCRIPTION_CHARS_MAX,
  LEDGER_REFERENCE_CHARS_MAX,
  QUERIES_PER_REQUEST_MAX,
} from "../../src/ledger/limits.ts";
import { LINE_COLUMNS } from "../../src/ledger/rows/ledger-posting.ts";
import { type PageShare, exportPageBounds } from "../../src/ledger/rules/export-pages.ts";
import { addGroup, addSession, exportAll, testCtx } from "../support/ledger.ts";

const ALWAYS = { fromMs: -8e15, untilMs: 8e15 };
const LINES = 300_000;
const LINES_PER_DOCUMENT = 200;
/** A database ends at 10 GB, of which keys, numbers, dates and the index by site take at least 150 bytes a line. */
const TEXT_OCTETS_OF_A_DATABASE = 10e9 - 150 * EXPORT_LINES_MAX;
const OCTETS_PER_CHAR_MAX = 3;
const LINE_OCTETS_MAX = OCTETS_PER_CHAR_MAX * (LEDGER_DESCRIPTION_CHARS_MAX + 4 * LEDGER_REFERENCE_CHARS_MAX + 6 * LEDGER_CODE_CHARS_MAX);

/** D1, counting its queries (each statement of a batch is one) and the largest answer of a query in rows. */
function counted(): Database & { queries: number; rowsMax: number } {
  const seen = { queries: 0, rowsMax: 0 };
  const watch = (statement: PreparedStatement): PreparedStatement => {
    const [bind, raw] = [statement.bind.bind(statement), statement.raw.bind(statement)];
    return Object.assign(statement, {
      bind: (...values: Parameters<PreparedStatement["bind"]>) => watch(bind(...values)),
      async raw<T extends unknown[]>(): Promise<T[]> {
        seen.queries += 1;
        const rows = await raw<T>();
        seen.rowsMax = Math.max(seen.rowsMax, rows.length);
        return rows;
      },
    });
  };
  return Object.assign(seen, {
    prepare: (sql: string) => watch(env.DB.prepare(sql)),
    batch<T>(statements: PreparedStatement[]) {
      seen.queries += statements.length;
      return env.DB.batch<T>(statements as D1PreparedStatement[]);
    },
  });
}

/** A group of one hotel with `lines` lines whose descriptions have so many characters, written by the database itself. */
async function givenLedger(groupId: string, lines: number, describedBy: string): Promise<void> {
  await addGroup(groupId, [`${groupId}-hotel`]);
  const count = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)";
  const values: Record<(typeof LINE_COLUMNS)[number], string> = {
    site_id: "?1 || '-hotel'",
    transaction_type: "'Invoice'",
    account_number: "'GUEST'",
    account_type: "1",
    transaction_reference: "'B' || d.modified_key",
    unique_reference_number: "'B' || d.modified_key || '-1'",
    second_reference: "NULL",
    description: describedBy,
    due_ms: "0",
    for_ms: "0",
    transaction_ms: "0",
    gross: "n",
    nett: "n",
    tax: "0",
    nominal_code: "'7110'",
    sale_code: "'S' || n",
    pay_code: "''",
    tax_code: "'R6'",
    period_id: "0",
    period_from_ms: "0",
    period_to_ms: "0",
  };
  const insert = `INSERT INTO ledger_lines (group_id, modified_ms, modified_key, line, ${LINE_COLUMNS.join(", ")})
    ${count} SELECT ?1, 0, d.modified_key, n, ${LINE_COLUMNS.map((column) => values[column]).join(", ")}
    FROM ledger_documents d CROSS JOIN n WHERE d.group_id = ?1`;
  await env.DB.batch([
    env.DB.prepare(`INSERT INTO ledger_documents ${count}
      SELECT ?1, n, 0, ?3, ?1 || '-hotel', 'Invoice', 'B' || n, 'B' || n || '-1', NULL FROM n`).bind(
      groupId,
      lines / LINES_PER_DOCUMENT,
      LINES_PER_DOCUMENT,
    ),
    env.DB.prepare(insert).bind(groupId, LINES_PER_DOCUMENT),
  ]);
}

/** The pages that so many lines of so many octets take, each page ending as readPage's SQL ends it. */
function pagesFor(lines: number, octetsOf: (line: number) => number, share: PageShare = {}): number {
  let pages = 0;
  let at = 0;
  for (; at < lines; pages += 1) {
    const { rows, textOctets } = exportPageBounds(pages, share);
    const until = Math.min(lines, at + rows);
    for (let octets = 0; at < until && octets < (textOctets ?? Number.POSITIVE_INFINITY); at += 1) octets += octetsOf(at);
  }
  return pages;
}

describe("an export of 10,000,000 transactions", () => {
  it("asks far fewer queries than a request may, of lines as they are", () => {
    const queries = (exportsAtOnce: number): number => EXPORT_FIRST_QUERIES + pagesFor(EXPORT_LINES_MAX, () => 100, { exportsAtOnce }) + 1;
    expect(queries(1)).toBeLessThan(500);
    for (const many of [2, 5, 24, 1000]) expect(queries(many), `${many} at once`).toBeLessThan(QUERIES_PER_REQUEST_MAX);
  });

  it("asks fewer than it may where its texts fill the largest database there is, however they are spread", () => {
    const even = TEXT_OCTETS_OF_A_DATABASE / EXPORT_LINES_MAX;
    const longLines = Math.floor((TEXT_OCTETS_OF_A_DATABASE - EXPORT_LINES_MAX * 30) / LINE_OCTETS_MAX);
    const spreads: [string, (line: number) => number][] = [
      ["evenly", () => even],
      ["the longest first", (line) => (line < longLines ? LINE_OCTETS_MAX : 30)],
      ["the longest last", (line) => (line >= EXPORT_LINES_MAX - longLines ? LINE_OCTETS_MAX : 30)],
      ["in blocks", (line) => (Math.floor(line / 20_000) % 2 === 0 ? even * 2 - 30 : 30)],
    ];
    for (const exportsAtOnce of [1, 24]) {
      for (const [spread, octetsOf] of spreads) {
        const queries = EXPORT_FIRST_QUERIES + pagesFor(EXPORT_LINES_MAX, octetsOf, { exportsAtOnce }) + 1;
        expect(queries, `${spread}, ${exportsAtOnce} at once`).toBeLessThanOrEqual(QUERIES_PER_REQUEST_MAX);
      }
    }
  });

  it("never grows a page but by rule: from small, at most twice the last, and always with a bound on its text", () => {
    expect(exportPageBounds(0)).toEqual({ rows: EXPORT_FIRST_PAGE_ROWS, textOctets: null });
    expect(exportPageBounds(1)).toEqual({ rows: EXPORT_SECOND_PAGE_ROWS, textOctets: null });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: QUERIES_PER_REQUEST_MAX }), (page) => {
        const [here, next] = [exportPageBounds(page), exportPageBounds(page + 1)];
        expect(next.rows).toBeGreaterThanOrEqual(here.rows);
        expect(next.rows).toBeLessThanOrEqual(here.rows * 2);
        expect(next.textOctets).toBeGreaterThanOrEqual(here.textOctets ?? EXPORT_PAGE_TEXT_OCTETS);
      }),
    );
    // A million transactions never see a page beyond the first bound.
    expect(exportPageBounds(pagesFor(1_000_000, () => 100)).rows).toBe(EXPORT_PAGE_ROWS);
  });
});

describe("exports of one isolate", () => {
  /** A line as it is held: its numbers, its texts and what they stand in. */
  const HELD_OCTETS = 400;
  const ISOLATE_OCTETS = 128 * 1024 * 1024;

  it("hold far less than it has where all of their readers have stopped, however many came one after the other", () => {
    // Each holds two pages, of the size that was its share when it came.
    const held = Array.from({ length: 24 }, (_, at) => 2 * exportPageBounds(5, { exportsAtOnce: at + 1 }).rows * HELD_OCTETS);
    expect(held.reduce((sum, octets) => sum + octets, 0)).toBeLessThan(ISOLATE_OCTETS / 2);
  });

  it("share the size of a page, and have it back when the others end", async () => {
    const ctx = testCtx();
    const open = async (): Promise<AsyncIterator<number>> => {
      const pages = await withExportSlot(ctx, "operator", async () => ok(twoPages()));
      return pages.ok ? pages.value[Symbol.asyncIterator]() : expect.fail(pages.failure.code);
    };
    const rows = (): number => pageSizes(ctx)(5).rows;
    const running = [await open()];
    expect(rows()).toBe(EXPORT_PAGE_ROWS);
    while (running.length < 40) running.push(await open());
    expect(rows()).toBe(EXPORT_SHARED_PAGE_ROWS_MIN);
    for (const one of running.slice(2)) await one.return?.();
    expect(rows()).toBe(EXPORT_PAGE_ROWS / 2);
  });

  async function* twoPages(): AsyncGenerator<number> {
    yield 1;
    yield 2;
  }
});

describe("a row of the export", () => {
  it("is far below the 2 MB where D1 ends", () => {
    expect(LINE_OCTETS_MAX).toBeLessThan(20_000);
    expect(EXPORT_ENTRIES_AT_ONCE * LINE_OCTETS_MAX).toBeLessThan(5_000_000);
  });
});

describe("a real export", () => {
  beforeAll(async () => {
    await givenLedger("many", LINES, "'Stay of ' || n || ' nights'");
    await givenLedger("long", 800, "replace(hex(zeroblob(500)), '00', '€€')");
  }, 120_000);

  it(`of ${LINES} transactions gives each of them once and asks as many queries as its pages`, async () => {
    const sessionId = await addSession("many", "many");
    for (const operator of [sessionId, await addSession("many", "many-hotel")]) {
      const db = counted();
      const result = await exportTransactions(testCtx(db), { sessionId: operator, ...ALWAYS });
      if (!result.ok) throw new Error(result.failure.code);
      let [last, lines, gross] = [0, 0, 0];
      for await (const some of result.value) {
        for (const { modifiedKey, gross: value } of some) {
          expect(modifiedKey).toBeGreaterThanOrEqual(last);
          last = modifiedKey;
          gross += value;
        }
        lines += some.length;
      }
      expect([lines, last]).toEqual([LINES, LINES / LINES_PER_DOCUMENT]);
      expect(gross).toBe((LINES / LINES_PER_DOCUMENT) * ((LINES_PER_DOCUMENT * (LINES_PER_DOCUMENT + 1)) / 2));
      expect(db.queries).toBeLessThanOrEqual(EXPORT_FIRST_QUERIES + pagesFor(LINES, () => 100));
      expect(db.rowsMax).toBe(EXPORT_PAGE_ROWS);
    }
  }, 120_000);

  it("ends a page where its text is enough, with the line that reaches it, and loses and doubles nothing", async () => {
    const sessionId = await addSession("long", "long");
    const [described, others] = [3000, 20];
    for (const linesPerPage of [1, 7, 100]) {
      const db = counted();
      const textOctets = linesPerPage * described;
      const all = await exportAll(testCtx(db), { sessionId, ...ALWAYS }, (page) => ({ rows: page === 0 ? 3 : 500, textOctets }));
      expect(all).toHaveLength(800);
      expect(new Set(all.map((one) => `${one.modifiedKey}/${one.saleCode}`)).size).toBe(800);
      expect(db.rowsMax).toBeLessThanOrEqual(linesPerPage + 1);
      expect(db.rowsMax).toBeGreaterThanOrEqual(Math.floor(textOctets / (described + others)));
    }
  }, 120_000);
});
