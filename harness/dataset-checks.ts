/** Compares what an import stored with the independent reading: used by a test on few rows and by a script on all. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { TargetDatabase } from "../cli/support/database.ts";
import { type OracleRow, type Sums, oracleFlexCents } from "./dataset-oracle.ts";

/** The text of a CSV, plain or .gz. */
export function csvText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** What the ledger of a group holds, as oracleSums gives it. */
export async function storedSums(db: TargetDatabase, groupId: string): Promise<Map<string, Sums>> {
  const rows = await db.query<{ key: string; n: number; gross: string; nett: string; tax: string }>(
    `SELECT transaction_type || ' ' || site_id AS key, count(*) AS n, CAST(sum(gross) AS TEXT) AS gross,
     CAST(sum(nett) AS TEXT) AS nett, CAST(sum(tax) AS TEXT) AS tax FROM ledger_lines WHERE group_id = '${groupId}' GROUP BY 1`,
  );
  return new Map(
    rows.map((row) => [row.key, { transactions: row.n, gross: BigInt(row.gross), nett: BigInt(row.nett), tax: BigInt(row.tax) }]),
  );
}

/** Stored prices of a night in cents, [FLEX, NONREF], or null where it is not sold. `night` is shifted. */
export async function storedCents(
  db: TargetDatabase,
  groupId: string,
  hotelId: string,
  room: string,
  night: number,
): Promise<(bigint | null)[]> {
  const date = new Date(night * 86_400_000);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const [row] = await db.query<{ flex: number | null; nonref: number | null }>(
    `SELECT json_extract(packed, '$.rooms.${room}.rates.FLEX.prices[${date.getUTCDate() - 1}]') AS flex,
     json_extract(packed, '$.rooms.${room}.rates.NONREF.prices[${date.getUTCDate() - 1}]') AS nonref
     FROM calendar_months WHERE group_id = '${groupId}' AND hotel_id = '${hotelId}' AND month = ${month}`,
  );
  return [row?.flex, row?.nonref].map((price) => (typeof price === "number" ? BigInt(price) / 100n : null));
}

/** What docs/interface.md §9 wants of a night, [FLEX, NONREF] in cents. `night` is true. */
export function wantedCents(rows: readonly OracleRow[], hotelId: string, room: string, night: number): (bigint | null)[] {
  const flex = oracleFlexCents(rows, hotelId === "H1", room, night);
  return [flex, flex === null ? null : (2n * flex * 9n + 10n) / 20n];
}
