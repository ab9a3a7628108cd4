/** Worker entry: nothing but wiring. */
import { createApp } from "./app.ts";
import { requestContext } from "./host/request-context.ts";
import { cleanUp } from "./clean-up.ts";
import type { Platform } from "./host/context.ts";
import { HASH_REST_MS } from "./host/limits.ts";
import { createMemory } from "./host/memory.ts";
import { postByFetch } from "./host/outgoing.ts";
import { boundShards } from "./host/shards.ts";
import { gatherLines, writeAtOnce } from "./host/write-line.ts";
import { type WebhookVars, webhookPlatform } from "./host/webhook-platform.ts";
import { deliverDue } from "./events/deliver-webhooks.ts";

const app = createApp();
let platform: Platform | null = null;

export default {
  fetch: (request, env, execution) => app.fetch(request, (platform ??= platformOf(env)), execution),
  scheduled: async ({ cron }, env, execution) => {
    const ctx = requestContext((platform ??= platformOf(env)), execution);
    if (cron === CLEAN_UP_CRON) await cleanUp(ctx);
    else await deliverDue(ctx);
  },
} satisfies ExportedHandler<Env & WebhookVars>;

/** As wrangler.toml has it; every other time is the webhooks'. */
const CLEAN_UP_CRON = "17 * * * *";

function isDatabase(value: unknown): value is D1Database {
  return typeof value === "object" && value !== null && "prepare" in value && "batch" in value;
}

/** Made once per isolate: bindings never change in one, and every request's context has the platform as its prototype. */
function platformOf(env: Env & WebhookVars): Platform {
  return {
    db: env.DB,
    shards: boundShards({ ...env }, isDatabase),
    readReplicas: (env.READ_REPLICAS as string) === "on",
    kv: env.KV,
    cache: caches.default,
    assets: env.ASSETS,
    loginLimiter: env.LOGIN_LIMITER,
    requestLimiter: (env.RATE_LIMITS as string) === "on" ? env.REQUEST_LIMITER : null,
    requestLog: (env.REQUEST_LOG as string) !== "off",
    writeLine: (env.REQUEST_LOG as string) === "gathered" ? gatherLines() : writeAtOnce,
    soapNamespace: env.SOAP_NAMESPACE,
    demoTokens: (env.DEMO_TOKENS as string) === "on",
    passwordHashes: { atOnce: 1, restMs: HASH_REST_MS },
    webhooks: webhookPlatform(env, postByFetch),
    memory: createMemory(),
    now: () => Date.now(),
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    ending: null,
  };
}
