/** A service in a process of its own with a plain group, for tests of webhooks with real receivers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTarget } from "../cli/support/database.ts";
import { startLocalCron } from "../cli/support/local-cron.ts";
import type { HostName } from "../cli/support/serve-host.ts";
import { appendEvents } from "../src/events/append-events.ts";
import type { NewEvent } from "../src/events/rules/event.ts";
import { sha256Hex } from "../src/base/bytes.ts";
import { type ServiceProcess, databaseFile, startService } from "../harness/service-process.ts";

export const GROUP = "g1";
/** A key of the group with scope `events`. */
export const EVENTS_KEY = "g1-events-key";
const BUSY_TIMEOUT_MS = 10_000;

export interface WebhookJson {
  webhookId: string;
  url: string;
  types: string[];
  state: "enabled" | "disabled";
  disabledReason: string | null;
  cursor: number;
  lag: number;
  failures: number;
  lastError: string | null;
}

export interface WebhookService {
  folder: string;
  service: ServiceProcess;
  /** A request of the group's key. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  /** Makes an endpoint of all types, unless told otherwise. */
  create(url: string, fields?: Record<string, unknown>): Promise<{ webhookId: string; secret: string }>;
  find(webhookId: string): Promise<WebhookJson>;
  /** Commits events from another process: the service hears of them by its timer or cron alone. */
  commit(...events: Partial<NewEvent>[]): void;
  /** Runs SQL on the database beside the service. */
  execute(sql: string, ...values: (string | number | null)[]): void;
  /** Starts another process on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one; `cron`: whether something looks for what is due, as `npm start` does. */
export async function startWebhookService(host: HostName, { cron = true } = {}): Promise<WebhookService> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-webhooks-"));
  process.env.TABARD_STATE = folder;
  openTarget({ host }).close();
  const withTables = (work: (db: DatabaseSync) => void): void => {
    const db = new DatabaseSync(databaseFile(host, folder), { timeout: BUSY_TIMEOUT_MS });
    try {
      work(db);
    } finally {
      db.close();
    }
  };
  withTables((db) => {
    db.prepare("INSERT INTO sites VALUES (?1, ?1, 'group')").run(GROUP);
    db.prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES (?1, ?1, 'en', 0)").run(GROUP);
    db.prepare(
      `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', ?2, 'k', 'pms', '["events"]', 0)`,
    ).run(sha256Hex(EVENTS_KEY), GROUP);
  });
  const started: WebhookService = {
    folder,
    service: await startService(host, folder),
    ask: (method, path, body) => {
      const headers = { Authorization: `Bearer ${EVENTS_KEY}`, "Content-Type": "application/json" };
      return fetch(started.service.url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    },
    create: async (url, fields = {}) => {
      const answer = await started.ask("POST", `/webhooks/${GROUP}`, { url, types: ["*"], ...fields });
      const text = await answer.text();
      if (answer.status !== 201) throw new Error(`${answer.status} ${text}`);
      return JSON.parse(text) as { webhookId: string; secret: string };
    },
    find: async (webhookId) => {
      const { webhooks } = (await (await started.ask("GET", `/webhooks/${GROUP}`)).json()) as { webhooks: WebhookJson[] };
      const found = webhooks.find((one) => one.webhookId === webhookId);
      if (!found) throw new Error(`no webhook ${webhookId}`);
      return found;
    },
    commit: (...events) =>
      withTables((db) => {
        const whole = events.map((event) => ({ type: "ari.changed" as const, subject: "/ari/g1/h1", hotelId: "h1", data: {}, ...event }));
        for (const { sql, values } of appendEvents(GROUP, Date.now(), whole)) db.prepare(sql).run(...values);
      }),
    execute: (sql, ...values) => withTables((db) => db.prepare(sql).run(...values)),
    restart: async () => {
      started.service = await startService(host, folder);
    },
    close: async () => {
      stopCron();
      await started.service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const stopCron = cron && host === "worker" ? startLocalCron(() => started.service.url) : () => {};
  return started;
}
