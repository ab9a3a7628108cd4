/** The groups of an installation. */
import type { TargetDatabase } from "../support/database.ts";

interface GroupRow {
  group_id: string;
  name: string;
  hotels: string;
}

/** What a move copies, or has left behind, is told of where the group is. */
const SELECT_GROUPS = `SELECT group_id, name, (SELECT json_group_array(json_array(hotel_id, name, currency_code)) FROM hotels h
    WHERE h.group_id = g.group_id) AS hotels FROM groups g
  WHERE NOT EXISTS (SELECT 1 FROM fences f WHERE f.group_id = g.group_id AND f.state IN ('copying', 'left'))`;

/** One group a line, with its hotels below. */
export async function listGroups(db: TargetDatabase): Promise<string> {
  const found = await Promise.all(db.shards.map((shard) => shard.query<GroupRow>(SELECT_GROUPS)));
  const rows = found.flat().sort((one, other) => (one.group_id < other.group_id ? -1 : 1));
  if (rows.length === 0) return `${db.name} has no groups; npm run import -- group FILE.json makes one`;
  return rows.map(describe).join("\n");
}

function describe({ group_id: groupId, name, hotels }: GroupRow): string {
  const lines = (JSON.parse(hotels) as [string, string, string][]).sort(([one], [other]) => (one < other ? -1 : 1));
  return [`${groupId}  ${name}`, ...lines.map(([hotelId, hotel, currency]) => `    ${hotelId}  ${hotel}  ${currency}`)].join("\n");
}
