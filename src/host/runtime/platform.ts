/**
 * A host on one machine, whichever it is: the service's parts in place of D1, KV, the cache and the limiters, the hourly
 * work, and an orderly end. serve-http.ts adds the server.
 */
import { writeAtOnce } from "../write-line.ts";
import { createApp } from "../../app.ts";
import { requestContext } from "../request-context.ts";
import { cleanUp } from "../../clean-up.ts";
import type { Platform } from "../context.ts";
import { createMemory } from "../memory.ts";
import { webhookPlatform } from "../webhook-platform.ts";
import { type Client, asSeenByHost } from "./client-request.ts";
import { fileAssets } from "./file-assets.ts";
import { keptMasterSecret } from "./master-secret.ts";
import { memoryCache } from "./memory-cache.ts";
import { postFrom } from "./post-out.ts";
import { makePrivateFolder } from "./private-folder.ts";
import { projectPath } from "./project.ts";
import { type Settings, requireRate, requireVar } from "./settings.ts";
import { sqliteDatabase } from "./sqlite-database.ts";
import { countShardFiles, openSqliteFile, shardFiles } from "./sqlite-file.ts";
import { sqliteKeyValue } from "./sqlite-key-value.ts";
import { tokenBucket } from "./token-bucket.ts";
import { startWebhookRounds } from "./webhook-rounds.ts";

const HOUR_MS = 60 * 60 * 1000;

export interface Host {
  /** Answers one request of a client. */
  fetch(request: Request, client: Client): Response | Promise<Response>;
  /** Before the server stops to listen: whoever waits for news is answered now. */
  endWaiting(): void;
  /** When the server has answered its last request: finishes the background work and closes the database. */
  close(): Promise<void>;
}

/** Opens the databases, migrated, and starts the hourly work. */
export function openHost(settings: Settings): Host {
  makePrivateFolder(settings.stateFolder);
  const files = shardFiles(settings.stateFolder, settings.shards ?? countShardFiles(settings.stateFolder));
  const opened = files.map((file) => openSqliteFile(file));
  const shards = opened.map((file) => sqliteDatabase(file));
  const [first] = shards;
  if (!first) throw new RangeError("there is no database");
  const kvDb = openSqliteFile(files[0] ?? "");
  const now = (): number => Date.now();
  const kv = sqliteKeyValue(kvDb, now);
  const ending = new AbortController();
  const targets = requireVar(settings, "WEBHOOK_TARGETS") === "any" ? "any" : "public";
  const webhookVars = {
    WEBHOOK_SECRET: settings.webhookSecret ?? keptMasterSecret(settings.stateFolder),
    WEBHOOK_TARGETS: targets,
  };
  const platform: Platform = {
    db: first,
    shards: shards.length > 1 ? shards : null,
    // Their database is in the process: there is nothing to replicate.
    readReplicas: false,
    kv,
    cache: memoryCache(now),
    assets: fileAssets(projectPath("assets")),
    loginLimiter: tokenBucket(requireRate(settings, "LOGIN_LIMITER"), now),
    requestLimiter: requireVar(settings, "RATE_LIMITS") === "on" ? tokenBucket(requireRate(settings, "REQUEST_LIMITER"), now) : null,
    requestLog: requireVar(settings, "REQUEST_LOG") === "on",
    writeLine: writeAtOnce,
    soapNamespace: requireVar(settings, "SOAP_NAMESPACE"),
    demoTokens: requireVar(settings, "DEMO_TOKENS") === "on",
    // They run on threads of their own, of which there are four.
    passwordHashes: { atOnce: 2, restMs: 0 },
    webhooks: webhookPlatform(webhookVars, postFrom(targets)),
    memory: createMemory(),
    now,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    ending: ending.signal,
  };
  const app = createApp();
  const background = backgroundWork();
  const hourly = setInterval(() => {
    kv.sweep();
    background.execution.waitUntil(cleanUp(requestContext(platform, background.execution)));
  }, HOUR_MS);
  hourly.unref();
  const endRounds = startWebhookRounds(() => requestContext(platform, background.execution));
  return {
    fetch: (request, client) => app.fetch(asSeenByHost(request, client, settings.trustProxy), platform, background.execution),
    endWaiting: () => ending.abort(),
    close: async () => {
      clearInterval(hourly);
      await endRounds();
      await background.finished();
      kvDb.close();
      for (const file of opened) file.close();
    },
  };
}

/** An ExecutionContext for Hono, and a promise for the moment when all of its work is done. */
function backgroundWork() {
  const running = new Set<Promise<unknown>>();
  const log = (error: unknown): void => console.log(JSON.stringify({ event: "background_failed", detail: String(error) }));
  return {
    execution: {
      waitUntil: (work: Promise<unknown>): void => {
        const done = work.catch(log).finally(() => running.delete(done));
        running.add(done);
      },
      passThroughOnException: (): void => {},
      props: {},
    },
    finished: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
