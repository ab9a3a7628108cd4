/** npm run replay -- FILE: the data set's bookings against a running service (docs/interface.md §9). Its last line is one JSON object. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { type StayRow, type StockRow, countOversoldNights } from "./dataset/count-oversold.ts";
import { lastHeldNight, replayedReservations } from "./dataset/replay-bookings.ts";
import { TARGET_OPTIONS, type TargetDatabase, openTarget } from "./support/database.ts";
import { startProgress } from "./support/progress.ts";
import { type Lives, liveOn } from "./support/live-on.ts";
import { withKey } from "./support/replay-key.ts";
import { literal } from "./support/sql-text.ts";
import { submitAll } from "./support/submit-all.ts";
import { UserError, WrongCall, runCommand } from "./support/user-error.ts";

const HELP = `npm run replay -- FILE.csv[.gz]
    Submits the bookings of the "Hotel booking demand" data set through POST /reservations of a running service, which has
    imported it (npm run import -- bookings FILE), and says what became of them. The last line is one JSON object.

    --url URL          of the service (http://127.0.0.1:8787)
    --group NAME       the imported group (demand)
    --concurrency N    requests at a time (32)
    --limit N          no more than so many
    --cancelled        the cancelled bookings too
    --lives            all of them, and then what became of them in life: cancelled, checked in and out, no-show, where their
                       day at the hotel has come
    --token TOKEN      an API key of the group; without one the command makes its own in the database and ends it afterwards
    --remote           the service's database is the deployed D1
    --host node|deno   the service's database is that of npm run start:node or start:deno
    --help             this text
`;

const DAYS_PER_WEEK = 7;
const DEFAULT_CONCURRENCY = 32;
const CONCURRENCY_MAX = 1000;

await runCommand(main);

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const { values, positionals } = readArguments(args);
  if (values.help || args.length === 0) return void process.stdout.write(HELP);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) {
    throw new WrongCall(`one file is needed, not: ${positionals.join(" ") || "nothing"}; try --help`);
  }
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  const groupId = values.group ?? "demand";
  const origin = readUrl(values.url ?? "http://127.0.0.1:8787");
  const concurrency = readCount("concurrency", values.concurrency, DEFAULT_CONCURRENCY, CONCURRENCY_MAX);
  const limit = readCount("limit", values.limit, Infinity, Number.MAX_SAFE_INTEGER);
  await assertServed(origin);
  const installation = openTarget({ remote: values.remote, host: values.host });
  try {
    const db = await installation.ofGroup(groupId);
    const shiftDays = await findShiftDays(db, groupId, file);
    const withLives = values.lives ?? false;
    const bookings = replayedReservations({ file, shiftDays, cancelled: withLives || (values.cancelled ?? false), limit });
    const url = `${origin}/reservations/${encodeURIComponent(groupId)}`;
    const lives: Lives = { cancelled: 0, checkedIn: 0, checkedOut: 0, noShow: 0, ahead: 0, livesFailed: 0 };
    const submit = (token: string) =>
      submitAll(
        bookings,
        { url, token, concurrency },
        startProgress("reservations", null),
        withLives ? liveOn(url, token, lives) : undefined,
      );
    const scopes = withLives ? ["reservations", "bookings"] : ["reservations"];
    const summary = await (values.token === undefined ? withKey(db, groupId, scopes, submit) : submit(values.token));
    const { p50, p99, perSecond, ...counts } = summary;
    const oversoldNights = await readOversoldNights(db, groupId);
    process.stdout.write(`${JSON.stringify({ ...counts, ...(withLives ? lives : {}), oversoldNights, p50, p99, perSecond })}\n`);
  } finally {
    installation.close();
  }
}

function readArguments(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...TARGET_OPTIONS,
      url: { type: "string" },
      group: { type: "string" },
      concurrency: { type: "string" },
      limit: { type: "string" },
      cancelled: { type: "boolean" },
      lives: { type: "boolean" },
      token: { type: "string" },
      help: { type: "boolean" },
    },
  });
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url.origin;
  throw new WrongCall(`--url: "${text}" is not an http address`);
}

function readCount(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  const count = Number(text);
  if (/^\d+$/.test(text) && count > 0 && count <= max) return count;
  throw new WrongCall(`--${name} is "${text}"; it must be a whole number from 1${max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`}`);
}

async function assertServed(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/health`).catch(() => null);
  await answer?.arrayBuffer();
  if (!answer?.ok) throw new UserError(`no service answers at ${origin}; start one: npm start`);
}

/** How far the import moved the calendar, found by the night it ends with: the same on whatever day it was imported. */
async function findShiftDays(db: TargetDatabase, groupId: string, file: string): Promise<number> {
  const [row] = await db.query<{ night: number | null }>(`SELECT max(night) AS night FROM stock WHERE group_id = ${literal(groupId)}`);
  const night = row?.night ?? null;
  if (night === null) throw new UserError(`group ${groupId} has no calendar; first: npm run import -- bookings ${file} --group ${groupId}`);
  const shiftDays = night - (await lastHeldNight(file));
  if (shiftDays % DAYS_PER_WEEK === 0) return shiftDays;
  throw new UserError(`group ${groupId} was not imported from ${file}: its calendar ends on another weekday`);
}

async function readOversoldNights(db: TargetDatabase, groupId: string): Promise<number> {
  const group = literal(groupId);
  const stock = await db.query<StockRow>(`SELECT hotel_id, room_id, night, units, sold FROM stock WHERE group_id = ${group}`);
  const stays = await db.query<StayRow>(
    `SELECT hotel_id, room_id, check_in, check_out, count(*) AS bookings FROM booking_versions v
    WHERE group_id = ${group} AND status <> 'cancelled'
      AND version = (SELECT max(version) FROM booking_versions WHERE booking_id = v.booking_id) GROUP BY 1, 2, 3, 4`,
  );
  return countOversoldNights(stock, stays);
}
