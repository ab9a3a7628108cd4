/** Table webhooks, for its owners: made, listed, changed, removed. Deliveries: webhook-deliveries.ts. */
import type { Database } from "../../host/database.ts";
import type { RetiringSecret, Webhook, WebhookState } from "../rules/webhook.ts";

/** Whose endpoints: a group's, or those that a hotel's own callers made. */
export interface WebhookOwner {
  groupId: string;
  hotelId: string | null;
}

export interface NewWebhookRow {
  webhookId: string;
  url: string;
  types: readonly string[];
  /** Null: from the next event on. */
  cursor: number | null;
  createdMs: number;
}

/** What a caller changes; undefined leaves it. */
export interface WebhookChange {
  url?: string | undefined;
  types?: readonly string[] | undefined;
  state?: WebhookState | undefined;
  cursor?: number | undefined;
}

interface WebhookRow {
  webhook_id: string;
  hotel_id: string | null;
  url: string;
  types: string;
  state: WebhookState;
  disabled_reason: Webhook["disabledReason"];
  cursor: number;
  head: number;
  failures: number;
  failing_since_ms: number | null;
  last_error: string | null;
  next_attempt_ms: number;
  created_ms: number;
}

const HEAD = "(SELECT coalesce(max(sequence), 0) FROM events WHERE group_id = ?1)";

const COLUMNS = `webhook_id, hotel_id, url, types, state, disabled_reason, cursor, ${HEAD} AS head, failures, failing_since_ms,
  last_error, next_attempt_ms, created_ms`;

/** ?2: the hotel of a caller bound to one. */
const OWNED = "group_id = ?1 AND (?2 IS NULL OR hotel_id = ?2)";

/** Writes nothing where the group has ?8 endpoints, or where ?6 is ahead of the log. */
const INSERT = `INSERT INTO webhooks (group_id, hotel_id, webhook_id, url, types, cursor, created_ms, changed_ms)
  SELECT ?1, ?2, ?3, ?4, ?5, coalesce(?6, ${HEAD}), ?7, ?7
  WHERE (SELECT count(*) FROM webhooks WHERE group_id = ?1) < ?8 AND coalesce(?6, 0) <= ${HEAD}
  RETURNING 1 AS made`;

const SELECT_PAGE = `SELECT ${COLUMNS} FROM webhooks WHERE ${OWNED} AND webhook_id > ?3 ORDER BY webhook_id LIMIT ?4`;

const SELECT_ONE = `SELECT ${COLUMNS} FROM webhooks WHERE ${OWNED} AND webhook_id = ?3`;

/** What is null stays. Enabling forgets the failures, so that the next attempt is at once. Nothing where ?7 is ahead of the log. */
const UPDATE = `UPDATE webhooks SET url = coalesce(?4, url), types = coalesce(?5, types), cursor = coalesce(?7, cursor),
    state = coalesce(?6, state),
    disabled_reason = CASE coalesce(?6, state) WHEN 'enabled' THEN NULL ELSE coalesce(disabled_reason, 'asked') END,
    failures = CASE ?6 WHEN 'enabled' THEN 0 ELSE failures END,
    failing_since_ms = CASE ?6 WHEN 'enabled' THEN NULL ELSE failing_since_ms END,
    next_attempt_ms = CASE WHEN ?6 = 'enabled' OR ?4 IS NOT NULL THEN 0 ELSE next_attempt_ms END,
    edition = edition + 1, changed_ms = ?8
  WHERE ${OWNED} AND webhook_id = ?3 AND coalesce(?7, 0) <= ${HEAD}
  RETURNING ${COLUMNS}`;

const DELETE = `DELETE FROM webhooks WHERE ${OWNED} AND webhook_id = ?3 RETURNING 1 AS gone`;

const SELECT_SECRETS = `SELECT url, secret_generation, retiring_secrets FROM webhooks WHERE ${OWNED} AND webhook_id = ?3`;

/** Nothing where another rotation came first. */
const ROTATE = `UPDATE webhooks SET secret_generation = secret_generation + 1, retiring_secrets = ?5, edition = edition + 1, changed_ms = ?6
  WHERE ${OWNED} AND webhook_id = ?3 AND secret_generation = ?4 RETURNING secret_generation`;

