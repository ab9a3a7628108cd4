/**
 * From a token or a site to its group's database, for requests whose path names no group: the XML interface and partners' endpoints
 * (docs/interface.md §19.2). Who has been proved is asked anew there. Asks nothing where there is one database.
 */
import { sha256Hex } from "../base/bytes.ts";
import type { Database } from "../host/database.ts";
import { type GroupCtx, useGroup } from "../host/group-database.ts";
import { retryRead } from "../host/retry-read.ts";
import { GROUPS_OF_TOKENS } from "./memory.ts";
import { findGroupOfSite } from "./rows/people.ts";
import { findGroupOfToken } from "./rows/tokens.ts";
import { shardIn } from "./rules/token.ts";

/** The database of the token's group, unless the path named a group. A token nobody knows changes nothing. */
export async function useGroupOfToken(ctx: GroupCtx, token: string): Promise<void> {
  if (!ctx.shards || ctx.databaseOf !== null) return;
  const groups = ctx.memory.of(GROUPS_OF_TOKENS);
  const hash = sha256Hex(token);
  const groupId = groups.get(hash) ?? (await groupOf(ctx.shards, token, hash));
  if (groupId === null) return;
  groups.set(hash, groupId);
  useGroup(ctx, groupId);
}

/** The database of the group a site belongs to: the first database knows all sites. */
export async function useGroupOfSite(ctx: GroupCtx, siteId: string): Promise<void> {
  const [first] = ctx.shards ?? [];
  if (!first || ctx.databaseOf !== null) return;
  const groupId = await retryRead(() => findGroupOfSite(first, siteId));
  if (groupId !== null) useGroup(ctx, groupId);
}

/** The database a session was opened in first; where its group has moved since, all others at once. */
async function groupOf(shards: readonly Database[], token: string, hash: string): Promise<string | null> {
  const named = shardIn(token);
  const first = named === null ? undefined : shards[named];
  const known = first ? await retryRead(() => findGroupOfToken(first, hash)) : null;
  if (known !== null) return known;
  const found = await Promise.all(shards.filter((db) => db !== first).map((db) => retryRead(() => findGroupOfToken(db, hash))));
  return found.find((groupId) => groupId !== null) ?? null;
}
