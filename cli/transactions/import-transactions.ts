/**
 * npm run import -- transactions FILE: history into a group's ledger (docs/import-transactions.md). Everything is read and
 * checked before anything is written, in bounded memory; all of the file is loaded or nothing, beside a running service.
 */
import { type Statement, refusedConstraint } from "../../src/host/database.ts";
import type { TargetDatabase } from "../support/database.ts";
import { AnswerLost } from "../support/remote/platform-api.ts";
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";
import { datedPostings } from "../../src/ledger/post-documents.ts";
import { contentSha256 } from "../support/read-text-file.ts";
import { insertRows, literal } from "../support/sql-text.ts";
import { type StagedPostings, stagePostings } from "./staged-postings.ts";
import { UserError } from "../support/user-error.ts";
import { LoadTakenOver, abandonLoad, beginLoad, finishLoad } from "./load-ledger.ts";
import { type LineGrouping, groupLines } from "./group-lines.ts";
import { type Row, readRows } from "./read-rows.ts";
import { TargetLedger } from "./target-ledger.ts";
import { type ImportedLine, faultsOfHeader, readTransaction } from "./read-transaction.ts";

/** Faults shown: enough to mend a file by, not to flood a terminal. */
const FAULTS_SHOWN_MAX = 100;

/** Documents turned into statements at a time. */
const DOCUMENTS_STAGED_AT_ONCE = 1000;

/** How far a clock may be wrong. */
const FUTURE_MS_MAX = 5 * 60 * 1000;

/** Rows between two reports of progress. */
const PROGRESS_ROWS = 10_000;

export interface LoadOptions {
  file: string;
  /** Undefined: the group all SiteIds of the file belong to. */
  groupId: string | undefined;
  nowMs: number;
  /** Takes lines dated later than now: everything posted behind them is then dated as late. */
  allowFuture?: boolean;
  /** Called now and then with the number of rows read. */
  progress?: (rows: number) => void;
}

/** Loads a file and says what was done. Throws UserError with every fault of the file, up to FAULTS_SHOWN_MAX. */
export async function loadTransactions(db: TargetDatabase, options: LoadOptions): Promise<string> {
  const { file } = options;
  const sha256 = await contentSha256(file);
  await refuseTwice(db, file, sha256);
  const stage = stagePostings();
  try {
    const ledger = await TargetLedger.open(db, options.groupId);
    const counts = await stageFile(ledger, stage, options);
    const columns = ["group_id", "file_sha256", "imported_ms", "documents", "lines"];
    const record = [ledger.groupId ?? "", sha256, options.nowMs, counts.documents, counts.lines];
    await load(ledger, options, sha256, stage, [...insertRows("ledger_imports", columns, [record])]);
    const last = ledger.newestKey + counts.documents;
    return `${counts.lines} transactions in ${counts.documents} documents, ModifiedKey ${ledger.newestKey + 1} to ${last}, loaded into ${ledger.groupId}`;
  } finally {
    stage.close();
  }
}

async function refuseTwice(db: TargetDatabase, file: string, sha256: string): Promise<void> {
  for (const shard of db.shards) {
    const [before] = await shard.query<{ group_id: string; imported_ms: number }>(
      `SELECT group_id, imported_ms FROM ledger_imports WHERE file_sha256 = ${literal(sha256)}`,
    );
    if (!before) continue;
    throw new UserError(`${file}: was loaded into ${before.group_id} on ${new Date(before.imported_ms).toISOString()}; nothing done`);
  }
}

