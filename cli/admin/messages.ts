/** The log of what partners sent of a hotel: docs/interface.md §15. */
import { MESSAGES_PER_PAGE_DEFAULT, MESSAGE_KEEP_MS } from "../../src/partners/limits.ts";
import type { MessageRow } from "../../src/partners/rows/messages.ts";
import type { MessageDetail } from "../../src/partners/rules/message-entry.ts";
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type Operands, readText } from "./operands.ts";

/** The newest messages of a hotel, one a line, with what was wrong below. */
export async function listMessages(db: TargetDatabase, operands: Operands): Promise<string> {
  const hotelId = readText(operands, "hotel");
  const hotels = await db.query(`SELECT 1 FROM hotels WHERE hotel_id = ${literal(hotelId)}`);
  if (hotels.length === 0) throw new UserError(`there is no hotel "${hotelId}" in ${db.name}`);
  const rows = await db.query<MessageRow>(
    `SELECT at_ms, client, protocol, message, echo_token, accepted, detail FROM partner_messages
     WHERE group_id = (SELECT group_id FROM hotels WHERE hotel_id = ${literal(hotelId)}) AND hotel_id = ${literal(hotelId)}
       AND at_ms > ${Date.now() - MESSAGE_KEEP_MS} ORDER BY at_ms DESC, message_id DESC LIMIT ${MESSAGES_PER_PAGE_DEFAULT}`,
  );
  if (rows.length === 0) return `no partner sent anything of hotel "${hotelId}" within 14 days`;
  return rows.map(describe).join("\n");
}

function describe(row: MessageRow): string {
  const { elements, rooms, from, to, nightsChanged, reservations, errors = [], warnings = [] } = JSON.parse(row.detail) as MessageDetail;
  const facts = [
    elements === undefined ? "" : `${elements} messages`,
    rooms ? rooms.join(",") : "",
    from === undefined ? "" : `${from} to ${to}`,
    nightsChanged === undefined ? "" : `${nightsChanged} nights changed`,
    reservations === undefined ? "" : `${reservations} reservations`,
    row.echo_token ?? "",
  ];
  const head = [new Date(row.at_ms).toISOString(), row.client, row.protocol, row.message, row.accepted ? "accepted" : "refused", ...facts];
  return [head.filter(Boolean).join("  "), ...[...errors, ...warnings].map((sentence) => `    ${sentence}`)].join("\n");
}
