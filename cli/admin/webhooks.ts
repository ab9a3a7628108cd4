/** Webhooks: how far behind they are, stopped and set going again (docs/interface.md §17). */
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import { type Operands, readGroup, readText } from "./operands.ts";

interface WebhookRow {
  webhook_id: string;
  group_id: string;
  hotel_id: string | null;
  url: string;
  types: string;
  state: "enabled" | "disabled";
  disabled_reason: string | null;
  cursor: number;
  lag: number;
  last_error: string | null;
}

const SELECT = `SELECT webhook_id, group_id, hotel_id, url, types, state, disabled_reason, cursor, last_error,
  max(0, coalesce((SELECT max(sequence) FROM events e WHERE e.group_id = w.group_id), 0) - cursor) AS lag FROM webhooks w`;

/** The group's webhooks, one a line, the oldest first. */
export async function listWebhooks(db: TargetDatabase, operands: Operands): Promise<string> {
  const groupId = await readGroup(db, operands);
  const rows = await db.query<WebhookRow>(`${SELECT} WHERE group_id = ${literal(groupId)} ORDER BY webhook_id`);
  return rows.length === 0 ? `group "${groupId}" has no webhooks` : rows.map(describe).join("\n");
}

/** Disables one. Events wait from its cursor on. Disabling it again changes nothing. */
export async function disableWebhook(db: TargetDatabase, operands: Operands): Promise<string> {
  const { webhook_id: id, state, cursor } = await readWebhook(db, operands);
  if (state === "disabled") return `webhook ${id} is disabled, at event ${cursor}`;
  // The database writes the event webhook.disabled with it.
  await apply(db, id, "state = 'disabled', disabled_reason = 'asked'");
  return `webhook ${id} is disabled, at event ${cursor}; webhook resume --id ${id} goes on from there`;
}

/** Enables one, its failures forgotten: the running service goes on from the cursor within a minute. */
export async function resumeWebhook(db: TargetDatabase, operands: Operands): Promise<string> {
  const { webhook_id: id, cursor, lag } = await readWebhook(db, operands);
  await apply(db, id, "state = 'enabled', disabled_reason = NULL, failures = 0, failing_since_ms = NULL, next_attempt_ms = 0");
  return `webhook ${id} goes on behind event ${cursor}; events it has to catch up with: ${lag}`;
}

async function apply(db: TargetDatabase, id: string, assignments: string): Promise<void> {
  const nowMs = Date.now();
  await db.apply([`UPDATE webhooks SET ${assignments}, edition = edition + 1, changed_ms = ${nowMs} WHERE webhook_id = ${literal(id)}`]);
}

async function readWebhook(db: TargetDatabase, operands: Operands): Promise<WebhookRow> {
  const id = readText(operands, "id");
  const [row] = await db.query<WebhookRow>(`${SELECT} WHERE webhook_id = ${literal(id)}`);
  if (!row) throw new UserError(`there is no webhook "${id}" in ${db.name}; webhook list --group G shows a group's`);
  return row;
}

function describe(row: WebhookRow): string {
  const state = row.disabled_reason === null ? row.state : `${row.state} (${row.disabled_reason})`;
  const types = (JSON.parse(row.types) as string[]).join(",");
  const hotel = row.hotel_id === null ? [] : [`hotel ${row.hotel_id}`];
  const error = row.last_error === null ? [] : [`last error: ${row.last_error}`];
  return [row.webhook_id, state, `event ${row.cursor}`, `lag ${row.lag}`, ...hotel, types, row.url, ...error].join("  ");
}
