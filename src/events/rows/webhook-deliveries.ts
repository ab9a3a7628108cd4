/**
 * Table webhooks, for whoever delivers. One deliverer at a time holds an endpoint's lease, taken by a conditional UPDATE; all
 * it writes is conditional on its lease and on the edition it read: what a caller has changed since ends its work.
 */
import type { Database, SqlValue } from "../../host/database.ts";
import { WEBHOOK_LEASE_MS, WEBHOOK_LEASE_MS_MAX, WEBHOOK_RETRY_MS_MAX } from "../limits.ts";
import type { DisabledReason, RetiringSecret } from "../rules/webhook.ts";

/** An endpoint's name. */
export interface WebhookKey {
  groupId: string;
  webhookId: string;
}

/** What its deliverer knows of an endpoint. */
export interface LeasedWebhook extends WebhookKey {
  lease: string;
  edition: number;
  hotelId: string | null;
  url: string;
  types: readonly string[];
  cursor: number;
  generation: number;
  retiring: readonly RetiringSecret[];
  failures: number;
  failingSinceMs: number | null;
}

interface LeasedRow {
  edition: number;
  hotel_id: string | null;
  url: string;
  types: string;
  cursor: number;
  secret_generation: number;
  retiring_secrets: string;
  failures: number;
  failing_since_ms: number | null;
}

export interface Failed {
  cursor: number;
  error: string;
  failures: number;
  failingSinceMs: number;
  nextAttemptMs: number;
}

const BEHIND = "w.cursor < coalesce((SELECT max(sequence) FROM events e WHERE e.group_id = w.group_id), 0)";

/** ?1 now. Instants beyond what could have been set now are those of a clock that has been set back: void. */
const DUE = `w.state = 'enabled' AND ${BEHIND}
  AND (w.lease IS NULL OR w.lease_until_ms <= ?1 OR w.lease_until_ms > ?1 + ${WEBHOOK_LEASE_MS_MAX})
  AND (w.next_attempt_ms <= ?1 OR w.next_attempt_ms > ?1 + ${WEBHOOK_RETRY_MS_MAX})`;

const SELECT_DUE = `SELECT w.group_id AS groupId, w.webhook_id AS webhookId FROM webhooks w WHERE ${DUE}
  ORDER BY w.next_attempt_ms, w.webhook_id LIMIT ?2`;

/** One row for each endpoint that is due; none, with a null, where the group has no enabled one at all. */
const SELECT_DUE_OF_GROUP = `SELECT CASE WHEN ${DUE} THEN w.webhook_id END AS webhookId FROM webhooks w
  WHERE w.group_id = ?2 AND w.state = 'enabled'`;

const TAKE = `UPDATE webhooks AS w SET lease = ?4, lease_until_ms = ?1 + ${WEBHOOK_LEASE_MS}
  WHERE w.group_id = ?2 AND w.webhook_id = ?3 AND ${DUE}
  RETURNING edition, hotel_id, url, types, cursor, secret_generation, retiring_secrets, failures, failing_since_ms`;

const HELD = "group_id = ?1 AND webhook_id = ?2 AND lease = ?3 AND edition = ?4";

const ADVANCE = `UPDATE webhooks SET cursor = ?5, lease_until_ms = ?6 + ${WEBHOOK_LEASE_MS}, failures = 0, failing_since_ms = NULL,
  last_error = NULL, next_attempt_ms = 0 WHERE ${HELD} RETURNING 1 AS held`;

/** The lease stays where an event was committed meanwhile: whoever committed it found the endpoint taken, and left it to us. */
const REST = `UPDATE webhooks SET cursor = ?5, lease_until_ms = ?6 + ${WEBHOOK_LEASE_MS},
    lease = CASE WHEN ?5 < coalesce((SELECT max(sequence) FROM events WHERE group_id = ?1), 0) THEN lease END
  WHERE ${HELD} RETURNING lease IS NULL AS rests`;

const FAIL = `UPDATE webhooks SET cursor = ?5, last_error = ?6, failures = ?7, failing_since_ms = ?8, next_attempt_ms = ?9, lease = NULL
  WHERE ${HELD} RETURNING 1 AS held`;

