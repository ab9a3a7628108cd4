/** The cron trigger: what is deleted, what stays, and in what portions. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import worker from "../../src/index.ts";
import { failureSlices } from "../../src/access/account-guard.ts";
import { DEAD_SESSION_KEEP_MS } from "../../src/access/limits.ts";
import { IDEMPOTENCY_TTL_MS } from "../../src/change/limits.ts";
import { CLEAN_UP_ROWS_MAX } from "../../src/host/limits.ts";
import { requestContext } from "../../src/host/request-context.ts";
import { cleanUp } from "../../src/clean-up.ts";
import { insertGroups, insertToken, platform } from "../support/in-worker.ts";

const nowMs = 1_800_000_000_000;

const run = () => cleanUp(requestContext(platform({ now: () => nowMs }), { waitUntil: () => {} }));

async function subjects(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT subject FROM tokens ORDER BY subject").all<{ subject: string }>();
  return results.map((row) => row.subject);
}

beforeEach(async () => {
  await env.DB.batch(["DELETE FROM idempotency_keys", "DELETE FROM tokens"].map((sql) => env.DB.prepare(sql)));
  await env.DB.prepare("DELETE FROM groups").run();
  await env.DB.prepare("DELETE FROM sites").run();
  await insertGroups("g1");
});

it("deletes sessions a day after their end and no key", async () => {
  const bound = nowMs - DEAD_SESSION_KEEP_MS;
  await insertToken("a", "g1", { kind: "user", subject: "long-dead", expiresMs: bound - 1 });
  await insertToken("b", "g1", { kind: "operator", subject: "revoked-long-dead", expiresMs: bound - 1, revokedMs: 1 });
  await insertToken("c", "g1", { kind: "user", subject: "just-dead", expiresMs: bound });
  await insertToken("d", "g1", { kind: "user", subject: "live", expiresMs: nowMs + 1 });
  await insertToken("e", "g1", { subject: "key" });
  await insertToken("f", "g1", { subject: "key-revoked", revokedMs: 1 });
  expect(await run()).toEqual({ sessions: 2, idempotencyKeys: 0, logInFailures: 0, holds: 0, partnerMessages: 0 });
  expect(await subjects()).toEqual(["just-dead", "key", "key-revoked", "live"]);
});

it("deletes idempotency keys after their day", async () => {
  await env.DB.batch(
    [nowMs - IDEMPOTENCY_TTL_MS - 1, nowMs - IDEMPOTENCY_TTL_MS].map((createdMs, n) =>
      env.DB.prepare("INSERT INTO idempotency_keys VALUES ('g1', 'c', 'POST /x', ?1, 'hash', '{}', ?2)").bind(`k${n}`, createdMs),
    ),
  );
  expect(await run()).toEqual({ sessions: 0, idempotencyKeys: 1, logInFailures: 0, holds: 0, partnerMessages: 0 });
  expect(await env.DB.prepare("SELECT idempotency_key FROM idempotency_keys").first("idempotency_key")).toBe("k1");
  await env.DB.prepare("DELETE FROM idempotency_keys").run();
});

it("works through more rows than one statement takes", async () => {
  const count = CLEAN_UP_ROWS_MAX * 2 + 1;
  await env.DB.prepare(
    `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms, expires_ms)
     SELECT value, 'user', 'g1', value, 's', '[]', 0, 1 FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT ?1) SELECT value FROM n)`,
  )
    .bind(count)
    .run();
  expect((await run()).sessions).toBe(count);
});

it("runs by the cron trigger", async () => {
  await insertToken("a", "g1", { kind: "user", subject: "dead", expiresMs: 1 });
  const execution = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: "17 * * * *" }), env, execution);
  await waitOnExecutionContext(execution);
  expect(await subjects()).toEqual([]);
});

it("deletes counts of failed log-ins once no hour needs them", async () => {
  const [first] = failureSlices(nowMs);
  await env.DB.prepare("INSERT INTO log_in_failures VALUES ('a', ?1, 3), ('a', ?2, 4)")
    .bind(first - 1, first)
    .run();
  expect((await run()).logInFailures).toBe(1);
  expect(await env.DB.prepare("SELECT tries FROM log_in_failures").first("tries")).toBe(4);
});

it("deletes what clients took of hotels once its hour is over", async () => {
  const hour = Math.floor(nowMs / 3_600_000);
  for (const before of [0, 1, 2]) {
    await env.DB.prepare("INSERT INTO holds VALUES ('g1', 'h1', 'client:site', ?1, 7)")
      .bind(hour - before)
      .run();
  }
  expect(await run()).toMatchObject({ holds: 1 });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM holds").first("n")).toBe(2);
  await env.DB.prepare("DELETE FROM holds").run();
});
