/** npm run admin -- period list|close|verify: docs/interface.md §13. */
import { formatDecimal } from "../../src/base/money.ts";
import { type ClosingCtx, closeOldestPeriod } from "../../src/ledger/close-period.ts";
import { hashPeriod } from "../../src/ledger/hash-period.ts";
import { PERIODS_LISTED_MAX } from "../../src/ledger/limits.ts";
import { listPeriods } from "../../src/ledger/list-periods.ts";
import { type PeriodRow, selectPeriods } from "../../src/ledger/rows/periods.ts";
import { NO_STATEMENT_HASH } from "../../src/ledger/rules/periods.ts";
import type { TargetDatabase } from "../support/database.ts";
import { databasePort } from "../support/database-port.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type Operands, readText } from "./operands.ts";

/** The periods of a hotel, one a line. */
export async function listPeriodsOf(db: TargetDatabase, operands: Operands): Promise<string> {
  const { ctx, siteId } = await openSite(db, operands);
  const listed = await listPeriods(ctx, siteId);
  if (!listed.ok) throw new UserError(`there is no hotel "${siteId}"`);
  if (listed.value.length === 0) return `hotel "${siteId}" has no periods`;
  return listed.value
    .map(({ periodId, isClosed, documents, lines, sums }) => {
      const amounts = Object.entries(sums).map(([type, { gross }]) => `${type} ${formatDecimal(gross)}`);
      return [periodId, isClosed ? "closed" : "open", `${documents} documents`, `${lines} lines`, ...amounts].join("  ");
    })
    .join("\n");
}

/** Closes a period, however many lines it has. */
export async function closePeriodOf(db: TargetDatabase, operands: Operands): Promise<string> {
  const { ctx, siteId } = await openSite(db, operands);
  const periodId = readText(operands, "period");
  for (;;) {
    const closed = await closeOldestPeriod(ctx, siteId, periodId);
    if (closed.ok) return `period ${periodId} of ${siteId} is closed: ${closed.value.lines} lines, hash ${closed.value.hash}`;
    const { failure } = closed;
    if (failure.code !== "overloaded") throw new UserError("detail" in failure ? failure.detail : failure.code);
  }
}

/** Computes the whole chain again. Throws UserError at the first period whose lines are not what they were. */
export async function verifyPeriodsOf(db: TargetDatabase, operands: Operands): Promise<string> {
  const { ctx, siteId } = await openSite(db, operands);
  const { groupId } = ctx.principal;
  const { sql, values } = selectPeriods(groupId, siteId, PERIODS_LISTED_MAX);
  const rows = (
    await ctx.db
      .prepare(sql)
      .bind(...values)
      .all<PeriodRow>()
  ).results;
  const closed = rows.filter(({ hash }) => hash !== null);
  let previous = closed[0]?.number === 1 ? NO_STATEMENT_HASH : closed[0]?.previous_hash;
  for (const row of closed) {
    const hash = await hashAgain(ctx, siteId, row);
    if (row.previous_hash !== previous || hash !== row.hash) {
      throw new UserError(`period ${row.period_id} of ${siteId}: its statement says ${row.hash}, its lines come to ${hash}`);
    }
    previous = row.hash;
  }
  return `${closed.length} closed periods of ${siteId} are what their statements say`;
}

async function hashAgain(ctx: ClosingCtx, siteId: string, { period_id: periodId, previous_hash: previous }: PeriodRow): Promise<string> {
  const beginning = { hashed_ms: null, hashed_key: null, hashed_line: null, hash_state: null };
  const steps = hashPeriod(ctx.db, ctx.principal.groupId, siteId, { period_id: periodId, previous_hash: previous, ...beginning });
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

async function openSite(db: TargetDatabase, operands: Operands): Promise<{ ctx: ClosingCtx; siteId: string }> {
  const siteId = readText(operands, "site");
  const [site] = await db.query<{ group_id: string; kind: string }>(`SELECT group_id, kind FROM sites WHERE site_id = ${literal(siteId)}`);
  if (!site || site.kind !== "hotel") throw new UserError(`there is no hotel "${siteId}"`);
  return {
    ctx: { db: databasePort(db), log: () => {}, now: () => Date.now(), principal: { groupId: site.group_id, hotelId: null } },
    siteId,
  };
}