/** Whether it was made: not where the group has `webhooksMax` already, nor where the cursor is ahead of the log. */
export async function insertWebhook(db: Database, owner: WebhookOwner, row: NewWebhookRow, webhooksMax: number): Promise<boolean> {
  const { webhookId, url, types, cursor, createdMs } = row;
  const made = await db
    .prepare(INSERT)
    .bind(owner.groupId, owner.hotelId, webhookId, url, JSON.stringify(types), cursor, createdMs, webhooksMax)
    .first();
  return made !== null;
}

/** How many endpoints a group has, of all its hotels. */
export async function countWebhooks(db: Database, groupId: string): Promise<number> {
  const row = await db.prepare("SELECT count(*) AS count FROM webhooks WHERE group_id = ?1").bind(groupId).first<{ count: number }>();
  return row?.count ?? 0;
}

/** Endpoints by age, after one. */
export async function findWebhooks(db: Database, owner: WebhookOwner, after: string, rowsMax: number): Promise<Webhook[]> {
  const { results } = await db.prepare(SELECT_PAGE).bind(owner.groupId, owner.hotelId, after, rowsMax).all<WebhookRow>();
  return results.map(webhookOf);
}

/** One of the owner's endpoints. */
export async function findWebhook(db: Database, owner: WebhookOwner, webhookId: string): Promise<Webhook | null> {
  const row = await db.prepare(SELECT_ONE).bind(owner.groupId, owner.hotelId, webhookId).first<WebhookRow>();
  return row && webhookOf(row);
}

/** The endpoint as changed; null where there is none, or where the cursor is ahead of the log. */
export async function updateWebhook(
  db: Database,
  owner: WebhookOwner,
  webhookId: string,
  { url = null, types, state = null, cursor = null }: { [K in keyof WebhookChange]: WebhookChange[K] | null },
  nowMs: number,
): Promise<Webhook | null> {
  const values = [url, types ? JSON.stringify(types) : null, state, cursor, nowMs];
  const row = await db
    .prepare(UPDATE)
    .bind(owner.groupId, owner.hotelId, webhookId, ...values)
    .first<WebhookRow>();
  return row && webhookOf(row);
}

/** Whether there was such an endpoint. */
export async function deleteWebhook(db: Database, owner: WebhookOwner, webhookId: string): Promise<boolean> {
  return (await db.prepare(DELETE).bind(owner.groupId, owner.hotelId, webhookId).first()) !== null;
}

export interface WebhookSecrets {
  url: string;
  generation: number;
  retiring: readonly RetiringSecret[];
}

/** What signs for an endpoint. */
export async function findSecrets(db: Database, owner: WebhookOwner, webhookId: string): Promise<WebhookSecrets | null> {
  const row = await db
    .prepare(SELECT_SECRETS)
    .bind(owner.groupId, owner.hotelId, webhookId)
    .first<{ url: string; secret_generation: number; retiring_secrets: string }>();
  if (!row) return null;
  return { url: row.url, generation: row.secret_generation, retiring: JSON.parse(row.retiring_secrets) as RetiringSecret[] };
}

/** The new generation; null where another rotation came first. */
export async function rotateSecret(
  db: Database,
  owner: WebhookOwner,
  webhookId: string,
  rotation: { from: number; retiring: readonly RetiringSecret[]; nowMs: number },
): Promise<number | null> {
  const { from, retiring, nowMs } = rotation;
  const row = await db
    .prepare(ROTATE)
    .bind(owner.groupId, owner.hotelId, webhookId, from, JSON.stringify(retiring), nowMs)
    .first<{ secret_generation: number }>();
  return row?.secret_generation ?? null;
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    webhookId: row.webhook_id,
    hotelId: row.hotel_id,
    url: row.url,
    types: JSON.parse(row.types) as string[],
    state: row.state,
    disabledReason: row.disabled_reason,
    cursor: row.cursor,
    lag: Math.max(0, row.head - row.cursor),
    failures: row.failures,
    failingSinceMs: row.failing_since_ms,
    lastError: row.last_error,
    nextAttemptMs: row.failures > 0 ? row.next_attempt_ms : null,
    createdMs: row.created_ms,
  };
}
