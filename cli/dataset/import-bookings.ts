/**
 * npm run import -- bookings FILE: the public "Hotel booking demand" data set as a group of its own (docs/interface.md §9). The group
 * comes in one transaction, its ledger is seen whole in another. The same file again changes nothing, unless --shift-weeks moves
 * its calendar; its ledger is loaded once.
 */
import { claimNames } from "../group/import-group.ts";
import { planGroup } from "../group/plan-group.ts";
import { isId } from "../../src/selling/rules/calendar-entry.ts";
import type { Statement } from "../../src/host/database.ts";
import type { LedgerLoad } from "../../src/ledger/rows/ledger-loads.ts";
import type { TargetDatabase } from "../support/database.ts";
import { datedPostings } from "../../src/ledger/post-documents.ts";
import { BOOKINGS_FILE, beginLoad, finishLoad, unfinishedFile } from "../transactions/load-ledger.ts";
import { contentSha256 } from "../support/read-text-file.ts";
import { startProgress, withProgress } from "../support/progress.ts";
import { insertRows, literal } from "../support/sql-text.ts";
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
  const fileSha256 = `${BOOKINGS_FILE}${sha256}`;
  if (!isKnown && (await unfinishedFile(db, groupId)) !== fileSha256) await refuseExisting(db, groupId);
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
  const load = await beginLoad(db, { groupId, fileSha256 }, nowMs, plan.statements);
  await finishLoad(db, load, datedPostings(groupId, 1, documents), (rows) => rememberFile(load, nowMs, ledger.count, rows - ledger.count));
  return `group ${groupId}: ${bookings.length} bookings, ${ledger.count} documents, calendar ${weeks} weeks after the file's dates`;
}

async function isImported(db: TargetDatabase, groupId: string, sha256: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM ledger_imports WHERE group_id = ${literal(groupId)} AND file_sha256 = ${literal(`${BOOKINGS_FILE}${sha256}`)}`,
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

/** A row of ledger_imports. */
function rememberFile({ groupId, fileSha256 }: LedgerLoad, nowMs: number, documents: number, lines: number): Iterable<Statement> {
  const columns = ["group_id", "file_sha256", "imported_ms", "documents", "lines"];
  return insertRows("ledger_imports", columns, [[groupId, fileSha256, nowMs, documents, lines]]);
}
