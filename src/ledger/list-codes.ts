/** The codes a group posts charges and payments under, for the console's forms (docs/interface.md §20). */
import type { CallerCtx } from "../access/caller.ts";
import { bindAll } from "../host/database.ts";
import { type CodeRow, selectAllPayCodes, selectAllSaleCodes } from "./rows/sites.ts";

export interface PostingCodes {
  saleCodes: readonly CodeRow[];
  payCodes: readonly CodeRow[];
}

/** Of the caller's group, by code. */
export async function listCodes(ctx: CallerCtx): Promise<PostingCodes> {
  const { groupId } = ctx.principal;
  const [sale, pay] = await ctx.db.batch<CodeRow>(bindAll(ctx.db, [selectAllSaleCodes(groupId), selectAllPayCodes(groupId)]));
  return { saleCodes: sale?.results ?? [], payCodes: pay?.results ?? [] };
}
