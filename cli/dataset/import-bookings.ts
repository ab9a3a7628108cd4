/**
 * npm run import -- bookings FILE: the public "Hotel booking demand" data set as a group of its own (docs/interface.md §9), in one
 * transaction. The same file again changes nothing, unless --shift-weeks moves its calendar; its ledger is loaded once.
 */
import { claimNames } from "../group/import-group.ts";
import { planGroup } from "../group/plan-group.ts";
import { isId } from "../../src/selling/rules/calendar-entry.ts";
import type { TargetDatabase } from "../support/database.ts";
import { datedPostingStatements } from "../../src/ledger/post-documents.ts";
import { contentSha256 } from "../support/read-text-file.ts";
import { startProgress, withProgress } from "../support/progress.ts";
import { literal } from "../support/sql-text.ts";
import { UserError, WrongCall } from "../support/user-error.ts";
import { bookingsGroup } from "./bookings-group.ts";
import { bookingsLedger } from "./bookings-ledger.ts";
import { type DatasetBooking, isHeld } from "./dataset-booking.ts";
import { defaultShiftWeeks, readBookings } from "./read-bookings.ts";

export interface BookingsImport {
  file: string;
  groupId: string;
  /** Undefined: the fewest that put the file's first arrival after today. */
  shiftWeeks: number | undefined;
  nowMs: number;
}

/** Imports the file and says what it did. */
export async function importBookings(installation: TargetDatabase, { file, groupId, shiftWeeks, nowMs }: BookingsImport): Promise<string> {
  if (!isId(groupId)) throw new WrongCall(`--group: "${groupId}" cannot be an id: letters, digits, '.', '_', '~', '-'`);
  const sha256 = await contentSha256(file);
  const db = await installation.ofGroup(groupId);
  const isKnown = await isImported(db, groupId, sha256);
  if (isKnown && shiftWeeks === undefined) return `group ${groupId}: already imported from this file; nothing changed`;
  if (!isKnown) await refuseExisting(db, groupId);
  const bookings = await readAll(file);
  const weeks = shiftWeeks ?? defaultShiftWeeks(firstArrival(bookings), nowMs);
  const plan = await planGroup(db, bookingsGroup(groupId, bookings, weeks), () => file, nowMs);
  await claimNames(db, plan);
  if (isKnown) {
    if (plan.statements.length > 0) await db.apply(plan.statements);
    return `group ${groupId}: calendar ${plan.statements.length > 0 ? "moved to" : "already"} ${weeks} weeks after the file's dates; ledger unchanged`;
  }
  const ledger = bookingsLedger(bookings);
  const documents = withProgress(ledger.documents, startProgress("documents", ledger.count));
  // All text first, so that the transaction, and with it the service's wait for it, is short.
  const statements = [...plan.statements, ...datedPostingStatements(groupId, 1, documents), rememberFile(groupId, sha256, nowMs)];
  await db.apply(withProgress(statements, startProgress("statements", statements.length)));
  return `group ${groupId}: ${bookings.length} bookings, ${ledger.count} documents, calendar ${weeks} weeks after the file's dates`;
}

async function isImported(db: TargetDatabase, groupId: string, sha256: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM ledger_imports WHERE group_id = ${literal(groupId)} AND file_sha256 = ${literal(`bookings:${sha256}`)}`,
  );
  return rows.length > 0;
}

async function refuseExisting(db: TargetDatabase, groupId: string): Promise<void> {
  const [group] = await db.query<{ name: string }>(`SELECT name FROM groups WHERE group_id = ${literal(groupId)}`);
  if (!group) return;
  throw new UserError(
    `group ${groupId} exists and was not made from this file; its ledger cannot be replaced. ` +
      `Import into an empty state: TABARD_STATE=folder npm run import -- bookings …`,
  );
}

async function readAll(file: string): Promise<DatasetBooking[]> {
  const bookings: DatasetBooking[] = [];
  const progress = startProgress("bookings", null);
  for await (const booking of readBookings(file)) {
    bookings.push(booking);
    progress.to(bookings.length);
  }
  progress.finish();
  const hasNights = bookings.some((booking) => isHeld(booking) && booking.nights > 0);
  if (!hasNights) throw new UserError(`${file}: no night of its bookings was held, so there is nothing to sell`);
  return bookings;
}

function firstArrival(bookings: readonly DatasetBooking[]): number {
  return bookings.reduce((first, booking) => Math.min(first, booking.arrival), Infinity);
}

/** A row of ledger_imports that counts what this transaction posted. */
function rememberFile(groupId: string, sha256: string, nowMs: number): string {
  const group = literal(groupId);
  return (
    `INSERT INTO ledger_imports (group_id, file_sha256, imported_ms, documents, lines) ` +
    `SELECT ${group}, ${literal(`bookings:${sha256}`)}, ${nowMs}, ` +
    `(SELECT count(*) FROM ledger_documents WHERE group_id = ${group}), (SELECT count(*) FROM ledger_lines WHERE group_id = ${group})`
  );
}
