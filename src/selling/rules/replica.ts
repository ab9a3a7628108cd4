/**
 * What an isolate knows of a group, true of one sequence, and how news take it to the next. Pure and immutable: a replica
 * that an answer is computed from never changes under it, and two of them share whatever did not change between.
 */
import type { ChangedHotel, News, Sale } from "./news.ts";
import { NO_CATALOGUE, changeCatalogue, movesOf } from "./replica-catalogue.ts";
import { type ReplicaMonths, addLoads, changeMonths, fillUnknown, moveHotels, sellMonths } from "./replica-months.ts";
import type { GroupCalendar } from "./stay.ts";
import { RECENT_SALES_MAX } from "../limits.ts";

export interface Replica extends GroupCalendar {
  /** Another number for every replica that began with nothing, so that what was derived from one is not taken for another's. */
  readonly epoch: number;
  readonly months: ReplicaMonths;
  /** By hotel.index: sequence of the last change or sale of the hotel. */
  readonly touched: readonly number[];
  /** The sales behind `recentSince`, in order. */
  readonly recent: readonly Sale[];
  readonly recentSince: number;
}

/** A replica out of news since -1. */
export function beginReplica(news: News, epoch: number): Replica {
  const nothing = { sequence: -1, epoch, touched: [], catalogue: NO_CATALOGUE, months: new Map(), recent: [], recentSince: news.until };
  return followNews(nothing, news);
}

/** Whether news can be told to a replica: they begin at or before its sequence and end at or behind it. */
export function canFollow(replica: Replica, news: News): boolean {
  return news.since <= replica.sequence && replica.sequence <= news.until;
}

/** The replica at the news' sequence. They must be such that it can follow. */
export function followNews(replica: Replica, news: News): Replica {
  if (news.until === replica.sequence && news.loads.length === 0) return replica;
  const changed = news.hotels.filter((hotel) => hotel.calendarVersion > replica.sequence);
  const sales = news.sales.filter((sale) => sale.sequence > replica.sequence);
  const next = withCatalogue(replica, changed, news);
  return {
    ...next,
    sequence: news.until,
    months: monthsAfter(next, changed, sales, news),
    touched: touchedAfter(next, changed, sales, news),
    ...recentAfter(next, sales, news),
  };
}

/**
 * The replica with months that were read at an earlier sequence than its own, brought forward by the sales since; the same
 * replica where that cannot be done. A load takes its time, and in a busy group others have seen newer news meanwhile.
 */
export function addLateLoads(replica: Replica, news: News): Replica {
  const isKnown = news.until >= replica.recentSince && news.until <= replica.sequence && replica.catalogue.termsVersion <= news.until;
  if (!isKnown || news.loads.length === 0) return replica;
  const { catalogue } = replica;
  const sales = replica.recent.filter((sale) => sale.sequence > news.until);
  const late = sellMonths(catalogue, addLoads(catalogue, new Map(), news.loads), sales);
  const isCurrent = (index: number): boolean => (catalogue.hotelList[index]?.calendarVersion ?? Infinity) <= news.until;
  return { ...replica, months: fillUnknown(replica.months, late, isCurrent) };
}

/** The replica without a month. */
export function forgetMonth(replica: Replica, month: number): Replica {
  return { ...replica, months: new Map([...replica.months].filter(([other]) => other !== month)) };
}

/** The replica with the catalogue of the news, and all that runs by hotel.index in its order. */
function withCatalogue(replica: Replica, changed: readonly ChangedHotel[], news: News): Replica {
  const terms = news.terms && news.terms.version > replica.catalogue.termsVersion ? news.terms : null;
  const catalogue = changeCatalogue(replica.catalogue, changed, terms);
  const moves = movesOf(replica.catalogue, catalogue);
  return {
    ...replica,
    catalogue,
    touched: moves ? moves.map((from) => replica.touched[from] ?? -1) : replica.touched,
    months: moves ? moveHotels(replica.months, moves) : replica.months,
  };
}

function monthsAfter(replica: Replica, changed: readonly ChangedHotel[], sales: readonly Sale[], news: News): ReplicaMonths {
  const { catalogue } = replica;
  if (news.isBeyondBounds) return addLoads(catalogue, new Map(), news.loads);
  const sold = sellMonths(catalogue, replica.months, sales);
  const hotelIds = changed.map((hotel) => hotel.id);
  const isTold = (month: number): boolean => news.trackedMonths.has(month);
  return addLoads(catalogue, changeMonths(catalogue, sold, { hotelIds, isTold, months: news.months }), news.loads);
}

function touchedAfter(replica: Replica, changed: readonly ChangedHotel[], sales: readonly Sale[], news: News): readonly number[] {
  if (news.isBeyondBounds) return replica.touched.map(() => news.until);
  if (changed.length === 0 && sales.length === 0) return replica.touched;
  const touched = [...replica.touched];
  const touch = (hotelId: string, sequence: number): void => {
    const index = replica.catalogue.hotels.get(hotelId)?.index;
    if (index !== undefined) touched[index] = sequence;
  };
  for (const sale of sales) for (const { hotelId } of sale.sold) touch(hotelId, sale.sequence);
  for (const { id } of changed) touch(id, news.until);
  return touched;
}

function recentAfter(replica: Replica, sales: readonly Sale[], news: News): Pick<Replica, "recent" | "recentSince"> {
  if (news.isBeyondBounds) return { recent: [], recentSince: news.until };
  if (sales.length === 0) return { recent: replica.recent, recentSince: replica.recentSince };
  const recent = [...replica.recent, ...sales];
  const dropped = recent[recent.length - RECENT_SALES_MAX - 1];
  return { recent: recent.slice(-RECENT_SALES_MAX), recentSince: dropped?.sequence ?? replica.recentSince };
}
