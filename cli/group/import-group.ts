/** npm run import -- group FILE.json: docs/interface.md §1. All or nothing; the same file again changes nothing. */
import type { TargetDatabase } from "../support/database.ts";
import { planGroup } from "./plan-group.ts";
import { readGroupFile } from "./read-group-file.ts";

/** Imports a file and says what it did. */
export async function importGroup(db: TargetDatabase, path: string, nowMs: number): Promise<string> {
  const { group, placeOf } = readGroupFile(path);
  const plan = await planGroup(db, group, placeOf, nowMs);
  const what = `group ${group.group.id}`;
  if (plan.statements.length === 0) return `${what}: nothing changed`;
  await db.apply(plan.statements);
  return `${what}: ${plan.isNew ? "created" : "updated"} (${plan.changes} rows)`;
}
