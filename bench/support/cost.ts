/** What an operation costs: the platform's public prices (Workers Paid, read in November 2026), and the rows of the table. Pure. */
import type { Bill } from "./billed-bindings.ts";

/** Dollars per million, beyond what the plan includes: what an operation more costs who has used that up. */
const DOLLARS_PER_MILLION = {
  requests: 0.3,
  cpuMs: 0.02,
  rowsRead: 0.001,
  rowsWritten: 1,
  kvReads: 0.5,
  kvWrites: 5,
  kvDeletes: 5,
};

/** One operation's cost. */
export interface Cost extends Bill {
  operation: string;
  /** Null where the host does not tell. */
  cpuMs: number | null;
  /** Of a million such operations. */
  dollarsPerMillion: number | null;
}

/** The cost of an operation with this bill. */
export function costOf(operation: string, bill: Bill, cpuMs: number | null): Cost {
  return { operation, ...bill, cpuMs, dollarsPerMillion: cpuMs === null ? null : dollarsOf({ ...bill, cpuMs }) };
}

/** The columns of the table. */
export const COST_COLUMNS = [
  "operation",
  "rows read",
  "rows written",
  "KV reads",
  "KV writes",
  "KV deletes",
  "CPU ms",
  "a million cost about",
];

/** A cost as a row under COST_COLUMNS. */
export function costCells(cost: Cost): string[] {
  const { operation, rowsRead, rowsWritten, kvReads, kvWrites, kvDeletes, cpuMs, dollarsPerMillion } = cost;
  const counts = [rowsRead, rowsWritten, kvReads, kvWrites, kvDeletes, cpuMs ?? ""].map(String);
  return [operation, ...counts, dollarsPerMillion === null ? "" : `$${dollarsPerMillion.toFixed(2)}`];
}

/** One request and all it uses, a million times over: counts per operation are millions then. */
function dollarsOf(used: Bill & { cpuMs: number }): number {
  const uses: Record<keyof typeof DOLLARS_PER_MILLION, number> = { ...used, requests: 1 };
  const dollars = Object.entries(DOLLARS_PER_MILLION).reduce((sum, [what, price]) => sum + price * uses[what as keyof typeof uses], 0);
  return Math.round(dollars * 100) / 100;
}
