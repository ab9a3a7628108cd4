/** What every change of content at runtime shares: planned as a difference of rows, committed in one batch, tried again where it met another. */
import type { CallerCtx } from "../access/caller.ts";
import { jsonPointer } from "../base/json-pointer.ts";
import { type Failure, type Result, fail } from "../base/result.ts";
import type { Problem } from "../base/validation.ts";
import { commitChange } from "../change/commit-change.ts";
import { type Row, diffTable } from "../change/rules/table-diff.ts";
import { OVERLOAD_RETRY_SECONDS } from "../host/limits.ts";
import type { HotelPlan } from "../selling/rules/plan-calendar.ts";
import { CONTENT_ATTEMPTS_MAX, CONTENT_PROBLEMS_MAX } from "./limits.ts";
import { type GroupTable, TABLES } from "./rows/group-tables.ts";
import { ALL_TABLES } from "./rows/stored-content.ts";
import { type Diffs, touchedBy } from "./touched.ts";
import { contentStatements } from "./write-content.ts";

/** Rows of some tables; a table that is left out has none that matter. */
export type SomeRows = Partial<Record<GroupTable, readonly Row[]>>;

export interface PlannedChange {
  /** What there is of the rows that may change, and what shall be. */
  current: SomeRows;
  wanted: SomeRows;
  newSites?: readonly string[];
  kept?: readonly HotelPlan[];
  gone?: readonly HotelPlan[];
  /** calendar_version of hotels, as the plan saw it. */
  versions?: ReadonlyMap<string, number>;
}

/** What the database's refusals mean. */
const REFUSALS = {
  "hotels.calendar_version": "stale",
  "sites.site_id": "stale",
  stock_not_oversold: "stale",
  // A sale code that went, or that something else still names: looked at again, it is told by name.
  FOREIGN: "stale",
  currency_in_use: "currency_in_use",
  hotels_periods_in_use: "periods_in_use",
} as const;

/** "again": it met another change, or D1 did not say what became of it, and what it does can be done twice. */
export type ContentCommitted = "committed" | "currency_in_use" | "periods_in_use" | "again";

/** Writes a planned change; nothing where nothing differs. */
export async function commitContent(ctx: CallerCtx, change: PlannedChange): Promise<ContentCommitted> {
  const { groupId } = ctx.principal;
  const { current, wanted, newSites = [], kept = [], gone = [], versions = new Map<string, number>() } = change;
  const diffs = Object.fromEntries(
    ALL_TABLES.map((name) => [name, diffTable(TABLES[name], current[name] ?? [], wanted[name] ?? [])]),
  ) as Diffs;
  const before = new Map((current.hotels ?? []).map((row) => [String(row.hotel_id), row]));
  const touched = touchedBy({ groupId, diffs, plans: kept, before, versions, groupChanged: false });
  const statements = contentStatements({ groupId, nowMs: ctx.now(), newSites, diffs, kept, gone, touched });
  if (statements.length === 0) return "committed";
  const { outcome } = await commitChange(ctx, { statements, refusals: REFUSALS });
  return outcome === "committed" || outcome === "currency_in_use" || outcome === "periods_in_use" ? outcome : "again";
}

/** Tries until an attempt has an answer; null is none. */
export async function attempt<T>(work: () => Promise<Result<T> | null>): Promise<Result<T>> {
  for (let attempts = 0; attempts < CONTENT_ATTEMPTS_MAX; attempts += 1) {
    const result = await work();
    if (result) return result;
  }
  return fail({ code: "overloaded", retryAfterSeconds: OVERLOAD_RETRY_SECONDS });
}

/** The failure of content with faults. */
export function invalidContent(problems: readonly Problem[]): Failure {
  const errors = problems.slice(0, CONTENT_PROBLEMS_MAX).map(({ path, code, detail }) => ({ pointer: jsonPointer(path), code, detail }));
  return { code: "invalid_content", errors };
}

/** A code or id in a body that is not the path's. */
export function otherName(field: string, name: string): Problem {
  return { path: [field], code: "not_the_path", detail: `Must be "${name}", as in the path.` };
}
