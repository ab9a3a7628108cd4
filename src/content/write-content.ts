/** The statements of a change of content, in the order that a batch needs: a file's import and the content API write by these alone. */
import { deleteStatements, upsertStatements } from "../change/write-table.ts";
import { appendEvents } from "../events/append-events.ts";
import type { Statement } from "../host/database.ts";
import { sellingStatements } from "../selling/write-selling.ts";
import type { HotelPlan } from "../selling/rules/plan-calendar.ts";
import type { Diffs, Touched } from "./touched.ts";

export interface ContentWrite {
  groupId: string;
  nowMs: number;
  /** Names of hotels that are new. */
  newSites: readonly string[];
  diffs: Diffs;
  /** Plans of the hotels there are after the change, and of those that go. */
  kept: readonly HotelPlan[];
  gone: readonly HotelPlan[];
  touched: Touched;
}

/** A name that the group has claimed before (claim-name.ts) is there already. */
const INSERT_SITES = `INSERT INTO sites (site_id, group_id, kind) SELECT value, ?1, 'hotel' FROM json_each(?2) n
  WHERE NOT EXISTS (SELECT 1 FROM sites s WHERE s.site_id = n.value AND s.group_id = ?1 AND s.kind = 'hotel')`;

const RAISE_CONTENT_VERSION = `UPDATE groups SET content_version = content_version + 1, content_changed_ms = max(content_changed_ms, ?2)
  WHERE group_id = ?1`;

/** None where nothing differs. The group itself is there. */
export function contentStatements({ groupId, nowMs, newSites, diffs, kept, gone, touched }: ContentWrite): Statement[] {
  return [
    ...(newSites.length > 0 ? [{ sql: INSERT_SITES, values: [groupId, JSON.stringify(newSites)] }] : []),
    ...Object.values(diffs).flatMap(upsertStatements),
    ...appendEvents(groupId, nowMs, touched.events),
    ...sellingStatements(groupId, { ...touched, kept, gone }),
    ...(touched.listing ? [{ sql: RAISE_CONTENT_VERSION, values: [groupId, nowMs] }] : []),
    // Children before their parents.
    ...Object.values(diffs).toReversed().flatMap(deleteStatements),
  ];
}