const DISABLE = `UPDATE webhooks SET cursor = ?5, last_error = ?6, failures = ?7, failing_since_ms = ?8, state = 'disabled',
  disabled_reason = ?9, changed_ms = ?10, edition = edition + 1, lease = NULL WHERE ${HELD} RETURNING 1 AS held`;

const DROP = `UPDATE webhooks SET lease = NULL WHERE group_id = ?1 AND webhook_id = ?2 AND lease = ?3`;

/** Endpoints of all groups that are behind, not failing for the moment and served by nobody. */
export async function findDueWebhooks(db: Database, nowMs: number, rowsMax: number): Promise<WebhookKey[]> {
  return (await db.prepare(SELECT_DUE).bind(nowMs, rowsMax).all<WebhookKey>()).results;
}

/** The same of one group; null where it has no enabled endpoint at all. */
export async function findDueWebhooksOf(db: Database, groupId: string, nowMs: number): Promise<WebhookKey[] | null> {
  const { results } = await db.prepare(SELECT_DUE_OF_GROUP).bind(nowMs, groupId).all<{ webhookId: string | null }>();
  if (results.length === 0) return null;
  return results.flatMap(({ webhookId }) => (webhookId === null ? [] : [{ groupId, webhookId }]));
}

/** Takes the lease of an endpoint that is due; null where it is not, or not any more. */
export async function takeLease(db: Database, key: WebhookKey, lease: string, nowMs: number): Promise<LeasedWebhook | null> {
  const row = await db.prepare(TAKE).bind(nowMs, key.groupId, key.webhookId, lease).first<LeasedRow>();
  if (!row) return null;
  return {
    ...key,
    lease,
    edition: row.edition,
    hotelId: row.hotel_id,
    url: row.url,
    types: JSON.parse(row.types) as string[],
    cursor: row.cursor,
    generation: row.secret_generation,
    retiring: JSON.parse(row.retiring_secrets) as RetiringSecret[],
    failures: row.failures,
    failingSinceMs: row.failing_since_ms,
  };
}

/** An event was taken. False where the endpoint is no longer ours to serve. */
export async function advance(db: Database, held: LeasedWebhook, cursor: number, nowMs: number): Promise<boolean> {
  return (await firstOf(db, ADVANCE, held, [cursor, nowMs])) !== null;
}

/** All that was known is done. "rests": the lease is given back; "more": something new has come; "lost": not ours any more. */
export async function rest(db: Database, held: LeasedWebhook, cursor: number, nowMs: number): Promise<"rests" | "more" | "lost"> {
  const row = await firstOf<{ rests: 0 | 1 }>(db, REST, held, [cursor, nowMs]);
  if (!row) return "lost";
  return row.rests === 1 ? "rests" : "more";
}

/** An attempt failed: the lease is given back until the next one is due. */
export async function recordFailure(db: Database, held: LeasedWebhook, failed: Failed): Promise<void> {
  const { cursor, error, failures, failingSinceMs, nextAttemptMs } = failed;
  await firstOf(db, FAIL, held, [cursor, error, failures, failingSinceMs, nextAttemptMs]);
}

/** An attempt failed for good; the database writes the event `webhook.disabled` with it. */
export async function disableFailed(
  db: Database,
  held: LeasedWebhook,
  failed: Failed,
  reason: DisabledReason,
  nowMs: number,
): Promise<void> {
  const { cursor, error, failures, failingSinceMs } = failed;
  await firstOf(db, DISABLE, held, [cursor, error, failures, failingSinceMs, reason, nowMs]);
}

/** Gives the lease back as things stand. */
export async function dropLease(db: Database, { groupId, webhookId, lease }: LeasedWebhook): Promise<void> {
  await db.prepare(DROP).bind(groupId, webhookId, lease).run();
}

function firstOf<T>(db: Database, sql: string, held: LeasedWebhook, values: SqlValue[]): Promise<T | null> {
  return db
    .prepare(sql)
    .bind(held.groupId, held.webhookId, held.lease, held.edition, ...values)
    .first<T>();
}
