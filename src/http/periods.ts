/** GET /periods/{groupId}/{hotelId} and POST …/{periodId}/close: docs/interface.md §13. */
import { toJsonNumber } from "../base/money.ts";
import { ok } from "../base/result.ts";
import { closePeriod } from "../ledger/close-period.ts";
import { type ListedPeriod, listPeriods } from "../ledger/list-periods.ts";
import type { PeriodStatement, PeriodTotals, Values } from "../ledger/rules/periods.ts";
import { formatInstant } from "../ledger/rules/transaction-texts.ts";
import { answer, json } from "./answer.ts";
import { readBodilessKey, replayHeaders } from "./keyed-json.ts";
import type { CallerHandler } from "./types.ts";

/** Every period of a hotel, empty ones too. */
export const getPeriods: CallerHandler = async (c, ctx) => {
  const listed = await listPeriods(ctx, c.req.param("hotelId") ?? "");
  return answer(ctx, listed.ok ? ok({ periods: listed.value.map(periodJson) }) : listed);
};

/** Closes a period, or gives the statement of one that is closed. */
export const postPeriodClose: CallerHandler = async (c, ctx) => {
  const idempotent = readBodilessKey(c.req.raw, ctx.principal);
  if (!idempotent.ok) return answer(ctx, idempotent);
  const closed = await closePeriod(ctx, c.req.param("hotelId") ?? "", c.req.param("periodId") ?? "", idempotent.value);
  if (!closed.ok) return answer(ctx, closed);
  return json(statementJson(closed.value.statement), replayHeaders(closed.value.replayed));
};

function periodJson(period: ListedPeriod) {
  const { periodId, fromMs, toMs, isClosed } = period;
  const { documents, lines, sums } = totalsJson(period);
  const status = isClosed ? "closed" : "open";
  return { periodId, from: formatInstant(fromMs), to: formatInstant(toMs), status, documents, lines, sums };
}

function statementJson(statement: PeriodStatement) {
  const { siteId, number, periodId, fromMs, toMs, closedMs, throughKey, previous, hash } = statement;
  return {
    siteId,
    number,
    periodId,
    from: formatInstant(fromMs),
    to: formatInstant(toMs),
    closedAt: new Date(closedMs).toISOString(),
    throughKey,
    ...totalsJson(statement),
    previous,
    hash,
  };
}

function totalsJson({ documents, lines, sums, byTaxCode }: PeriodTotals) {
  return {
    documents,
    lines,
    sums: Object.fromEntries(Object.entries(sums).map(([type, values]) => [type, valuesJson(values)])),
    byTaxCode: byTaxCode.map(({ taxCode, ...values }) => ({ taxCode, ...valuesJson(values) })),
  };
}

function valuesJson({ gross, nett, tax }: Values) {
  return { gross: toJsonNumber(gross), nett: toJsonNumber(nett), tax: toJsonNumber(tax) };
}
