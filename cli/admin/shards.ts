/** Databases: what is on each, and a group's move from one to another (docs/growing.md). */
import { sumOf } from "../../src/base/money.ts";
import type { FenceRow } from "../../src/host/fences.ts";
import { moveGroup } from "../move/move-group.ts";
import type { OneDatabase, TargetDatabase } from "../support/database.ts";
import { WrongCall } from "../support/user-error.ts";
import { type Operands, readText } from "./operands.ts";

const MEBIBYTE = 1024 * 1024;
/** What D1 holds at most (docs/growing.md). A file on a disk of one's own is measured by the same. */
const D1_BYTES_MAX = 10e9;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
  /** Of the events, those of the last hour and of the last day. */
  events_of_hour: number;
  events_of_day: number;
  /** Events that the webhook furthest behind has yet to take. */
  webhook_lag: number;
}

/** Events since an instant, read from the log's end: no further than they reach. */
const eventsSince = (ms: number): string => `coalesce((SELECT max(sequence) FROM events e WHERE e.group_id = g.group_id), 0)
    - coalesce((SELECT sequence FROM events e WHERE e.group_id = g.group_id AND e.at_ms <= ${ms} ORDER BY sequence DESC LIMIT 1), 0)`;

const selectGroups = (nowMs: number): string => `SELECT g.group_id, f.state, f.shard,
  (SELECT count(*) FROM hotels h WHERE h.group_id = g.group_id) AS hotels,
  (SELECT count(*) FROM reservations r WHERE r.group_id = g.group_id) AS reservations,
  coalesce((SELECT max(modified_key) FROM ledger_documents d WHERE d.group_id = g.group_id), 0) AS documents,
  coalesce((SELECT max(sequence) FROM events e WHERE e.group_id = g.group_id), 0) AS events,
  ${eventsSince(nowMs - HOUR_MS)} AS events_of_hour, ${eventsSince(nowMs - DAY_MS)} AS events_of_day,
  max(0, coalesce((SELECT max(sequence) FROM events e WHERE e.group_id = g.group_id), 0)
    - coalesce((SELECT min(cursor) FROM webhooks w WHERE w.group_id = g.group_id AND w.state = 'enabled'), 9e15)) AS webhook_lag
  FROM groups g LEFT JOIN fences f ON f.group_id = g.group_id ORDER BY g.group_id`;

/** Every database with its size, what was written to it of late, and its groups. What is read D1's own metrics tell. */
export async function listShards(db: TargetDatabase): Promise<string> {
  const nowMs = Date.now();
  const texts: string[] = [];
  for (const [shard, one] of db.shards.entries()) texts.push(await describeShard(shard, one, nowMs));
  return texts.join("\n");
}

async function describeShard(shard: number, db: OneDatabase, nowMs: number): Promise<string> {
  const groups = await db.query<GroupRow>(selectGroups(nowMs));
  const bytes = await db.bytes();
  const size = `${(bytes / MEBIBYTE).toFixed(1)} MiB (${((100 * bytes) / D1_BYTES_MAX).toFixed(1)} % of 10 GB)`;
  const load = describeLoad({
    events_of_hour: sumOf(groups.map((group) => group.events_of_hour)),
    events_of_day: sumOf(groups.map((group) => group.events_of_day)),
  });
  return [`database ${shard}  ${size}  ${load}  groups ${groups.length}`, ...groups.map(describeGroup)].join("\n");
}

function describeLoad({ events_of_hour: ofHour, events_of_day: ofDay }: Pick<GroupRow, "events_of_hour" | "events_of_day">): string {
  return `changes in an hour ${ofHour}, in a day ${ofDay}`;
}

function describeGroup(group: GroupRow): string {
  const { group_id: groupId, hotels, reservations, documents, events, webhook_lag: lag, state, shard } = group;
  const counts = `hotels ${hotels}  reservations ${reservations}  documents ${documents}  events ${events}`;
  const behind = lag === 0 ? [] : [`webhooks behind ${lag}`];
  return [`  ${groupId}`, counts, describeLoad(group), ...behind, ...stateOf(state, shard)].join("  ");
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
