/** Removes what a group left in a database it is not served from, in short statements: the service goes on beside it. */
import { isFenced } from "../../src/host/fences.ts";
import type { OneDatabase } from "../support/database.ts";
import type { Key } from "../support/pages.ts";
import { literal } from "../support/sql-text.ts";
import { type Move, claimRemains, heldPremise, takenOver } from "./fencing.ts";
import { applyGently } from "./gentle.ts";
import { type Row, type TableShape, inRange, keyOf, pagesOf, readPage, readShapes } from "./table-pages.ts";
import { MOVED_TABLES, type MovedTable, NAMES_TABLE } from "./tables.ts";

/**
 * A row that is removed is looked for in the tables that may refer to it: where no index of the service leads there, by one that
 * lives as long as the removal. Without it each row would cost a reading of the other groups' rows.
 */
const INDEXES: Readonly<Record<string, string>> = {
  moving_booking_versions: "booking_versions (reservation_id, version)",
  moving_booking_documents: "booking_documents (group_id, modified_key)",
};

/** Removes all rows but the names. Whether there were any. */
export async function removeRemains(db: OneDatabase, move: Move): Promise<boolean> {
  if (!(await claimRemains(db, move))) return false;
  const left = await db.query(`SELECT 1 FROM groups WHERE group_id = ${literal(move.groupId)}`);
  if (left.length === 0) return false;
  for (const [name, on] of Object.entries(INDEXES)) await db.apply([`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`]);
  // Children first; the group itself goes last, and with it the sign that something is left.
  const shapes = await readShapes(
    db,
    MOVED_TABLES.map(({ name }) => name),
  );
  for (const table of MOVED_TABLES.toReversed()) {
    const shape = shapes.get(table.name);
    if (shape && table.name !== NAMES_TABLE) await removeTable(db, move, table, shape);
  }
  for (const name of Object.keys(INDEXES)) await db.apply([`DROP INDEX IF EXISTS ${name}`]);
  return true;
}

async function removeTable(db: OneDatabase, move: Move, table: MovedTable, shape: TableShape): Promise<void> {
  const { groupId } = move;
  const keys = { ...shape, columns: shape.keyColumns };
  let after: Key | null = null;
  for (;;) {
    const rows: Row[] = await readPage(db, pagesOf(table, keys, groupId), after);
    const last = rows.at(-1);
    if (!last) return;
    const through = keyOf(shape, last);
    try {
      await applyGently(db, [
        heldPremise(move, "left"),
        `DELETE FROM ${table.name} WHERE ${inRange(table, shape, groupId, { after, through })}`,
      ]);
    } catch (error) {
      throw isFenced(error) ? takenOver(groupId) : error;
    }
    after = through;
  }
}
