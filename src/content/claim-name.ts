/** Names of hotels are one set in an installation: where it has several databases, the first one gives them out (docs/growing.md). */
import type { CallerCtx } from "../access/caller.ts";
import { bindAll } from "../host/database.ts";
import { type SiteRow, claimSite, selectSite } from "./rows/stored-content.ts";

/** Whether the name is the group's, which it is from now on where it was free. Asks nothing where there is one database. */
export async function claimName(ctx: CallerCtx, hotelId: string): Promise<boolean> {
  const [first] = ctx.shards ?? [];
  if (!first) return true;
  const { groupId } = ctx.principal;
  const [, found] = await first.batch(bindAll(first, [claimSite(groupId, hotelId), selectSite(hotelId)]));
  const [site] = (found?.results ?? []) as SiteRow[];
  return site?.group_id === groupId && site.kind === "hotel";
}
