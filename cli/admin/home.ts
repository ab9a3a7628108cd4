/** The database a command works on: that of the group which its options name, by itself or by something of it. */
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import type { Operands } from "./operands.ts";

/** The group's database; the first one where the options name no group that is there. */
export async function homeOf(db: TargetDatabase, operands: Operands): Promise<TargetDatabase> {
  if (db.shards.length === 1) return db;
  const groupId = operands.group ?? (await groupOf(db, operands));
  return groupId === undefined ? db : db.ofGroup(groupId);
}

async function groupOf(db: TargetDatabase, { site, hotel, id }: Operands): Promise<string | undefined> {
  const siteId = site ?? hotel;
  if (siteId !== undefined) return groupIn(db, `SELECT group_id FROM sites WHERE site_id = ${literal(siteId)}`);
  if (id === undefined) return undefined;
  // Keys and webhooks are named by ids of their own, which their group's database alone knows.
  const named = literal(id);
  const sql = `SELECT group_id FROM tokens WHERE token_id = ${named} UNION SELECT group_id FROM webhooks WHERE webhook_id = ${named}`;
  for (const shard of db.shards) {
    const groupId = await groupIn(shard, sql);
    if (groupId !== undefined) return groupId;
  }
  return undefined;
}

async function groupIn(db: Pick<TargetDatabase, "query">, sql: string): Promise<string | undefined> {
  const [row] = await db.query<{ group_id: string }>(sql);
  return row?.group_id;
}
