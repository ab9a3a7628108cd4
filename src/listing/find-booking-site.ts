/** Whether and how a group shows itself to guests: docs/interface.md §20. */
import { type Result, fail, ok } from "../base/result.ts";
import type { Ctx } from "../host/context.ts";
import { currentEdition } from "./current-edition.ts";
import type { GroupBrand } from "./rows/editions.ts";

export interface GroupSite extends GroupBrand {
  groupId: string;
  defaultLanguage: string;
  /** Languages any hotel of the group has a text in, sorted. */
  languages: readonly string[];
}

/** A group that has a booking page; `not_found` for any other, whether it exists or not. At most 30 s old. */
export async function findBookingSite(ctx: Ctx, groupId: string): Promise<Result<GroupSite>> {
  const current = await currentEdition(ctx, groupId, false);
  if (!current.ok) return current.failure.code === "unauthorized" ? noPage() : current;
  const { brand, defaultLanguage, languages } = current.value;
  return brand.bookingPage ? ok({ ...brand, groupId, defaultLanguage, languages }) : noPage();
}

function noPage() {
  return fail({ code: "not_found", detail: "There is no such page." });
}
