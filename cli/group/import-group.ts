/** npm run import -- group FILE.json: docs/interface.md §1. All or nothing; the same file again changes nothing. */
import type { TargetDatabase } from "../support/database.ts";
import { type GroupPlan, planGroup } from "./plan-group.ts";
import { readGroupFile } from "./read-group-file.ts";

/** Imports a file and says what it did. */
export async function importGroup(db: TargetDatabase, path: string, nowMs: number): Promise<string> {
  const { group, placeOf } = readGroupFile(path);
  const home = await db.ofGroup(group.group.id);
  const plan = await planGroup(home, group, placeOf, nowMs);
  const what = `group ${group.group.id}`;
  if (plan.statements.length === 0) return `${what}: nothing changed`;
  await claimNames(home, plan);
  await home.apply(plan.statements);
  return `${what}: ${plan.isNew ? "created" : "updated"} (${plan.changes} rows)`;
}

/** Names are one set in the installation, kept in the first database. Claimed before they are used: by nobody else meanwhile. */
export async function claimNames(home: TargetDatabase, { names }: GroupPlan): Promise<void> {
  if (home.shard !== 0 && names.length > 0) await home.shards[0]?.apply(names);
}
