/** What a move writes into table fences. Each is one conditional statement: a command that another has taken over from writes nothing more. */
import type { Statement } from "../../src/host/database.ts";
import { DATABASE_NOW_MS, type FenceRow, type Place } from "../../src/host/fences.ts";
import type { OneDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { FENCE_MS } from "./limits.ts";

/** A group's move by one command. */
export interface Move {
  groupId: string;
  /** Random. */
  run: string;
}

/** The group's fence in a database; undefined where it has none. */
export async function readFence(db: OneDatabase, groupId: string): Promise<FenceRow | undefined> {
  const [row] = await db.query<FenceRow>(`SELECT state, shard, version FROM fences WHERE group_id = ${literal(groupId)}`);
  return row;
}

/** Takes the source for this command, with a fence that lets everything pass. False where the group has left it meanwhile. */
export function claimSource(db: OneDatabase, move: Move, to: Place): Promise<boolean> {
  return put(db, move, "leaving", to, "WHERE state <> 'left'");
}

/** Marks the target: what it holds is not served, and takes what was checked elsewhere. */
export function claimTarget(db: OneDatabase, move: Move, from: Place): Promise<boolean> {
  return put(db, move, "copying", from, "");
}

/** The copy is whole: it is served to whoever comes from a source that the group has left, and checks what is written to it. */
export function makeReady(db: OneDatabase, move: Move): Promise<boolean> {
  return change(db, move, "state = 'arriving'", "state = 'copying'");
}

/** Says where the group is. False where the database knows of a later move than the one numbered `latest`. */
export function pointTo(db: OneDatabase, move: Move, to: Place, latest: number): Promise<boolean> {
  return put(db, move, "left", to, `WHERE state IN ('left', 'copying', 'arriving') AND version <= ${latest}`);
}

/** Says that the group is here, at rest. */
export function settle(db: OneDatabase, move: Move, { shard, version }: Place): Promise<boolean> {
  return put(db, move, "here", { shard, version }, "WHERE state <> 'left'");
}

/** Refuses writes from now on, for FENCE_MS. */
export function raise(db: OneDatabase, move: Move): Promise<boolean> {
  return change(db, move, `until_ms = ${DATABASE_NOW_MS} + ${FENCE_MS}`, "state = 'leaving'");
}

/** The same again. False where the fence has fallen: something may have been written. */
export function renew(db: OneDatabase, move: Move): Promise<boolean> {
  return change(db, move, `until_ms = ${DATABASE_NOW_MS} + ${FENCE_MS}`, `state = 'leaving' AND until_ms > ${DATABASE_NOW_MS}`);
}

/** The moment of the move: from here on the group is served at the target. False where the fence has fallen. */
export function leave(db: OneDatabase, move: Move): Promise<boolean> {
  return change(db, move, "state = 'left', until_ms = 0", `state = 'leaving' AND until_ms > ${DATABASE_NOW_MS}`);
}

/** Takes the rows a group left behind for this command, to remove them. False where the group is at home there. */
export async function claimRemains(db: OneDatabase, { groupId, run }: Move): Promise<boolean> {
  const sql = `UPDATE fences SET run = ${literal(run)} WHERE group_id = ${literal(groupId)} AND state = 'left' RETURNING 1 AS done`;
  return (await db.query(sql)).length > 0;
}

const HELD = `INSERT INTO fences (group_id, state, shard, version, run) SELECT ?1, NULL, 0, 0, ''
  WHERE NOT EXISTS (SELECT 1 FROM fences WHERE group_id = ?1 AND run = ?2 AND state = ?3)`;

/** Put before statements, it lets them pass only while the move is this command's, and the fence is in the state given. */
export function heldPremise({ groupId, run }: Move, state: FenceRow["state"]): Statement {
  return { sql: HELD, values: [groupId, run, state] };
}

/** Another command goes on with the move. */
export function takenOver(groupId: string): UserError {
  return new UserError(`group "${groupId}": another command moves it now; this one has stopped`);
}

async function put(db: OneDatabase, { groupId, run }: Move, state: string, { shard, version }: Place, where: string): Promise<boolean> {
  const values = `${literal(groupId)}, ${literal(state)}, ${shard}, ${version}, ${literal(run)}, 0`;
  const sql = `INSERT INTO fences (group_id, state, shard, version, run, until_ms) VALUES (${values})
    ON CONFLICT (group_id) DO UPDATE SET state = excluded.state, shard = excluded.shard, version = excluded.version, run = excluded.run,
      until_ms = 0 ${where} RETURNING 1 AS done`;
  return (await db.query(sql)).length > 0;
}

async function change(db: OneDatabase, { groupId, run }: Move, assignments: string, where: string): Promise<boolean> {
  const sql = `UPDATE fences SET ${assignments} WHERE group_id = ${literal(groupId)} AND run = ${literal(run)} AND ${where} RETURNING 1 AS done`;
  return (await db.query(sql)).length > 0;
}
