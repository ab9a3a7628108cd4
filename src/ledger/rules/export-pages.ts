/** How large the pages of an export are: docs/interface.md §19. Pure. */
import {
  EXPORT_FIRST_PAGE_ROWS,
  EXPORT_PAGES_PER_DOUBLING,
  EXPORT_PAGE_ROWS,
  EXPORT_PAGE_TEXT_OCTETS,
  EXPORT_SECOND_PAGE_ROWS,
  EXPORT_SHARED_PAGES,
  EXPORT_SHARED_PAGE_ROWS_MIN,
} from "../limits.ts";

/** The most a page holds: rows, and octets of text; null where so few rows need no measuring. */
export interface PageBounds {
  rows: number;
  textOctets: number | null;
}

/** What else decides how large a page may be. */
export interface PageShare {
  /** Queries that one page costs. */
  queriesPerPage?: number;
  /** Exports that run in this isolate now, this one among them. */
  exportsAtOnce?: number;
}

/**
 * The bounds of an export's page, from 0. The first is small, so that the first byte leaves at once; then they double up to
 * a size that distance does not slow, and again where there are very many, so that no export asks too many queries. Sooner
 * where each page costs several. Exports of one isolate share that size, so that their readers may all stop reading; but for
 * what an export behind very many pages needs.
 */
export function exportPageBounds(page: number, { queriesPerPage = 1, exportsAtOnce = 1 }: PageShare = {}): PageBounds {
  if (page === 0) return { rows: EXPORT_FIRST_PAGE_ROWS, textOctets: null };
  const doublings = Math.floor((page * queriesPerPage) / EXPORT_PAGES_PER_DOUBLING);
  const sharers = page < EXPORT_SHARED_PAGES ? exportsAtOnce : 1;
  const most = Math.max(EXPORT_SHARED_PAGE_ROWS_MIN, Math.floor(EXPORT_PAGE_ROWS / sharers));
  const rows = Math.min(EXPORT_SECOND_PAGE_ROWS * 2 ** Math.min(page - 1, 30), most);
  const isMeasured = rows > EXPORT_SECOND_PAGE_ROWS || sharers > 1;
  return { rows: rows * 2 ** doublings, textOctets: isMeasured ? Math.floor(EXPORT_PAGE_TEXT_OCTETS / sharers) * 2 ** doublings : null };
}
