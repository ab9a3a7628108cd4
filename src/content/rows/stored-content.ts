/** What is stored of a group's content: the tables of group-tables.ts, and what a change of them must know. */
import type { Statement } from "../../host/database.ts";
import { GROUP_COLUMNS, type GroupTable, TABLES } from "./group-tables.ts";

export const ALL_TABLES = Object.keys(TABLES) as GroupTable[];

/** Tables whose rows belong to one hotel. */
export const HOTEL_TABLES = ["hotels", "texts", "rooms", "rates", "extras"] as const satisfies readonly GroupTable[];

/** A row of the group; none where there is no such group. */
export function selectGroup(groupId: string): Statement {
  return { sql: `SELECT ${GROUP_COLUMNS.join(", ")} FROM groups WHERE group_id = ?1`, values: [groupId] };
}

/** All rows of a table, in order of its key; of one hotel where it is named. */
export function selectTable(name: GroupTable, groupId: string, hotelId: string | null = null): Statement {
  const { name: table, columns, key } = TABLES[name];
  const sql = `SELECT ${columns.join(", ")} FROM ${table} WHERE group_id = ?1`;
  const order = `ORDER BY ${key.join(", ")}`;
  if (hotelId === null) return { sql: `${sql} ${order}`, values: [groupId] };
  return { sql: `${sql} AND hotel_id = ?2 ${order}`, values: [groupId, hotelId] };
}

export interface PricedHotelRow {
  hotel_id: string;
  currency_code: string;
  calendar_version: number;
  /** JSON: [[rateId, hidden]]. */
  rates: string;
}

/** Every hotel of the group, as promotions see it. */
export function selectPricedHotels(groupId: string): Statement {
  const sql = `SELECT hotel_id, currency_code, calendar_version, (SELECT json_group_array(json_array(r.rate_id, r.hidden)) FROM rates r
  WHERE r.group_id = h.group_id AND r.hotel_id = h.hotel_id) AS rates FROM hotels h WHERE h.group_id = ?1 ORDER BY h.hotel_id`;
  return { sql, values: [groupId] };
}

export interface SiteRow {
  group_id: string;
  kind: "group" | "hotel";
}

/** The name is the group's, unless it has an owner. */
export function claimSite(groupId: string, siteId: string): Statement {
  const sql = "INSERT INTO sites (site_id, group_id, kind) VALUES (?1, ?2, 'hotel') ON CONFLICT (site_id) DO NOTHING";
  return { sql, values: [siteId, groupId] };
}

/** Who has a name; no row where nobody has. */
export function selectSite(siteId: string): Statement {
  return { sql: "SELECT group_id, kind FROM sites WHERE site_id = ?1", values: [siteId] };
}
