/** What lines come to by their codes: docs/interface.md §20. Pure. */
import type { Values } from "./periods.ts";

/** By code, in its order. */
export type CodeSum = { code: string } & Values;

export interface CodeSums {
  /** Invoices less the CreditNotes that name one. */
  bySaleCode: CodeSum[];
  byTaxCode: CodeSum[];
  /** Payments less refunds. */
  byPayCode: CodeSum[];
}

/** A part of the lines, of one code of each kind. */
export interface CodePart extends Values {
  isPayment: boolean;
  saleCode: string;
  payCode: string;
  taxCode: string;
}

/** The parts put together by each kind of code. */
export function sumByCode(parts: readonly CodePart[]): CodeSums {
  const revenue = parts.filter(({ isPayment }) => !isPayment);
  const payments = parts.filter(({ isPayment }) => isPayment);
  return {
    bySaleCode: gather(revenue, ({ saleCode }) => saleCode),
    byTaxCode: gather(revenue, ({ taxCode }) => taxCode),
    byPayCode: gather(payments, ({ payCode }) => payCode),
  };
}

function gather(parts: readonly CodePart[], codeOf: (part: CodePart) => string): CodeSum[] {
  const sums = new Map<string, CodeSum>();
  for (const part of parts) {
    const code = codeOf(part);
    const sum = sums.get(code) ?? { code, gross: 0, nett: 0, tax: 0 };
    sums.set(code, { code, gross: sum.gross + part.gross, nett: sum.nett + part.nett, tax: sum.tax + part.tax });
  }
  return [...sums.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
}
