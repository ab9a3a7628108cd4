/**
 * npm run import -- transactions FILE: history into a group's ledger (docs/import-transactions.md). Everything is read and
 * checked before anything is written, in bounded memory; all of the file is loaded or nothing.
 */
import { refusedConstraint } from "../../src/host/database.ts";
import type { TargetDatabase } from "../support/database.ts";
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";
import { datedPostingStatements } from "../../src/ledger/post-documents.ts";
import { contentSha256 } from "../support/read-text-file.ts";
import { insertRows, literal } from "../support/sql-text.ts";
import { type StagedStatements, stageStatements } from "../support/staged-statements.ts";
import { UserError } from "../support/user-error.ts";
import { type LineGrouping, groupLines } from "./group-lines.ts";
import { type Row, readRows } from "./read-rows.ts";
import { type ImportedLine, faultsOfHeader, readTransaction } from "./read-transaction.ts";

/** Faults shown: enough to mend a file by, not to flood a terminal. */
const FAULTS_SHOWN_MAX = 100;

/** Documents turned into statements at a time. */
const DOCUMENTS_STAGED_AT_ONCE = 1000;

/** Rows between two reports of progress. */
const PROGRESS_ROWS = 10_000;

export interface LoadOptions {
  file: string;
  /** Undefined: the group all SiteIds of the file belong to. */
  groupId: string | undefined;
  nowMs: number;
  /** Called now and then with the number of rows read. */
  progress?: (rows: number) => void;
}

/** Loads a file and says what was done. Throws UserError with every fault of the file, up to FAULTS_SHOWN_MAX. */
export async function loadTransactions(db: TargetDatabase, options: LoadOptions): Promise<string> {
  const { file } = options;
  const sha256 = await contentSha256(file);
  await refuseTwice(db, file, sha256);
  const stage = stageStatements();
  try {
    const ledger = await Ledger.open(db, options.groupId);
    const counts = await stageFile(ledger, stage, options);
    const columns = ["group_id", "file_sha256", "imported_ms", "documents", "lines"];
    const record = [ledger.groupId ?? "", sha256, options.nowMs, counts.documents, counts.lines];
    for (const statement of insertRows("ledger_imports", columns, [record])) stage.add(statement);
    await apply(db, file, stage);
    const last = ledger.newestKey + counts.documents;
    return `${counts.lines} transactions in ${counts.documents} documents, ModifiedKey ${ledger.newestKey + 1} to ${last}, loaded into ${ledger.groupId}`;
  } finally {
    stage.close();
  }
}

/** What the database says about sites and the ledger the file is for. */
class Ledger {
  groupId: string | undefined;
  newestKey = 0;
  newestMs = Number.NEGATIVE_INFINITY;
  readonly #db: TargetDatabase;
  readonly #groups: ReadonlyMap<string, string>;

  static async open(db: TargetDatabase, groupId: string | undefined): Promise<Ledger> {
    const sites = await db.query<{ site_id: string; group_id: string }>("SELECT site_id, group_id FROM sites");
    const ledger = new Ledger(db, new Map(sites.map((site) => [site.site_id, site.group_id])));
    if (groupId === undefined) return ledger;
    if (ledger.#groups.get(groupId) !== groupId) throw new UserError(`there is no group ${groupId}`);
    await ledger.#choose(groupId);
    return ledger;
  }

  private constructor(db: TargetDatabase, groups: ReadonlyMap<string, string>) {
    this.#db = db;
    this.#groups = groups;
  }

  /** What is wrong with a SiteId, or null. The first good one decides the group where none was named. */
  async faultOfSite(siteId: string): Promise<string | null> {
    const groupId = this.#groups.get(siteId);
    if (groupId === undefined) return `names no hotel: ${siteId}`;
    if (this.groupId === undefined) await this.#choose(groupId);
    return groupId === this.groupId ? null : `${siteId} is not a hotel of the group ${this.groupId}`;
  }

  async #choose(groupId: string): Promise<void> {
    this.groupId = groupId;
    const [newest] = await this.#db.query<{ modified_key: number; modified_ms: number }>(
      `SELECT modified_key, modified_ms FROM ledger_documents WHERE group_id = ${literal(groupId)} ORDER BY modified_key DESC LIMIT 1`,
    );
    if (!newest) return;
    this.newestKey = newest.modified_key;
    this.newestMs = newest.modified_ms;
  }
}

async function refuseTwice(db: TargetDatabase, file: string, sha256: string): Promise<void> {
  const [before] = await db.query<{ group_id: string; imported_ms: number }>(
    `SELECT group_id, imported_ms FROM ledger_imports WHERE file_sha256 = ${literal(sha256)}`,
  );
  if (before) {
    throw new UserError(`${file}: was loaded into ${before.group_id} on ${new Date(before.imported_ms).toISOString()}; nothing done`);
  }
}

/** Reads the whole file; statements are staged until the first fault. Throws where there is any. */
async function stageFile(ledger: Ledger, stage: StagedStatements, options: LoadOptions): Promise<{ documents: number; lines: number }> {
  const faults = new Faults(options.file);
  const counts = { documents: 0, lines: 0 };
  let grouping: LineGrouping | null = null;
  let ended: DatedDocument[] = [];
  const flush = (): void => {
    const firstKey = ledger.newestKey + counts.documents + 1;
    if (faults.count === 0) for (const statement of datedPostingStatements(ledger.groupId ?? "", firstKey, ended)) stage.add(statement);
    counts.documents += ended.length;
    ended = [];
  };
  for await (const row of readRows(options.file, faultsOfHeader)) {
    counts.lines += 1;
    if (counts.lines % PROGRESS_ROWS === 0) options.progress?.(counts.lines);
    const line = await readLine(ledger, row, faults);
    if (!line) continue;
    grouping ??= groupLines(ledger.newestMs);
    const step = grouping.add(line);
    if (step.fault) faults.add(row.line, step.fault.field, step.fault.detail);
    if (step.ended) ended.push(step.ended);
    if (ended.length >= DOCUMENTS_STAGED_AT_ONCE) flush();
  }
  const last = grouping?.end();
  if (last) ended.push(last);
  flush();
  if (counts.lines === 0) throw new UserError(`${options.file}: holds no transactions`);
  faults.throwIfAny();
  return counts;
}

async function readLine(ledger: Ledger, row: Row, faults: Faults): Promise<ImportedLine | null> {
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
  if (fault === null) return line;
  faults.add(row.line, "SiteId", fault);
  return null;
}

async function apply(db: TargetDatabase, file: string, stage: StagedStatements): Promise<void> {
  try {
    await db.apply(stage.read());
  } catch (error) {
    if (refusedConstraint(error) === null) throw error;
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