/** Reads the whole file; statements are staged until the first fault. Throws where there is any. */
async function stageFile(ledger: TargetLedger, stage: StagedPostings, options: LoadOptions): Promise<{ documents: number; lines: number }> {
  const faults = new Faults(options.file);
  const counts = { documents: 0, lines: 0 };
  let grouping: LineGrouping | null = null;
  let ended: DatedDocument[] = [];
  const flush = (): void => {
    const firstKey = ledger.newestKey + counts.documents + 1;
    if (faults.count === 0) for (const posting of datedPostings(ledger.groupId ?? "", firstKey, ended)) stage.add(posting);
    counts.documents += ended.length;
    ended = [];
  };
  for await (const row of readRows(options.file, faultsOfHeader)) {
    counts.lines += 1;
    if (counts.lines % PROGRESS_ROWS === 0) options.progress?.(counts.lines);
    const line = await readLine(ledger, row, faults, options);
    if (!line) continue;
    grouping ??= groupLines(ledger.newestMs);
    const step = grouping.add(line);
    if (step.fault) faults.add(row.line, step.fault.field, step.fault.detail);
    if (step.ended) ended.push(ledger.inItsPeriod(step.ended));
    if (ended.length >= DOCUMENTS_STAGED_AT_ONCE) flush();
  }
  const last = grouping?.end();
  if (last) ended.push(ledger.inItsPeriod(last));
  flush();
  if (counts.lines === 0) throw new UserError(`${options.file}: holds no transactions`);
  faults.throwIfAny();
  return counts;
}

async function readLine(
  ledger: TargetLedger,
  row: Row,
  faults: Faults,
  { nowMs, allowFuture = false }: LoadOptions,
): Promise<ImportedLine | null> {
  if ("fault" in row) {
    faults.add(row.line, row.field ?? "", row.fault);
    return null;
  }
  const line = readTransaction(row.values);
  if (Array.isArray(line)) {
    for (const { field, detail } of line) faults.add(row.line, field, detail);
    return null;
  }
  const fault = await ledger.faultOfSite(line.siteId);
  const found = fault === null ? ledger.faultsOfPeriod(line) : [{ field: "SiteId", detail: fault }];
  if (!allowFuture && line.modifiedMs > nowMs + FUTURE_MS_MAX) {
    const detail = "lies in the future, and would misdate all that follows; --allow-future takes it all the same";
    found.push({ field: "ModifiedDate", detail });
  }
  for (const { field, detail } of found) faults.add(row.line, field, detail);
  return found.length === 0 ? line : null;
}

/** What a whole file can do wrong; anything else comes of a posting meanwhile. */
const REFUSALS: Readonly<Record<string, string>> = {
  ledger_exceeds_invoice: "a CreditNote takes back more than the Invoice it names by SecondReference holds under a SaleCode",
  ledger_exceeds_payment: "a refund gives back more than the Payment it names by SecondReference holds",
  ledger_period_closed: "a period was closed while it was read",
};

async function load(
  { database: db, groupId = "" }: TargetLedger,
  { file, nowMs }: LoadOptions,
  fileSha256: string,
  stage: StagedPostings,
  record: readonly Statement[],
): Promise<void> {
  const begun = await beginLoad(db, { groupId, fileSha256 }, nowMs);
  try {
    await finishLoad(db, begun, stage.read(), () => record);
  } catch (error) {
    const refused = refusedConstraint(error);
    // Where an answer was lost, all may be done: the next run finds out, and removes what there is of a load that is not finished.
    if (error instanceof LoadTakenOver || error instanceof AnswerLost) throw error;
    await abandonLoad(db, begun);
    if (refused === null) throw error;
    const told = REFUSALS[refused];
    if (told !== undefined) throw new UserError(`${file}: ${told}; nothing done`);
    throw new UserError(`${file}: something else was posted while it was read; nothing done, run it again`);
  }
}

class Faults {
  count = 0;
  readonly #file: string;
  readonly #shown: string[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  add(line: number, field: string, detail: string): void {
    this.count += 1;
    if (this.count <= FAULTS_SHOWN_MAX) this.#shown.push(`${this.#file}, line ${line}${field === "" ? "" : `, ${field}`}: ${detail}`);
  }

  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count - this.#shown.length;
    throw new UserError([...this.#shown, ...(more > 0 ? [`and ${more} more`] : []), "nothing was loaded"].join("\n"));
  }
}
