/** npm run import -- group FILE.json: docs/interface.md §1. All or nothing; the same file again changes nothing. */
import type { TargetDatabase } from "../support/database.ts";
import { planGroup } from "./plan-group.ts";
import { readGroupFile } from "./read-group-file.ts";

/** Imports a file and says what it did; `dryRun` only says what it would do. */
export async function importGroup(db: TargetDatabase, path: string, nowMs: number, dryRun = false): Promise<string> {
  const { group, placeOf } = readGroupFile(path);
  const plan = await planGroup(db, group, placeOf, nowMs);
  const what = `group ${group.group.id}`;
  if (plan.statements.length === 0) return `${what}: nothing changed`;
  if (!dryRun) await db.apply(plan.statements);
  const done = plan.isNew ? "created" : "updated";
  const summary = dryRun ? `would be ${done} (${plan.changes} rows); nothing was written` : `${done} (${plan.changes} rows)`;
  // Of a new group everything is new.
  return [`${what}: ${summary}`, ...(plan.isNew ? [] : plan.words)].join("\n");
}
