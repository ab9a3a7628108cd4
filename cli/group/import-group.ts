/** npm run import -- group FILE.json: docs/interface.md §1. All or nothing; the same file again changes nothing. */
import { type TargetDatabase, shardOf } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type GroupPlan, planGroup } from "./plan-group.ts";
import { readGroupFile } from "./read-group-file.ts";

/** Imports a file and says what it did; `dryRun` only says what it would do. `shard`: the database of a new group. */
export async function importGroup(
  db: TargetDatabase,
  path: string,
  nowMs: number,
  { dryRun = false, shard }: { dryRun?: boolean | undefined; shard?: number | undefined } = {},
): Promise<string> {
  const { group, placeOf } = readGroupFile(path);
  if (shard !== undefined && !dryRun) await placeGroup(db, group.group.id, shard);
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

/** Decides where a new group will be, by the fence that the first database would keep of one that went there. */
async function placeGroup(db: TargetDatabase, groupId: string, shard: number): Promise<void> {
  shardOf(db.shards, { shard });
  const home = await db.ofGroup(groupId);
  if (home.shard === shard) return;
  const found = await home.query(`SELECT 1 FROM groups WHERE group_id = ${literal(groupId)}`);
  if (found.length > 0 || home.shard !== 0) {
    throw new UserError(`group "${groupId}" is on database ${home.shard}; npm run admin -- group move moves it`);
  }
  const sql = "INSERT INTO fences (group_id, state, shard, version, run) VALUES (?1, 'left', ?2, 1, '')";
  await home.apply([{ sql, values: [groupId, shard] }]);
}

/** Names are one set in the installation, kept in the first database. Claimed before they are used: by nobody else meanwhile. */
export async function claimNames(home: TargetDatabase, { names }: GroupPlan): Promise<void> {
  if (home.shard !== 0 && names.length > 0) await home.shards[0]?.apply(names);
}
