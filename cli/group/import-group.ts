/** npm run import -- group FILE.json: docs/interface.md §1. All or nothing; the same file again changes nothing. */
import type { TargetDatabase } from "../support/database.ts";
import { type GroupPlan, planGroup } from "./plan-group.ts";
import { readGroupFile } from "./read-group-file.ts";

/** Imports a file and says what it did; `dryRun` only says what it would do. */
export async function importGroup(db: TargetDatabase, path: string, nowMs: number, dryRun = false): Promise<string> {
  const { group, placeOf } = readGroupFile(path);
  const home = await db.ofGroup(group.group.id);
  const plan = await planGroup(home, group, placeOf, nowMs);
  const what = `group ${group.group.id}`;
  if (plan.statements.length === 0) return `${what}: nothing changed`;
  if (!dryRun) await claimNames(home, plan);
  if (!dryRun) await home.apply(plan.statements);
  const done = plan.isNew ? "created" : "updated";
  const summary = dryRun ? `would be ${done} (${plan.changes} rows); nothing was written` : `${done} (${plan.changes} rows)`;
  // Of a new group everything is new.
  return [`${what}: ${summary}`, ...(plan.isNew ? [] : plan.words)].join("\n");
}

/** Names are one set in the installation, kept in the first database. Claimed before they are used: by nobody else meanwhile. */
export async function claimNames(home: TargetDatabase, { names }: GroupPlan): Promise<void> {
  if (home.shard !== 0 && names.length > 0) await home.shards[0]?.apply(names);
}
