/**
 * History into a ledger in short transactions, beside a running service: nobody sees anything of it before the last one, which
 * lets all of it be seen (docs/storage.md). What a command left that was stopped is removed by the next one, and it begins anew.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Statement, refusedConstraint } from "../../src/host/database.ts";
import type { DatedPosting } from "../../src/ledger/post-documents.ts";
import {
  type LedgerLoad,
  claimLoad,
  forgetLoad,
  removeLoaded,
  selectNewestLoaded,
  showLoaded,
  withinLoad,
} from "../../src/ledger/rows/ledger-loads.ts";
import type { TargetDatabase } from "../support/database.ts";
import { literal, printStatement } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";

const RUN_BYTES = 12;

/** Between two transactions, at least: whoever waits for the database gets it. A transaction that took longer waits as long again. */
const PAUSE_MS = 10;

/** How the database refuses a transaction of a load that another command has taken over. */
const TAKEN_OVER = /NOT NULL constraint failed: ledger_loads\.run/;

/** What is in the ledger is another command's from here on. */
export class LoadTakenOver extends UserError {}

/** The data set of bookings makes its group in the transaction that begins its load: no other file may go before its own. */
export const BOOKINGS_FILE = "bookings:";

/**
 * Takes the group's ledger for one file, in one transaction with `before`, and removes what an unfinished load left. From here on
 * it takes documents of nobody else, until the load is finished or abandoned.
 */
export async function beginLoad(
  db: TargetDatabase,
  { groupId, fileSha256 }: Omit<LedgerLoad, "run">,
  nowMs: number,
  before: readonly (Statement | string)[] = [],
): Promise<LedgerLoad> {
  const unfinished = await unfinishedFile(db, groupId);
  if (unfinished !== null && unfinished !== fileSha256 && unfinished.startsWith(BOOKINGS_FILE)) {
    throw new UserError(`group ${groupId}: its import of bookings is not finished; run that again first. Nothing done`);
  }
  const load = { groupId, fileSha256, run: randomBytes(RUN_BYTES).toString("hex") };
  await db.apply([...before, claimLoad(load, nowMs)]);
  await removeAll(db, load);
  return load;
}

/** The file of the load that the group's ledger is taken for, as ledger_imports would name it; null where there is none. */
export async function unfinishedFile(db: TargetDatabase, groupId: string): Promise<string | null> {
  const [load] = await db.query<{ file_sha256: string }>(`SELECT file_sha256 FROM ledger_loads WHERE group_id = ${literal(groupId)}`);
  return load?.file_sha256 ?? null;
}

/**
 * Loads, and lets all of it be seen together with what `record` writes, told how many rows were loaded. Throws as the database
 * refuses, with what was loaded left behind.
 */
export async function finishLoad(
  db: TargetDatabase,
  load: LedgerLoad,
  postings: Iterable<DatedPosting>,
  record: (rows: number) => Iterable<Statement>,
): Promise<void> {
  let loaded = 0;
  for (const { statements, rows } of inSteps(postings, db.rowsAtOnce)) {
    await step(db, load, statements);
    loaded += rows;
  }
  await step(db, load, [...showLoaded(load), ...record(loaded)]);
}

/** Removes what was loaded; the ledger is as it was. */
export async function abandonLoad(db: TargetDatabase, load: LedgerLoad): Promise<void> {
  await removeAll(db, load);
  await step(db, load, forgetLoad(load.groupId));
}

/** Whole postings together, up to so many rows, or one that has more. */
function* inSteps(postings: Iterable<DatedPosting>, rowsMax: number): Generator<DatedPosting> {
  let together: Statement[] = [];
  let rows = 0;
  for (const posting of postings) {
    if (rows > 0 && rows + posting.rows > rowsMax) {
      yield { statements: together, rows };
      together = [];
      rows = 0;
    }
    together.push(...posting.statements);
    rows += posting.rows;
  }
  if (rows > 0) yield { statements: together, rows };
}

/** A document that is removed is looked for among those of bookings, where no index of the service leads: see cli/move/remove-remains.ts. */
const INDEX = "loading_booking_documents";

async function removeAll(db: TargetDatabase, load: LedgerLoad): Promise<void> {
  let key = await newestLoaded(db, load.groupId);
  if (key !== null) await db.apply([`CREATE INDEX IF NOT EXISTS ${INDEX} ON booking_documents (group_id, modified_key)`]);
  for (; key !== null; key = await newestLoaded(db, load.groupId)) await step(db, load, removeLoaded(load.groupId, key));
  // Also what a command left that was stopped here.
  await db.apply([`DROP INDEX IF EXISTS ${INDEX}`]);
}

async function newestLoaded(db: TargetDatabase, groupId: string): Promise<number | null> {
  const [text = ""] = printStatement(selectNewestLoaded(groupId, db.rowsAtOnce));
  const [newest] = await db.query<{ key: number | null }>(text);
  return newest?.key ?? null;
}

/** One transaction of the load, and a pause. */
async function step(db: TargetDatabase, load: LedgerLoad, statements: readonly Statement[]): Promise<void> {
  const startMs = performance.now();
  try {
    await db.apply(withinLoad(load, statements));
  } catch (error) {
    if (!TAKEN_OVER.test(refusedConstraint(error) ?? "")) throw error;
    throw new LoadTakenOver(`group ${load.groupId}: another command loads its ledger now; this one has stopped`);
  }
  await sleep(Math.max(PAUSE_MS, performance.now() - startMs));
}
