/** What the ledger knows of a hotel and of the codes it posts under: tables hotels, sale_codes and pay_codes. */
import type { Database, Statement } from "../../host/database.ts";

export interface SiteRow {
  hotel_id: string;
  timezone: string;
  currency_code: string;
  periods: "day" | "month" | null;
}

export interface SaleCodeRow {
  sale_code: string;
  description: string;
  nominal_code: string;
  tax_code: string;
  tax_basis_points: number;
}

export interface PayCodeRow {
  pay_code: string;
  description: string;
  nominal_code: string;
}

/** Gives SiteRow, or no row where the group has no such hotel. */
export function selectSite(groupId: string, hotelId: string): Statement {
  return {
    sql: "SELECT hotel_id, timezone, currency_code, periods FROM hotels WHERE group_id = ?1 AND hotel_id = ?2",
    values: [groupId, hotelId],
  };
}

/** A hotel of the group, or null. */
export async function findSite(db: Database, groupId: string, hotelId: string): Promise<SiteRow | null> {
  const { sql, values } = selectSite(groupId, hotelId);
  return db
    .prepare(sql)
    .bind(...values)
    .first<SiteRow>();
}

export interface IssuerRow {
  name: string;
  address1: string;
  address2: string;
  postcode: string;
  town: string;
  country: string;
  email: string;
  telephone: string;
  currency_code: string;
  timezone: string;
}

/** Gives IssuerRow: what a hotel's documents bear; no row where the group has no such hotel. */
export function selectIssuer(groupId: string, hotelId: string): Statement {
  return {
    sql: `SELECT name, address1, address2, postcode, town, country, email, telephone, currency_code, timezone FROM hotels
      WHERE group_id = ?1 AND hotel_id = ?2`,
    values: [groupId, hotelId],
  };
}

/** Gives SaleCodeRow of those that the group has. */
export function selectSaleCodes(groupId: string, codes: readonly string[]): Statement {
  return {
    sql: `SELECT sale_code, description, nominal_code, tax_code, tax_basis_points FROM sale_codes
      WHERE group_id = ?1 AND sale_code IN (SELECT value FROM json_each(?2))`,
    values: [groupId, JSON.stringify(codes)],
  };
}

/** Gives PayCodeRow, or no row. */
export function selectPayCode(groupId: string, code: string): Statement {
  return {
    sql: "SELECT pay_code, description, nominal_code FROM pay_codes WHERE group_id = ?1 AND pay_code = ?2",
    values: [groupId, code],
  };
}

export interface CodeRow {
  code: string;
  description: string;
}

/** Gives CodeRow of all that the group has. */
export function selectAllSaleCodes(groupId: string): Statement {
  return { sql: "SELECT sale_code AS code, description FROM sale_codes WHERE group_id = ?1 ORDER BY sale_code", values: [groupId] };
}

/** Gives CodeRow of all that the group has. */
export function selectAllPayCodes(groupId: string): Statement {
  return { sql: "SELECT pay_code AS code, description FROM pay_codes WHERE group_id = ?1 ORDER BY pay_code", values: [groupId] };
}
