/** npm run import -- transactions --abandon: takes back what an import left that was stopped (docs/import-transactions.md). */
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { BOOKINGS_FILE, abandonLoad, beginLoad, unfinishedFile } from "./load-ledger.ts";

/**
 * Lets the group's ledger take documents again, and says what was done. An import that still runs stops at its next transaction.
 * May be stopped itself and run again.
 */
export async function abandonImport(installation: TargetDatabase, groupId: string, nowMs: number): Promise<string> {
  const db = await installation.ofGroup(groupId);
  const known = await db.query(`SELECT 1 FROM groups WHERE group_id = ${literal(groupId)}`);
  if (known.length === 0) throw new UserError(`there is no group ${groupId} in ${installation.name}`);
  const fileSha256 = await unfinishedFile(db, groupId);
  if (fileSha256 === null) return `${groupId} has no unfinished import; nothing done`;
  // Its ledger is what its group was made with: half of that is no state to be in.
  if (fileSha256.startsWith(BOOKINGS_FILE))
    throw new UserError(`${groupId} was made by an import of bookings: run that again. Nothing done`);
  await abandonLoad(db, await beginLoad(db, { groupId, fileSha256 }, nowMs));
  return `what an unfinished import left in ${groupId} is removed; its ledger takes documents again`;
}
