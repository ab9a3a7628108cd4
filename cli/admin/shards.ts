/** Databases: what is on each, and a group's move from one to another (docs/growing.md). */
import type { FenceRow } from "../../src/host/fences.ts";
import { moveGroup } from "../move/move-group.ts";
import type { OneDatabase, TargetDatabase } from "../support/database.ts";
import { WrongCall } from "../support/user-error.ts";
import { type Operands, readText } from "./operands.ts";

const MEBIBYTE = 1024 * 1024;

/** Moves a group to another database while the service runs. */
export async function moveToShard(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = readText(operands, "group");
  const to = operands.to ?? "";
  if (!/^\d{1,3}$/.test(to)) throw new WrongCall(`--to is the number of a database, from 0, not "${to}"`);
  if (Number(to) >= db.shards.length) {
    throw new WrongCall(`--to ${to}: databases 0 to ${db.shards.length - 1} are bound; SHARDS binds more (docs/growing.md)`);
  }
  return moveGroup(db, groupId, Number(to), (step) => process.stdout.write(`${step}\n`));
}

interface GroupRow extends Partial<FenceRow> {
  group_id: string;
  hotels: number;
  reservations: number;
  documents: number;
  events: number;
}

const SELECT_GROUPS = `SELECT g.group_id, f.state, f.shard,
  (SELECT count(*) FROM hotels h WHERE h.group_id = g.group_id) AS hotels,
  (SELECT count(*) FROM reservations r WHERE r.group_id = g.group_id) AS reservations,
  coalesce((SELECT max(modified_key) FROM ledger_documents d WHERE d.group_id = g.group_id), 0) AS documents,
  coalesce((SELECT max(sequence) FROM events e WHERE e.group_id = g.group_id), 0) AS events
  FROM groups g LEFT JOIN fences f ON f.group_id = g.group_id ORDER BY g.group_id`;

/** Every database with its size and its groups. */
export async function listShards(db: TargetDatabase): Promise<string> {
  const texts: string[] = [];
  for (const [shard, one] of db.shards.entries()) texts.push(await describeShard(shard, one));
  return texts.join("\n");
}

async function describeShard(shard: number, db: OneDatabase): Promise<string> {
  const groups = await db.query<GroupRow>(SELECT_GROUPS);
  const size = `${((await db.bytes()) / MEBIBYTE).toFixed(1)} MiB`;
  return [`database ${shard}  ${size}  groups ${groups.length}`, ...groups.map(describeGroup)].join("\n");
}

function describeGroup({ group_id: groupId, hotels, reservations, documents, events, state, shard }: GroupRow): string {
  const counts = `hotels ${hotels}  reservations ${reservations}  documents ${documents}  events ${events}`;
  return [`  ${groupId}`, counts, ...stateOf(state, shard)].join("  ");
}

/** What a move has left undone is said: the same command again finishes it. */
function stateOf(state: FenceRow["state"] | null | undefined, shard: number | null | undefined): string[] {
  switch (state) {
    case "copying":
    case "arriving":
      return [`coming from database ${shard}; group move again finishes it`];
    case "leaving":
      return [`going to database ${shard}; group move again finishes it`];
    case "left":
      return [`on database ${shard}; group move --to ${shard} removes what is left here`];
    default:
      return [];
  }
}
