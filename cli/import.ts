/** npm run import -- group | transactions | bookings FILE: docs/interface.md §1.3. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { importBookings } from "./dataset/import-bookings.ts";
import { importGroup } from "./group/import-group.ts";
import { abandonImport } from "./transactions/abandon-import.ts";
import { loadTransactions } from "./transactions/import-transactions.ts";
import { TARGET_OPTIONS, type TargetDatabase, openTarget } from "./support/database.ts";
import { startProgress } from "./support/progress.ts";
import { UserError, WrongCall, runCommand } from "./support/user-error.ts";

const HELP = `npm run import -- group FILE.json [--dry-run] [--shard N]
    A whole group, declaratively (docs/import-group.md). The same file again changes nothing.
    --dry-run says what would change, and changes nothing.
    --shard N puts a new group into database N (docs/growing.md).
    npm run import -- group alpine.json

npm run import -- transactions FILE [--group G] [--allow-future]
    Financial transactions, NDJSON or CSV, plain or .gz (docs/import-transactions.md); all of one group.
    npm run import -- transactions history.csv.gz

npm run import -- transactions --abandon --group G
    Takes back what an import left that was stopped, instead of running it again.

npm run import -- bookings FILE.csv[.gz] [--group demand] [--shift-weeks N]
    The public "Hotel booking demand" data set: two hotels, their calendar and their ledger.
    npm run import -- bookings hotel_bookings.csv.gz

Options of all
    --remote          into the deployed D1
    --host node|deno  into the database of npm run start:node and start:deno
    --help            this text
`;

await runCommand(() => main(process.argv.slice(2)));

async function main(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help || args.length === 0) {
    process.stdout.write(HELP);
    return;
  }
  const [kind, file, ...rest] = positionals;
  if (values.abandon) return abandon(values, positionals);
  if (file === undefined || rest.length > 0)
    throw new WrongCall(`one kind and one file are needed, not: ${positionals.join(" ") || "nothing"}; try --help`);
  const { group, remote, host, "shift-weeks": shiftWeeks, "dry-run": dryRun, "allow-future": allowFuture = false, shard } = values;
  if (kind !== "bookings" && shiftWeeks !== undefined) throw new WrongCall("--shift-weeks belongs to bookings");
  if (kind !== "group" && dryRun) throw new WrongCall("--dry-run belongs to group");
  if (kind !== "transactions" && allowFuture) throw new WrongCall("--allow-future belongs to transactions");
  if (kind !== "group" && shard !== undefined) throw new WrongCall("--shard belongs to group; admin -- group move moves one that is there");
  if (kind === "group" && group !== undefined) throw new WrongCall("--group does not belong to group: the file names it");
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  const target = { remote, host };
  switch (kind) {
    case "group":
      return report(await withTarget(target, (db) => importGroup(db, file, Date.now(), { dryRun, shard: readShard(shard) })));
    case "bookings": {
      const bookings = { file, groupId: group ?? "demand", shiftWeeks: weeks(shiftWeeks), nowMs: Date.now() };
      report(await withTarget(target, (db) => importBookings(db, bookings)));
      return report(`A key for it: npm run admin -- key create --group ${bookings.groupId}${targetOption(target)}`);
    }
    case "transactions":
      return report(await withTarget(target, (db) => importWithProgress(db, file, group, allowFuture)));
    default:
      throw new WrongCall(`${kind} is not one of group, transactions, bookings; try --help`);
  }
}

async function abandon({ group, remote, host, ...others }: Options, positionals: readonly string[]): Promise<void> {
  const given = Object.entries(others).filter(([name, value]) => name !== "abandon" && value !== undefined);
  if (positionals.join(" ") !== "transactions" || group === undefined || given.length > 0) {
    throw new WrongCall("--abandon goes with transactions and --group alone; try --help");
  }
  report(await withTarget({ remote, host }, (db) => abandonImport(db, group, Date.now())));
}

async function importWithProgress(db: TargetDatabase, file: string, groupId: string | undefined, allowFuture: boolean): Promise<string> {
  const progress = startProgress("transactions", null);
  return loadTransactions(db, { file, groupId, nowMs: Date.now(), allowFuture, progress: (rows) => progress.to(rows) });
}

type Options = ReturnType<typeof readArguments>["values"];

function readArguments(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...TARGET_OPTIONS,
      group: { type: "string" },
      "shift-weeks": { type: "string" },
      shard: { type: "string" },
      "dry-run": { type: "boolean" },
      "allow-future": { type: "boolean" },
      abandon: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
}

function readShard(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text)) throw new WrongCall(`--shard is the number of a database, from 0, not "${text}"`);
  return Number(text);
}

function weeks(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d{1,4}$/.test(text)) throw new WrongCall(`--shift-weeks is a whole number, not ${text}`);
  return Number(text);
}

/** The option that leads another command to the same database. */
function targetOption({ remote, host }: { remote?: boolean | undefined; host?: string | undefined }): string {
  if (remote) return " --remote";
  return host === undefined ? "" : ` --host ${host}`;
}

async function withTarget<T>(
  options: { remote?: boolean | undefined; host?: string | undefined },
  work: (db: TargetDatabase) => Promise<T>,
): Promise<T> {
  const db = openTarget(options);
  try {
    return await work(db);
  } catch (error) {
    throw mendable(error);
  } finally {
    db.close();
  }
}

/** What the database says where another writes to it at the same time. */
function mendable(error: unknown): unknown {
  const message = error instanceof Error ? error.message : "";
  if (message.includes("database is locked")) return new UserError("The database is busy; nothing was imported. Try again.");
  if (message.includes("hotels_periods_in_use")) {
    return new UserError("A hotel's periods cannot change once its ledger has lines in them; nothing was imported.");
  }
  if (message.includes("stock_not_oversold")) return new UserError("Units were sold meanwhile; nothing was imported. Try again.");
  if (message.includes("hotels.calendar_version")) return new UserError("The calendar changed meanwhile; nothing was imported. Try again.");
  return error;
}

function report(text: string): void {
  process.stdout.write(`${text}\n`);
}
