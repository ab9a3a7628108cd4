/**
 * The deployed D1 (docs/decisions/0042-remote-over-http.md): what fits one text is a query, which is one transaction and holds
 * up nobody for long; what does not is an import, which is all or nothing too, and keeps the database from serving while it runs.
 */
import { createHash } from "node:crypto";
import { closeSync, mkdtempSync, openAsBlob, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Statement } from "../../../src/host/database.ts";
import type { OneDatabase } from "../database.ts";
import type { D1Database } from "../local-d1.ts";
import { printStatement } from "../sql-text.ts";
import { UserError } from "../user-error.ts";
import { FIRST_WAIT_MS, POLL_MS, QUERY_BYTES_MAX, TRIES_MAX, UPLOAD_TIMEOUT_MS } from "./limits.ts";
import { AnswerLost, PlatformApi, PlatformRefusal, reasonOf } from "./platform-api.ts";

/** Rows of one import: it takes a few requests, and keeps the service waiting while it runs. */
const ROWS_AT_ONCE = 5_000;

/** What a query answers for each of its statements. */
interface QueryResult {
  results: unknown[];
  meta: { size_after?: number };
}

/** What an import answers at each step. */
interface ImportState {
  success?: boolean;
  status?: "active" | "complete" | "error";
  error?: string;
  errors?: string[];
  at_bookmark?: string;
  upload_url?: string;
  filename?: string;
}

/** The databases of wrangler.toml on the platform. Nobody logs in before the first statement. */
export function openRemoteDatabases(databases: readonly D1Database[]): OneDatabase[] {
  let api: Promise<PlatformApi> | null = null;
  const open = (): Promise<PlatformApi> => (api ??= PlatformApi.open(process.env));
  return databases.map((database) => openRemote(new RemoteD1(database, open)));
}

function openRemote(d1: RemoteD1): OneDatabase {
  return {
    name: d1.name,
    rowsAtOnce: ROWS_AT_ONCE,
    query: async <T>(sql: string) => ((await d1.query(sql)).at(-1)?.results ?? []) as T[],
    queryAll: async <T>(sqls: readonly string[]) => {
      const answers = sqls.length === 0 ? [] : await d1.query(sqls.join(";\n"));
      return answers.map(({ results }) => results as T[]);
    },
    apply: (statements) => d1.apply(statements),
    bytes: async () => (await d1.query("SELECT 1")).at(-1)?.meta.size_after ?? 0,
    close: () => {},
  };
}

class RemoteD1 {
  readonly name: string;
  readonly #database: D1Database;
  readonly #api: () => Promise<PlatformApi>;

  constructor(database: D1Database, api: () => Promise<PlatformApi>) {
    this.name = `the deployed D1 ${database.name}`;
    this.#database = database;
    this.#api = api;
  }

  query(sql: string): Promise<QueryResult[]> {
    // A SELECT may be asked again; whatever writes is not, since its answer alone may have been lost.
    return this.#post<QueryResult[]>("query", { sql }, /^\s*SELECT\b/i.test(sql));
  }

  async apply(statements: Iterable<Statement | string>): Promise<void> {
    const text = new SqlText();
    try {
      for (const sql of printAll(statements)) text.add(sql);
      if (text.isEmpty) return;
      if (text.short === null) await this.#import(text);
      else await this.query(text.short);
    } finally {
      text.close();
    }
  }

  async #import(text: SqlText): Promise<void> {
    const { blob, etag } = await text.file();
    // The platform keeps files by their digest: one that it has already it begins with at once.
    let state = await this.#post<ImportState>("import", { action: "init", etag }, false);
    if (state.upload_url !== undefined) {
      await upload(state.upload_url, blob);
      state = await this.#post<ImportState>("import", { action: "ingest", etag, filename: state.filename }, false);
    }
    while (state.success !== false && state.status !== "complete" && state.status !== "error") {
      await sleep(POLL_MS);
      state = await this.#post<ImportState>("import", { action: "poll", current_bookmark: state.at_bookmark }, true);
    }
    if (state.success === false || state.status === "error")
      throw this.#told(state.errors?.join("\n") || state.error || "the import failed");
  }

  async #post<T>(action: string, body: object, again: boolean): Promise<T> {
    const api = await this.#api();
    try {
      return await api.post<T>(`/d1/database/${this.#database.id}/${action}`, body, { again });
    } catch (error) {
      if (error instanceof AnswerLost) throw new AnswerLost(`${this.name}: ${error.message}`);
      if (!(error instanceof PlatformRefusal)) throw error;
      if (error.httpStatus === 404) throw this.#missing(api.accountId);
      throw error.httpStatus === 400 ? this.#told(error.message) : error;
    }
  }

  /** What the database says of a statement, its constraint's name among it. */
  #told(message: string): UserError {
    const cure = message.startsWith("no such table")
      ? `\nnpx wrangler d1 migrations apply ${this.#database.name} --remote makes its tables.`
      : "";
    return new UserError(`${this.name}: ${message}${cure}`);
  }

  #missing(accountId: string): UserError {
    const { name, id } = this.#database;
    return new UserError(
      `account ${accountId} has no database ${name} with id ${id}: npx wrangler d1 create ${name} makes it, and its id goes into wrangler.toml`,
    );
  }
}

function* printAll(statements: Iterable<Statement | string>): Generator<string> {
  for (const statement of statements) {
    if (typeof statement === "string") yield statement;
    else yield* printStatement(statement);
  }
}

/** Statements as one text: in memory while it is short enough for a query, then in a file. */
class SqlText {
  #texts: string[] = [];
  #bytes = 0;
  readonly #digest = createHash("md5");
  #folder = "";
  #handle: number | null = null;

  get isEmpty(): boolean {
    return this.#texts.length === 0 && this.#handle === null;
  }

  /** Null where it is too long for a query. */
  get short(): string | null {
    return this.#handle === null ? this.#texts.join("") : null;
  }

  add(sql: string): void {
    const text = `${sql};\n`;
    this.#bytes += Buffer.byteLength(text);
    this.#texts.push(text);
    if (this.#handle === null && this.#bytes > QUERY_BYTES_MAX) {
      this.#folder = mkdtempSync(join(tmpdir(), "tabard-"));
      this.#handle = openSync(this.#path, "wx", 0o600);
    }
    if (this.#handle === null) return;
    const written = this.#texts.join("");
    this.#digest.update(written);
    writeSync(this.#handle, written);
    this.#texts = [];
  }

  /** The file, with the digest that the platform knows it by. */
  async file(): Promise<{ blob: Blob; etag: string }> {
    return { blob: await openAsBlob(this.#path), etag: this.#digest.copy().digest("hex") };
  }

  close(): void {
    if (this.#handle === null) return;
    closeSync(this.#handle);
    rmSync(this.#folder, { recursive: true });
  }

  get #path(): string {
    return join(this.#folder, "import.sql");
  }
}

/** The same file to the same place: as often as it takes. */
async function upload(url: string, blob: Blob): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const reason = await put(url, blob);
    if (reason === null) return;
    if (tries === TRIES_MAX)
      throw new UserError(`the statements could not be uploaded (${reason}); nothing was done. Run the command again.`);
    await sleep(FIRST_WAIT_MS * 2 ** (tries - 1));
  }
}

async function put(url: string, body: Blob): Promise<string | null> {
  try {
    const answer = await fetch(url, { method: "PUT", body, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.ok ? null : `status ${answer.status}`;
  } catch (error) {
    return reasonOf(error);
  }
}
