/** The periods of a hotel's own calendar: docs/interface.md §13. Pure. Days are day numbers; first and last second as lines carry them. */
import { DAY_MS, dayStartMs, firstDayOfMonth, formatDate, monthOfDay, parseDate } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";

export type PeriodKind = "day" | "month";

export interface Period {
  /** YYYYMMDD or YYYYMM. */
  periodId: number;
  fromMs: number;
  toMs: number;
}

const SECOND_MS = 1000;

/** The period a day lies in. */
export function periodOf(kind: PeriodKind, day: number): Period {
  const month = monthOfDay(day);
  const [first, next] = kind === "day" ? [day, day + 1] : [firstDayOfMonth(month), firstDayOfMonth(month + 1)];
  const digits = formatDate(first).replaceAll("-", "");
  return {
    periodId: Number(kind === "day" ? digits : digits.slice(0, 6)),
    fromMs: dayStartMs(first),
    toMs: dayStartMs(next) - SECOND_MS,
  };
}

/** The one behind it. */
export function periodAfter(kind: PeriodKind, { toMs }: Period): Period {
  return periodOf(kind, lastDayOf({ toMs }) + 1);
}

/** The last day of a period. */
export function lastDayOf({ toMs }: Pick<Period, "toMs">): number {
  return Math.floor(toMs / DAY_MS);
}

/** The period of an id, or null where it is not one of this kind. */
export function parsePeriodId(kind: PeriodKind, text: string): Period | null {
  const match = (kind === "day" ? /^(\d{4})(\d{2})(\d{2})$/ : /^(\d{4})(\d{2})$/).exec(text);
  const day = match && parseDate(`${match[1]}-${match[2]}-${match[3] ?? "01"}`);
  return day === null ? null : periodOf(kind, day);
}

/** What lines come to. */
export interface Values {
  gross: Money;
  nett: Money;
  tax: Money;
}

/** A row of the running sums. */
export interface PeriodSum extends Values {
  transactionType: string;
  taxCode: string;
  documents: number;
  lines: number;
}

/** A row of table ledger_period_sums. */
export function sumOfRow(row: Omit<PeriodSum, "transactionType" | "taxCode"> & { transaction_type: string; tax_code: string }): PeriodSum {
  return { ...row, transactionType: row.transaction_type, taxCode: row.tax_code };
}

/** What a period holds. */
export interface PeriodTotals {
  documents: number;
  lines: number;
  /** By type, as exported: Payments less refunds. */
  sums: Record<string, Values>;
  /** Invoices less CreditNotes that name one, by tax code. */
  byTaxCode: ({ taxCode: string } & Values)[];
}

/** The totals of a period's sums. */
export function totalsOf(rows: readonly PeriodSum[]): PeriodTotals {
  const sums: Record<string, Values> = {};
  const taxes = new Map<string, Values>();
  const totals = { documents: 0, lines: 0 };
  for (const row of rows.toSorted((a, b) => (a.transactionType < b.transactionType ? -1 : 1))) {
    totals.documents += row.documents;
    totals.lines += row.lines;
    sums[row.transactionType] = plus(sums[row.transactionType], row, 1);
    const side = row.transactionType === "Invoice" ? 1 : row.transactionType === "CreditNote" ? -1 : 0;
    if (side !== 0) taxes.set(row.taxCode, plus(taxes.get(row.taxCode), row, side));
  }
  const byTaxCode = [...taxes].map(([taxCode, values]) => ({ taxCode, ...values }));
  return { ...totals, sums, byTaxCode: byTaxCode.sort((a, b) => (a.taxCode < b.taxCode ? -1 : 1)) };
}

function plus(values: Values | undefined, { gross, nett, tax }: Values, side: 1 | -1): Values {
  const { gross: g, nett: n, tax: t } = values ?? { gross: 0, nett: 0, tax: 0 };
  return { gross: g + side * gross, nett: n + side * nett, tax: t + side * tax };
}

/** What stands before the first statement of a site. */
export const NO_STATEMENT_HASH = "0".repeat(64);

/** A closed period, for ever the same. */
export interface PeriodStatement extends Period, PeriodTotals {
  siteId: string;
  number: number;
  closedMs: number;
  throughKey: number;
  previous: string;
  hash: string;
}
