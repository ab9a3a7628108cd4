/** What a group's move copies: every table, with what it must be copied after before it. A test compares this with schema.sql. */
import { literal } from "../support/sql-text.ts";

export interface MovedTable {
  name: string;
  /** SQL: the group's rows; those that name it where this is missing. */
  rows?: (groupId: string) => string;
  /** Rows only come, each behind all others: what was compared once need not be again. */
  grows?: true;
  /** Rows of a page; PAGE_ROWS where this is missing. */
  pageRows?: number;
  /** A column that may be far longer than the others: pages end before it comes to too much. */
  wide?: string;
}

/** Parents first. */
export const MOVED_TABLES: readonly MovedTable[] = [
  { name: "sites" },
  { name: "groups" },
  { name: "hotels" },
  { name: "events", grows: true },
  { name: "webhooks" },
  { name: "hotel_texts" },
  { name: "sale_codes" },
  { name: "pay_codes" },
  { name: "rooms" },
  { name: "rates" },
  // A row is up to some hundred kilobytes, and of the largest hotels 1.9 MB.
  { name: "calendar_months", pageRows: 100, wide: "packed" },
  { name: "stock" },
  { name: "promotions" },
  { name: "extras" },
  { name: "users" },
  { name: "operators", rows: (groupId) => `site_id IN (SELECT site_id FROM sites WHERE group_id = ${literal(groupId)})` },
  { name: "tokens" },
  { name: "ledger_documents", grows: true },
  { name: "ledger_lines", grows: true },
  { name: "ledger_period_sums" },
  { name: "ledger_periods" },
  { name: "ledger_imports" },
  { name: "reservations" },
  { name: "reservation_versions" },
  { name: "bookings" },
  { name: "booking_versions" },
  { name: "booking_documents" },
  { name: "holds" },
  { name: "idempotency_keys" },
  { name: "partner_cursors" },
  { name: "partner_deliveries" },
  { name: "partner_messages" },
];

/** What belongs to a database and to no group, and why it stays. */
export const STAYING_TABLES: Readonly<Record<string, string>> = {
  fences: "says where groups are",
  secrets: "one of the installation, taken over from the first database",
  log_in_failures: "of accounts as typed, of an hour: a group that moves begins anew",
  statement_parts: "scratch of commands",
  ledger_loads: "a group does not move while history is loaded into it",
  ledger_load_sums: "a group does not move while history is loaded into it",
};

/** Rows that stay where a group was: the first database knows all names, and others may keep them. */
export const NAMES_TABLE = "sites";

/** The group's rows of a table, as a condition. */
export function rowsOf({ rows }: MovedTable, groupId: string): string {
  return rows ? rows(groupId) : `group_id = ${literal(groupId)}`;
}
