/** How large the pages of an export are: docs/interface.md §19. Pure. */
import {
  EXPORT_FIRST_PAGE_ROWS,
  EXPORT_PAGES_PER_DOUBLING,
  EXPORT_PAGE_ROWS,
  EXPORT_PAGE_TEXT_OCTETS,
  EXPORT_SECOND_PAGE_ROWS,
} from "../limits.ts";

/** The most a page holds: rows, and octets of text; null where so few rows need no measuring. */
export interface PageBounds {
  rows: number;
  textOctets: number | null;
}

/**
 * The bounds of an export's page, from 0. The first is small, so that the first byte leaves at once; then they double up to
 * a size that distance does not slow, and again where there are very many, so that no export asks too many queries. Sooner
 * where each page costs several.
 */
export function exportPageBounds(page: number, queriesPerPage: number = 1): PageBounds {
  if (page === 0) return { rows: EXPORT_FIRST_PAGE_ROWS, textOctets: null };
  const rows = Math.min(EXPORT_SECOND_PAGE_ROWS * 2 ** Math.min(page - 1, 30), EXPORT_PAGE_ROWS);
  const times = 2 ** Math.floor((page * queriesPerPage) / EXPORT_PAGES_PER_DOUBLING);
  return { rows: rows * times, textOctets: rows <= EXPORT_SECOND_PAGE_ROWS ? null : EXPORT_PAGE_TEXT_OCTETS * times };
}
