/**
 * The primary's word on what is newer, and, where there are read replicas, the months that are missing from one of them:
 * docs/interface.md §19.5. However late a replica is, the primary brings what it gave to date, and nothing is answered before.
 */
import { withinMs } from "../base/within-ms.ts";
import type { Ctx } from "../host/context.ts";
import { REPLICA_WAIT_MS_MAX } from "../host/limits.ts";
import { anyReplica } from "../host/read-replicas.ts";
import { type Question, askForNews, rememberNews } from "./ask-for-news.ts";
import { SELLING } from "./memory.ts";
import { missingMonths } from "./missing-months.ts";
import { type WantedMonth, forgetReplica } from "./replica-memory.ts";
import type { News } from "./rules/news.ts";
import type { Replica } from "./rules/replica.ts";

interface Answer {
  /** What the news are to be told to. */
  base: Replica | null;
  news: News;
}

/** One round trip to the primary, behind one to a replica where anything is to be loaded. Throws as askForNews does. */
export async function askWithReplicas(ctx: Ctx, groupId: string, wanted: readonly WantedMonth[], question: Question): Promise<Answer> {
  const { base, load } = question;
  const late = base && load.months.length + load.cells.length === 0 ? null : await loadLate(ctx, groupId, question);
  if (!late) return { base, news: await askForNews(ctx.db, groupId, question) };
  const news = await askForNews(ctx.db, groupId, { base: late, load: missingMonths(late, wanted) });
  if (news.until >= news.since) return { base: late, news };
  // A replica that is ahead of the primary is of a past that never was: the database was restored.
  forgetReplica(ctx.memory.of(SELLING).calendars, groupId);
  return { base, news: await askForNews(ctx.db, groupId, question) };
}

/** What a replica made of the question, in the isolate's memory as well; null where there is none, or it has nothing that helps. */
async function loadLate(ctx: Ctx, groupId: string, question: Question): Promise<Replica | null> {
  const db = anyReplica(ctx);
  if (!db) return null;
  try {
    const news = await withinMs(askForNews(db, groupId, question), REPLICA_WAIT_MS_MAX);
    return rememberNews(ctx, groupId, { base: question.base, news });
  } catch (error) {
    // It may not know the group yet, or its tables: the primary does.
    ctx.log({ event: "replica_read_failed", detail: String(error) });
    return null;
  }
}
