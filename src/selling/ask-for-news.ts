/** One question of a replica to D1, what is newer and the months it lacks, and what its answer makes of the isolate's memory. */
import type { Ctx } from "../host/context.ts";
import { type Database, type Statement, bindAll } from "../host/database.ts";
import { SELLING } from "./memory.ts";
import type { Load } from "./missing-months.ts";
import { rememberReplica } from "./replica-memory.ts";
import { type MonthRow, type NewsRow, cellsStatement, monthStatement, newsStatement } from "./rows/news.ts";
import { readCells, readMonth, readNews } from "./rows/read-news.ts";
import type { News } from "./rules/news.ts";
import { type Replica, addLateLoads, beginReplica, canFollow, followNews } from "./rules/replica.ts";

/** The group is gone, or was never there. */
export class NoSuchGroup extends Error {}

export interface Question {
  /** What is known; null: nothing. */
  base: Replica | null;
  load: Load;
  /** Goes first, and where it fails nothing is read. */
  premise?: Statement;
}

/** One round trip. Throws NoSuchGroup, and as D1 does. */
export async function askForNews(db: Database, groupId: string, { base, load, premise }: Question): Promise<News> {
  const question = { since: base?.sequence ?? -1, trackedMonths: new Set(base?.months.keys()) };
  const news = newsStatement(groupId, question.since, question.trackedMonths);
  const months = load.months.map(({ month, after }) => monthStatement(groupId, month, after, load.monthBytesMax));
  const cells = load.cells.length > 0 ? [cellsStatement(groupId, load.cells)] : [];
  const statements = bindAll(db, [...(premise ? [premise] : []), news, ...months, ...cells]);
  const [alone] = statements;
  const results = statements.length === 1 && alone ? [await alone.all<NewsRow>()] : await db.batch<NewsRow | MonthRow>(statements);
  const [newsRows = [], ...loaded] = results.slice(premise ? 1 : 0).map((result) => result.results);
  const loads = load.months.map(({ month, after }, index) => readMonth(month, after, loaded[index] as MonthRow[]));
  if (cells.length > 0) loads.push(...readCells(load.cells, loaded.at(-1) as MonthRow[]));
  const read = readNews(question, newsRows as NewsRow[], loads);
  if (!read) throw new NoSuchGroup(groupId);
  return read;
}

/**
 * The replica that an answer makes of what was known when it was asked for: brought forward, or, where the answer is of an earlier
 * moment, with the months that came with it. It goes into the isolate's memory, where others may have brought newer ones meanwhile.
 */
export function rememberNews(ctx: Pick<Ctx, "memory">, groupId: string, { base, news }: { base: Replica | null; news: News }): Replica {
  const memory = ctx.memory.of(SELLING).calendars;
  const replica = base ? told(base, news) : beginReplica(news, (memory.epochs += 1));
  const known = memory.replicas.get(groupId);
  rememberReplica(memory, groupId, !known || known === base ? replica : told(known, news));
  return replica;
}

function told(replica: Replica, news: News): Replica {
  return canFollow(replica, news) ? followNews(replica, news) : addLateLoads(replica, news);
}
