/** The groups of an installation. */
import type { TargetDatabase } from "../support/database.ts";

interface GroupRow {
  group_id: string;
  name: string;
  hotels: string;
}

/** One group a line, with its hotels below. */
export async function listGroups(db: TargetDatabase): Promise<string> {
  const rows = await db.query<GroupRow>(
    `SELECT group_id, name, (SELECT json_group_array(json_array(hotel_id, name, currency_code)) FROM hotels h
       WHERE h.group_id = g.group_id) AS hotels FROM groups g ORDER BY group_id`,
  );
  if (rows.length === 0) return `${db.name} has no groups; npm run import -- group FILE.json makes one`;
  return rows.map(describe).join("\n");
}

function describe({ group_id: groupId, name, hotels }: GroupRow): string {
  const lines = (JSON.parse(hotels) as [string, string, string][]).sort(([one], [other]) => (one < other ? -1 : 1));
  return [`${groupId}  ${name}`, ...lines.map(([hotelId, hotel, currency]) => `    ${hotelId}  ${hotel}  ${currency}`)].join("\n");
}
