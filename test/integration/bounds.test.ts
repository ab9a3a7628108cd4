/** Every bound of the JSON interface, just at it and just above: docs/interface.md §5. */
import { beforeAll, describe, expect, it } from "vitest";
import { RATE_LIMIT_RETRY_SECONDS } from "../../src/access/limits.ts";
import { DISCARDED_BYTES_MAX } from "../../src/base/limits.ts";
import { JSON_BODY_BYTES_MAX, URL_CHARS_MAX } from "../../src/http/limits.ts";
import { EXPORTS_PER_SESSION_MAX, EXPORT_SLOT_MS_MAX } from "../../src/ledger/limits.ts";
import { requestContext } from "../../src/host/request-context.ts";
import type { Ctx, Platform } from "../../src/host/context.ts";
import { withExportSlot } from "../../src/ledger/export-slots.ts";
import { exportTransactions } from "../../src/ledger/export-transactions.ts";
import { streamExport } from "../../src/soap/stream-export.ts";
import { type Result, fail, ok } from "../../src/base/result.ts";
import { ask, bearer, insertGroups, insertToken, platform } from "../support/in-worker.ts";
import { RUNNING_EXPORTS } from "../../src/ledger/memory.ts";

beforeAll(async () => {
  await insertGroups("g1");
  await insertToken("session", "g1", { kind: "user", subject: "ann@g1.test", scopes: ["profile"] });
});

/** A log-in without the required fields, padded to so many bytes: 400 where it is read, 413 where it is not. */
function paddedBody(bytes: number): Uint8Array {
  return new TextEncoder().encode(`{"pad":"${"x".repeat(bytes - 10)}"}`);
}

/** RATE_LIMITS on, and no request too many. */
const LIMITED = { requestLimiter: { limit: async () => ({ success: true }) } };

function streamOf(bytes: Uint8Array, chunkBytes: number): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(offset, offset + chunkBytes));
      offset += chunkBytes;
    },
  });
}

async function post(body: BodyInit, headers: Record<string, string> = {}): Promise<number> {
  return (await ask(platform(), "/sessions/g1", { method: "POST", body, headers })).status;
}

describe("a body", () => {
  it.each([
    ["of the most bytes", JSON_BODY_BYTES_MAX, 400],
    ["of one byte more", JSON_BODY_BYTES_MAX + 1, 413],
  ])("%s is counted with its Content-Length, without and with a false one", async (_name, bytes, status) => {
    const body = paddedBody(bytes);
    expect(body.length).toBe(bytes);
    expect(await post(body)).toBe(status);
    expect(await post(streamOf(body, 1000))).toBe(status);
    expect(await post(streamOf(body, bytes))).toBe(status);
    expect(await post(streamOf(body, 7000), { "Content-Length": "2" })).toBe(status);
    expect(await post(streamOf(body, 7000), { "Content-Length": "many" })).toBe(status);
  });

  it("that announces more than it may is not read", async () => {
    expect(await post(streamOf(paddedBody(100), 100), { "Content-Length": String(JSON_BODY_BYTES_MAX + 1) })).toBe(413);
  });

  it("without an end is let go at a bound of its own", async () => {
    const CHUNK_BYTES = 1024 * 1024;
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(CHUNK_BYTES));
      },
    });
    expect(await post(endless)).toBe(413);
    expect(pulled).toBeLessThan(DISCARDED_BYTES_MAX / CHUNK_BYTES + 10);
  });

  it("nested as deep as it can be is refused like any other", async () => {
    expect(await post("[".repeat(JSON_BODY_BYTES_MAX))).toBe(400);
    const half = JSON_BODY_BYTES_MAX / 2;
    expect(await post("[".repeat(half) + "]".repeat(half))).toBe(400);
  });
});

describe("a URL", () => {
  const urlOf = (chars: number): string => {
    const path = "/profile/g1?";
    return path + "x".repeat(chars - path.length - "http://tabard.test".length);
  };

  it("may have the most characters and not one more", async () => {
    const atBound = await ask(platform(), urlOf(URL_CHARS_MAX));
    expect(atBound.status).toBe(401);
    const above = await ask(platform(), urlOf(URL_CHARS_MAX + 1));
    expect(above.status).toBe(400);
    expect(await above.json()).toMatchObject({ code: "invalid_parameter" });
    expect(above.headers.get("X-Request-Id")).not.toBeNull();
  });
});

