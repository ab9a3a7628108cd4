/** The one batch of a changed calendar, and what its refusal means. */
import type { CallerCtx } from "../access/caller.ts";
import { commitChange } from "../change/commit-change.ts";
import { keepAnswer } from "../change/idempotency.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import { appendEvents } from "../events/append-events.ts";
import type { Statement } from "../host/database.ts";
import { writeCalendars } from "./rows/calendar-writing.ts";
import { calendarVersionSql, selectCalendarVersion, stampCalendars } from "./rows/stamps.ts";
import { ariChanged } from "./rules/ari-changed.ts";
import type { CalendarChanged } from "./rules/calendar-answers.ts";
import type { CalendarPlan } from "./rules/plan-calendar.ts";

export interface CalendarToCommit {
  hotelId: string;
  /** The version the plan was computed from. */
  seen: number;
  plan: CalendarPlan;
  /** Whether units were computed from what is sold. */
  fromSold: boolean;
  answer: Omit<CalendarChanged, "calendarVersion">;
  idempotent: IdempotentRequest | null;
}

/** What the database's refusals mean: the plan no longer fits what is there, or what is sold. */
const REFUSALS = {
  "hotels.calendar_version": "stale",
  "stock.units": "stale",
  stock_not_oversold: "stale",
} as const;

export type CalendarCommitted = { outcome: "committed"; calendarVersion: number } | { outcome: "stale" | "key_used" | "unknown" };

/** Events, stamps and rows of a plan, in the order a batch needs; none where nothing changes. */
export function calendarStatements(
  groupId: string,
  { hotelId, plan, fromSold, seen }: Pick<CalendarToCommit, "hotelId" | "plan" | "fromSold" | "seen">,
  nowMs: number,
): { stamps: Statement[]; writes: Statement[] } {
  const writes = writeCalendars(groupId, [{ hotelId, plan, fromSold }]);
  if (writes.length === 0) return { stamps: [], writes };
  const stamps = [
    ...appendEvents(groupId, nowMs, ariChanged(groupId, hotelId, plan.changed)),
    ...stampCalendars(groupId, [{ hotelId, seen }]),
  ];
  return { stamps, writes };
}

/** Writes a plan with its event, stamps and the caller's key, or nothing. An empty plan writes the key alone. */
export async function commitCalendar(ctx: CallerCtx, change: CalendarToCommit): Promise<CalendarCommitted> {
  const { groupId } = ctx.principal;
  const { hotelId, answer, idempotent } = change;
  const { stamps, writes } = calendarStatements(groupId, change, ctx.now());
  const { nightsChanged, warnings, changes } = answer;
  const told = changes ? ", 'changes', json(?11)" : "";
  const kept = {
    sql: `json_object('calendarVersion', ${calendarVersionSql("?8")}, 'nightsChanged', ?9, 'warnings', json(?10)${told})`,
    values: [hotelId, nightsChanged, JSON.stringify(warnings), ...(changes ? [JSON.stringify(changes)] : [])],
  };
  const statements = [...stamps, ...keepAnswer(idempotent, kept, ctx.now()), ...writes, selectCalendarVersion(groupId, hotelId)];
  const committed = await commitChange(ctx, { statements, refusals: REFUSALS });
  if (committed.outcome !== "committed") return { outcome: committed.outcome };
  const [row] = (committed.results.at(-1) ?? []) as { calendar_version: number }[];
  // The hotel was there in the read before; one that went meanwhile has no version to prove.
  return row ? { outcome: "committed", calendarVersion: row.calendar_version } : { outcome: "stale" };
}
