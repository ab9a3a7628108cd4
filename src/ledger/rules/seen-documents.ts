/** How far a ledger is to be seen, while history is loaded into it (docs/storage.md, table ledger_loads). Every reader ends there. */

/** Beyond every key and every instant of a ledger. */
const KEY_MAX = 2_147_483_647;
const MS_MAX = Number.MAX_SAFE_INTEGER;

/** The date of the last document to be seen where there is none. */
export const BEFORE_ALL_MS = -MS_MAX;

/** SQL: the key of the last document of a group that is to be seen, or one beyond all; `group` is SQL too. */
export function visibleKey(group: string): string {
  return `coalesce((SELECT visible_key FROM ledger_loads WHERE group_id = ${group}), ${KEY_MAX})`;
}

/** SQL: its date, or one beyond all. An index that begins with dates ends there. */
export function visibleMs(group: string): string {
  return `coalesce((SELECT visible_ms FROM ledger_loads WHERE group_id = ${group}), ${MS_MAX})`;
}

/** Both for a statement whose ?1 is the group. */
export const VISIBLE_KEY = visibleKey("?1");
export const VISIBLE_MS = visibleMs("?1");