describe("requests of a caller", () => {
  it("are counted by the caller and refused with Retry-After, right scope or not", async () => {
    const keys: string[] = [];
    const limit = async ({ key }: { key: string }) => {
      keys.push(key);
      return { success: keys.length <= 1 };
    };
    const host = platform({ requestLimiter: { limit } });
    expect((await ask(host, "/profile/g2", bearer("session"))).status).toBe(401);
    const answer = await ask(host, "/profile/g1", bearer("session"));
    expect(answer.status).toBe(429);
    expect(answer.headers.get("Retry-After")).toBe(String(RATE_LIMIT_RETRY_SECONDS));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("exports of one session", () => {
  const context = (now: () => number): Ctx => requestContext(platform({ ...LIMITED, now }), { waitUntil: () => {} });
  const twoPages = async function* () {
    yield 1;
    yield 2;
  };
  const open = (ctx: Ctx, session = "s1"): Promise<Result<AsyncIterable<number>>> =>
    withExportSlot(ctx, session, async () => ok(twoPages()));
  const fill = async (ctx: Ctx): Promise<AsyncIterator<number>[]> => {
    const running: AsyncIterator<number>[] = [];
    for (let n = 0; n < EXPORTS_PER_SESSION_MAX; n += 1) {
      const pages = await open(ctx);
      expect(pages.ok).toBe(true);
      if (pages.ok) running.push(pages.value[Symbol.asyncIterator]());
    }
    expect((await open(ctx)).ok).toBe(false);
    return running;
  };

  it("run up to the bound, and others of another session beside them", async () => {
    const ctx = context(() => 0);
    await fill(ctx);
    expect(await open(ctx)).toMatchObject({ failure: { code: "too_many_requests" } });
    expect((await open(ctx, "s2")).ok).toBe(true);
  });

  it("give their place back at the end, on a failure and when abandoned before the first page", async () => {
    const ctx = context(() => 0);
    const [first, second] = await fill(ctx);
    while (!(await first!.next()).done);
    expect((await open(ctx)).ok).toBe(true);
    expect((await open(ctx)).ok).toBe(false);
    await second!.return!();
    expect((await open(ctx)).ok).toBe(true);
  });

  it("take no place where they are refused or fail to open", async () => {
    const ctx = context(() => 0);
    for (let n = 0; n <= EXPORTS_PER_SESSION_MAX; n += 1) {
      await withExportSlot(ctx, "s1", async () => fail({ code: "internal" }));
      await expect(withExportSlot(ctx, "s1", () => Promise.reject(new Error("D1")))).rejects.toThrow("D1");
    }
    await fill(ctx);
  });

  it("run without a bound while limits are off", async () => {
    const ctx = requestContext(platform({ requestLimiter: null }), { waitUntil: () => {} });
    for (let n = 0; n <= EXPORTS_PER_SESSION_MAX; n += 1) expect((await open(ctx)).ok).toBe(true);
  });

  it("lose their place in the end where nobody reads them", async () => {
    let nowMs = 0;
    const ctx = context(() => nowMs);
    await fill(ctx);
    nowMs = EXPORT_SLOT_MS_MAX;
    expect((await open(ctx)).ok).toBe(true);
  });
});

describe("the export", () => {
  const PERIOD = "<beforeTimestamp>2999-01-01T00:00:00</beforeTimestamp><afterTimestamp>2000-01-01T00:00:00</afterTimestamp>";

  async function exceptionOf(host: Platform, session: string): Promise<string | undefined> {
    const name = "cim_FinancialExportReportV2";
    const body = `<${name} xmlns="${host.soapNamespace}"><sessionId>${session}</sessionId>${PERIOD}</${name}>`;
    const answer = await ask(host, `/soap?op=${name}`, { method: "POST", body: new TextEncoder().encode(body) });
    return /<ExceptionCode>(\d+)</.exec(await answer.text())?.[1];
  }

  beforeAll(() => insertToken("finance", "g1", { kind: "operator", subject: "FINANCE" }));

  it("is 90429 beyond its session's rate, while limits are on", async () => {
    expect(await exceptionOf(platform({ requestLimiter: { limit: async () => ({ success: false }) } }), "finance")).toBe("90429");
    expect(await exceptionOf(platform(), "finance")).toBe("0");
  });

  it("is 90429 while its session's other exports run, and free again once they are read or given up", async () => {
    const host = platform(LIMITED);
    const ctx = requestContext(host, { waitUntil: () => {} });
    const request = { sessionId: "finance", fromMs: 0, untilMs: Date.now() };
    const streams: ReadableStream<Uint8Array>[] = [];
    for (let n = 0; n < EXPORTS_PER_SESSION_MAX; n += 1) {
      const pages = await exportTransactions(ctx, request);
      if (pages.ok) streams.push(streamExport("<head>", pages.value, "</head>", () => {}));
    }
    expect(streams).toHaveLength(EXPORTS_PER_SESSION_MAX);
    await Promise.all(streams.map((stream) => stream.cancel()));
    expect(await exceptionOf(host, "finance")).toBe("0");
    for (let n = 0; n < EXPORTS_PER_SESSION_MAX; n += 1) expect((await exportTransactions(ctx, request)).ok).toBe(true);
    expect(await exceptionOf(host, "finance")).toBe("90429");
  });

  it("takes no place for long where its requests end in an answer", async () => {
    const host = platform(LIMITED);
    for (let n = 0; n <= EXPORTS_PER_SESSION_MAX; n += 1) expect(await exceptionOf(host, "finance")).toBe("0");
    expect(host.memory.of(RUNNING_EXPORTS).size).toBe(0);
  });
});
