/** Revenue by sale code and tax code, payments by pay code, for the console (docs/interface.md §20). */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { type CodeSumRow, selectCodeSums } from "./rows/line-sums.ts";
import { findSite } from "./rows/sites.ts";
import { type CodeSums, sumByCode } from "./rules/code-sums.ts";
import type { HotelSpan } from "./rules/hotel-span.ts";

/** Of the lines of a span; `not_found` for a hotel the caller cannot know. */
export async function sumCodes(ctx: CallerCtx, hotelId: string, span: HotelSpan): Promise<Result<CodeSums>> {
  const { groupId } = ctx.principal;
  const site = mayTouchHotel(ctx.principal, hotelId) && (await findSite(ctx.db, groupId, hotelId));
  if (!site) return fail({ code: "not_found", detail: "The group has no such hotel." });
  const { sql, values } = selectCodeSums(groupId, hotelId, span);
  const { results } = await ctx.db
    .prepare(sql)
    .bind(...values)
    .all<CodeSumRow>();
  const parts = results.map(({ is_payment: isPayment, sale_code: saleCode, pay_code: payCode, tax_code: taxCode, ...amounts }) => ({
    isPayment: isPayment === 1,
    saleCode,
    payCode,
    taxCode,
    ...amounts,
  }));
  return ok(sumByCode(parts));
}
