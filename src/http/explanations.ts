/** GET /explanations/{groupId}/{hotelId}: docs/interface.md §18. */
import { formatDate } from "../base/calendar-date.ts";
import { toJsonNumber } from "../base/money.ts";
import { ok } from "../base/result.ts";
import { explainOffers } from "../selling/explain-offers.ts";
import type { Bar, ExplainedProduct, Explanation } from "../selling/rules/explanation.ts";
import { answer } from "./answer.ts";
import { parseStayQuery } from "./stay-query.ts";
import type { CallerHandler } from "./types.ts";

export const getExplanation: CallerHandler = async (c, ctx) => {
  const query = parseStayQuery(c.req.url);
  if (!query.ok) return answer(ctx, query);
  const found = await explainOffers(ctx, c.req.param("hotelId") ?? "", query.value);
  return answer(ctx, found.ok ? ok(explanationJson(found.value, query.value.arrival)) : found);
};

function explanationJson({ hotel, priceFrom, promotion, products }: Explanation, arrival: number) {
  return {
    hotelId: hotel.id,
    currencyCode: hotel.currencyCode,
    offered: priceFrom !== null,
    priceFrom: priceFrom === null ? null : toJsonNumber(priceFrom),
    promotion: promotion && { code: promotion.code, applied: promotion.reason === null, reason: promotion.reason },
    products: products.map((product) => productJson(product, arrival)),
  };
}

function productJson({ room, rate, isSellable, total, nights, tax, bars }: ExplainedProduct, arrival: number) {
  return {
    roomId: room.id,
    rateId: rate.id,
    sellable: isSellable,
    total: total === null ? null : toJsonNumber(total),
    nights: nights.map(({ night, price, steps }) => ({
      date: formatDate(arrival + night),
      price: toJsonNumber(price),
      steps: steps.map(({ step, amount }) => ({ step, amount: toJsonNumber(amount) })),
    })),
    tax: tax && { taxCode: tax.taxCode, percent: tax.basisPoints / 100, nett: toJsonNumber(tax.nett), tax: toJsonNumber(tax.tax) },
    bars: bars.map(barJson),
  };
}

function barJson({ code, day, required, actual }: Bar) {
  return {
    code,
    ...(day === null ? {} : { date: formatDate(day) }),
    ...(required === null ? {} : { required }),
    ...(actual === null ? {} : { actual }),
  };
}
