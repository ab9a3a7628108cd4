/** The ledger and its export against a plain oracle in memory: docs/interface.md §6.6, §7. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Instant, exportPeriod } from "../../src/ledger/rules/export-period.ts";
import { type ExportedTransaction } from "../../src/ledger/export-transactions.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { addGroup, addSession, exportAll, line, pagesOf, testCtx } from "../support/ledger.ts";

/** A posting: when by its clock, and the sites of its documents' lines. */
type Posting = { nowMs: number; documents: number[][] };

const SITES = ["a", "b", "c"];
const FINEST = 10; // Instants are drawn in tenths of a millisecond.

const postings: fc.Arbitrary<Posting[]> = fc.array(
  fc.record({
    // Close together, so that dates repeat, meet period borders, and the clock falls.
    nowMs: fc.integer({ min: 0, max: 12 }),
    documents: fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  }),
  { maxLength: 10 },
);
const tenths = fc.integer({ min: -FINEST, max: 14 * FINEST });
const rows = fc.record({ first: fc.integer({ min: 1, max: 6 }), next: fc.integer({ min: 1, max: 6 }) });

const instant = (inTenths: number): Instant => ({ ms: Math.floor(inTenths / FINEST), beyondMs: inTenths % FINEST !== 0 });

interface Expected {
  key: number;
  ms: number;
  site: number;
  name: string;
}

/** What the ledger must hold, in order, by the plainest reading of docs/interface.md §7. */
function oracle(ledger: readonly Posting[]): Expected[] {
  const all: Expected[] = [];
  let [key, ms] = [0, Number.NEGATIVE_INFINITY];
  for (const { nowMs, documents } of ledger) {
    ms = Math.max(ms, nowMs);
    for (const sites of documents) {
      key += 1;
      for (const [at, site] of sites.entries()) all.push({ key, ms, site, name: `${key}/${at + 1}` });
    }
  }
  return all;
}

let groups = 0;

/** A group with this ledger, and sessions of the whole group and of its first hotel. */
async function given(ledger: readonly Posting[]) {
  const groupId = `g${(groups += 1)}`;
  await addGroup(
    groupId,
    SITES.map((site) => groupId + site),
  );
  let key = 0;
  const statements = ledger.flatMap(({ nowMs, documents }) => {
    const posted = documents.map((sites) => {
      key += 1;
      return { lines: sites.map((site, at) => line({ siteId: `${groupId}${SITES[site]}`, saleCode: `${key}/${at + 1}` })) };
    });
    return bindAll(env.DB, postingStatements(groupId, posted, nowMs)) as D1PreparedStatement[];
  });
  if (statements.length > 0) await env.DB.batch(statements);
  return { ofGroup: await addSession(groupId, groupId), ofHotel: await addSession(groupId, `${groupId}a`) };
}

const names = (all: readonly ExportedTransaction[]): string[] => all.map((one) => one.saleCode);

const runs = { numRuns: 25 };

describe("any ledger", () => {
  it("exports, for any period and flag, the oracle's transactions in its order", async () => {
    const property = fc.asyncProperty(
      postings,
      fc.array(fc.tuple(tenths, tenths, fc.boolean()), { minLength: 3, maxLength: 6 }),
      rows,
      async (ledger, periods, pageRows) => {
        const expected = oracle(ledger);
        const { ofGroup, ofHotel } = await given(ledger);
        for (const [after, before, exclusive] of periods) {
          const inside = ({ ms }: Expected) => ms * FINEST >= after && (exclusive ? ms * FINEST < before : ms * FINEST <= before);
          const period = exportPeriod(instant(after), instant(before), exclusive);
          const all = await exportAll(testCtx(), { sessionId: ofGroup, ...period }, pagesOf(pageRows));
          expect(all.map((one) => [one.saleCode, one.modifiedKey, one.modifiedMs])).toEqual(
            expected.filter(inside).map((one) => [one.name, one.key, one.ms]),
          );
          const own = await exportAll(testCtx(), { sessionId: ofHotel, ...period }, pagesOf(pageRows));
          expect(names(own)).toEqual(expected.filter((one) => inside(one) && one.site === 0).map((one) => one.name));
        }
      },
    );
    await fc.assert(property, runs);
  });

  it("gives every transaction exactly once over chained half-open windows", async () => {
    const property = fc.asyncProperty(postings, fc.array(tenths, { maxLength: 5 }), rows, async (ledger, cuts, pageRows) => {
      const { ofGroup } = await given(ledger);
      const borders = [-FINEST, ...cuts, 20 * FINEST].sort((a, b) => a - b);
      const all: string[] = [];
      for (const [at, after] of borders.entries()) {
        const before = borders[at + 1];
        if (before === undefined) break;
        const period = exportPeriod(instant(after), instant(before), true);
        all.push(...names(await exportAll(testCtx(), { sessionId: ofGroup, ...period }, pagesOf(pageRows))));
      }
      expect(all).toEqual(oracle(ledger).map((one) => one.name));
    });
    await fc.assert(property, runs);
  });
});

