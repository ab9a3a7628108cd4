/** Promotions, sale codes and pay codes, which hold for all hotels of a group: docs/interface.md §14. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import type { Row } from "../change/rules/table-diff.ts";
import { bindAll } from "../host/database.ts";
import { collect } from "../selling/rules/check-calendar.ts";
import { attempt, commitContent, invalidContent, otherName } from "./change-content.ts";
import { wholeGroupOnly } from "./read-content.ts";
import { payCodeOfRow, promotionOfRow, saleCodeOfRow } from "./rows/content-of-rows.ts";
import { payCodeRow, promotionRow, saleCodeRow } from "./rows/group-tables.ts";
import { type PricedHotelRow, selectPricedHotels, selectTable } from "./rows/stored-content.ts";
import { checkPromotion } from "./rules/check-group.ts";
import type { PayCodeContent, PromotionContent, SaleCodeContent } from "./rules/group-schema.ts";
import { pricedHotel } from "./stored-hotel.ts";

export interface PutTerm<T> {
  value: T;
  isNew: boolean;
}

/** A promotion becomes what a request says. Failures: `not_found`, `invalid_content`. */
export function putPromotion(ctx: CallerCtx, code: string, promotion: PromotionContent): Promise<Result<PutTerm<PromotionContent>>> {
  return attempt(async () => {
    const refused = wholeGroupOnly(ctx);
    if (refused) return refused;
    const { groupId } = ctx.principal;
    const [priced, stored] = await ctx.db.batch(bindAll(ctx.db, [selectPricedHotels(groupId), selectTable("promotions", groupId)]));
    const { problems, report } = collect();
    if (promotion.code.toUpperCase() !== code.toUpperCase()) problems.push(otherName("code", code));
    checkPromotion(promotion, ((priced?.results ?? []) as PricedHotelRow[]).map(pricedHotel), [], report);
    if (problems.length > 0) return fail(invalidContent(problems));
    const row = promotionRow(groupId, promotion);
    const current = ((stored?.results ?? []) as Row[]).filter((one) => one.promo_code === row.promo_code);
    const committed = await commitContent(ctx, { current: { promotions: current }, wanted: { promotions: [row] } });
    return committed === "committed" ? ok({ value: promotionOfRow(row), isNew: current.length === 0 }) : null;
  });
}

/** A promotion goes; `not_found` where there is none of the code, in any case. */
export function deletePromotion(ctx: CallerCtx, code: string): Promise<Result<null>> {
  return attempt(async () => {
    const refused = wholeGroupOnly(ctx);
    if (refused) return refused;
    const stored = await ctx.db.batch<Row>(bindAll(ctx.db, [selectTable("promotions", ctx.principal.groupId)]));
    const current = (stored[0]?.results ?? []).filter((row) => row.promo_code === code.toUpperCase());
    if (current.length === 0) return fail({ code: "not_found", detail: "There is no such promotion in this group." });
    const committed = await commitContent(ctx, { current: { promotions: current }, wanted: {} });
    return committed === "committed" ? ok(null) : null;
  });
}

/** A sale code becomes what a request says: its tax counts at once, for what is booked or posted from now on. */
export async function putSaleCode(ctx: CallerCtx, code: string, content: SaleCodeContent): Promise<Result<PutTerm<SaleCodeContent>>> {
  if (content.code !== code) return wholeGroupOnly(ctx) ?? fail(invalidContent([otherName("code", code)]));
  const row = saleCodeRow(ctx.principal.groupId, content);
  const isNew = await putRow(ctx, "saleCodes", "sale_code", row);
  return isNew.ok ? ok({ value: saleCodeOfRow(row), isNew: isNew.value }) : isNew;
}

/** A pay code becomes what a request says. */
export async function putPayCode(ctx: CallerCtx, code: string, content: PayCodeContent): Promise<Result<PutTerm<PayCodeContent>>> {
  if (content.code !== code) return wholeGroupOnly(ctx) ?? fail(invalidContent([otherName("code", code)]));
  const row = payCodeRow(ctx.principal.groupId, content);
  const isNew = await putRow(ctx, "payCodes", "pay_code", row);
  return isNew.ok ? ok({ value: payCodeOfRow(row), isNew: isNew.value }) : isNew;
}

/** Whether the row was not there before. */
function putRow(ctx: CallerCtx, table: "saleCodes" | "payCodes", key: string, row: Row): Promise<Result<boolean>> {
  return attempt(async () => {
    const refused = wholeGroupOnly(ctx);
    if (refused) return refused;
    const stored = await ctx.db.batch<Row>(bindAll(ctx.db, [selectTable(table, ctx.principal.groupId)]));
    const current = (stored[0]?.results ?? []).filter((one) => one[key] === row[key]);
    const committed = await commitContent(ctx, { current: { [table]: current }, wanted: { [table]: [row] } });
    return committed === "committed" ? ok(current.length === 0) : null;
  });
}