describe("two hundred postings at once", () => {
  it("leave keys without gaps while every export is a prefix and chained exports lose and double nothing", async () => {
    const { ofGroup } = await given([]);
    const groupId = `g${groups}`;
    const state = { running: true };
    const clock = () => Date.now() + Math.floor(Math.random() * 5) - 2;
    const posted = Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        // Some are a few round trips late, so that exports get in between.
        for (let wait = at % 12; wait > 0; wait -= 1) await env.DB.prepare("SELECT 1").first();
        const lines = Array.from({ length: 1 + (at % 3) }, (_unused, part) => line({ siteId: `${groupId}a`, saleCode: `${at}/${part}` }));
        return env.DB.batch(
          bindAll(env.DB, postingStatements(groupId, at % 4 ? [{ lines }] : [{ lines }, { lines }], clock())) as D1PreparedStatement[],
        );
      }),
    ).finally(() => (state.running = false));
    const snapshots: ExportedTransaction[][] = [];
    const chained: ExportedTransaction[] = [];
    const chain = async (): Promise<void> => {
      // As an accounting system does: from the last ModifiedDate seen, what it has by its key left out.
      const last = chained.at(-1);
      const more = await exportAll(
        testCtx(),
        { sessionId: ofGroup, fromMs: last?.modifiedMs ?? 0, untilMs: 8e15 },
        pagesOf({ first: 3, next: 50 }),
      );
      chained.push(...more.filter((one) => one.modifiedKey > (last?.modifiedKey ?? 0)));
    };
    const snap = async (): Promise<void> => {
      snapshots.push(await exportAll(testCtx(), { sessionId: ofGroup, fromMs: 0, untilMs: 8e15 }, pagesOf({ first: 3, next: 50 })));
    };
    const whilePosting = async (work: () => Promise<void>): Promise<void> => {
      do await work();
      while (state.running);
    };
    await Promise.all([posted, ...[chain, snap, snap, snap].map(whilePosting)]);
    await chain();
    const whole = await exportAll(testCtx(), { sessionId: ofGroup, fromMs: 0, untilMs: 8e15 });
    const keys = [...new Set(whole.map((one) => one.modifiedKey))];
    expect(keys).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
    expect(whole.map((one) => one.modifiedMs)).toEqual(whole.map((one) => one.modifiedMs).toSorted((a, b) => a - b));
    expect(whole).toHaveLength(
      (
        await env.DB.prepare("SELECT sum(line_count) AS lines FROM ledger_documents WHERE group_id = ?1")
          .bind(groupId)
          .first<{ lines: number }>()
      )?.lines ?? 0,
    );
    expect(snapshots.length).toBeGreaterThan(1);
    for (const snapshot of snapshots) {
      expect(snapshot).toEqual(whole.slice(0, snapshot.length));
      // Whole documents only.
      expect(whole[snapshot.length]?.modifiedKey).not.toBe(snapshot.at(-1)?.modifiedKey ?? 0);
    }
    expect(chained).toEqual(whole);
  });
});
