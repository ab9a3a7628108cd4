/** Round trips to D1 one after the other, of every operation that docs/interface.md §19 speaks of. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { TOKEN_RENEW_MS, TOKEN_TRUST_MS } from "../../src/access/limits.ts";
import type { KeyValueStore, Platform, SharedCache } from "../../src/host/context.ts";
import { tokenPremise } from "../../src/access/token-premise.ts";
import { bindAll } from "../../src/host/database.ts";
import { UNPROVED_JSON_BYTES_MAX } from "../../src/http/limits.ts";
import { EXPORT_FIRST_PAGE_ROWS } from "../../src/ledger/limits.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { SELLING } from "../../src/selling/memory.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { ask, begin, insertGroups, insertToken, platform } from "../support/in-worker.ts";
import { addSession, line } from "../support/ledger.ts";
import { booking, reservation } from "../support/reserve.ts";
import { steppedTrips } from "../support/round-trips.ts";

const TOKEN = "distance-user";
const NOWHERE: KeyValueStore = { get: async () => null, put: async () => {}, delete: async () => {} };
const EMPTY: SharedCache = { match: async () => undefined, put: async () => {} };

let euro = "";
let exportSession = "";
let keys = 0;

beforeAll(async () => {
  ({ euro } = await addBookableGroup(env.DB, "far", 1_000));
  await insertToken(TOKEN, "far", { kind: "user", scopes: ["hotels", "availability", "reservations", "profile"] });
  expect((await ask(platform(), ...submission("replayed"))).status).toBe(200);
  exportSession = await addSession("far", "far");
  const lines = Array.from({ length: 3 * EXPORT_FIRST_PAGE_ROWS }, () => ({ lines: [line({ siteId: euro })] }));
  await env.DB.batch(bindAll(env.DB, postingStatements("far", lines, 1_000)) as D1PreparedStatement[]);
});

interface Operation {
  name: string;
  warm: number;
  cold: number;
  /** The same on every call, or with a key that is new on each. */
  request: () => [path: string, init: RequestInit];
}

const headers = { Authorization: `Bearer ${TOKEN}` };

function submission(key: string): [path: string, init: RequestInit] {
  const body = JSON.stringify(reservation([booking(euro)]));
  const length = String(new TextEncoder().encode(body).length);
  return ["/reservations/far", { method: "POST", body, headers: { ...headers, "Idempotency-Key": key, "Content-Length": length } }];
}

function soapExport(): [path: string, init: RequestInit] {
  const body = `<cim_FinancialExportReportV2 xmlns="${env.SOAP_NAMESPACE}"><sessionId>${exportSession}</sessionId>
    <beforeTimestamp>2099-01-01T00:00:00</beforeTimestamp><afterTimestamp>1970-01-01T00:00:00</afterTimestamp><transactionList/>
    <useLessThanToDate>false</useLessThanToDate></cim_FinancialExportReportV2>`;
  return ["/soap?op=cim_FinancialExportReportV2", { method: "POST", body, headers: { "Content-Type": "text/xml" } }];
}

const stay = (): string => `arrival=${night(10)}&departure=${night(12)}`;
const OPERATIONS: readonly Operation[] = [
  { name: "hotels", warm: 0, cold: 2, request: () => ["/hotels/far", { headers }] },
  { name: "availability", warm: 1, cold: 2, request: () => [`/availabilities/far?${stay()}`, { headers }] },
  { name: "offers", warm: 1, cold: 2, request: () => [`/offers/far/${euro}?${stay()}`, { headers }] },
  { name: "a reservation", warm: 1, cold: 2, request: () => submission(`key-${keys++}`) },
  { name: "a replay by key", warm: 1, cold: 2, request: () => submission("replayed") },
];

/** A new isolate, in a place where KV and the cache hold nothing. */
function newIsolate(overrides: Partial<Platform> = {}) {
  const { db, answered } = steppedTrips(env.DB);
  const host = platform({ db, kv: NOWHERE, cache: EMPTY, ...overrides });
  const trips = async ({ request }: Pick<Operation, "request">): Promise<number> => {
    const { answer, ended } = begin(host, ...request());
    const { value: reader, trips } = await answered(answer.then(firstByte));
    await reader.cancel();
    await ended();
    return trips;
  };
  return { trips };
}

/** Once the first byte of a good answer is there. */
async function firstByte({ status, body }: Response): Promise<ReadableStreamDefaultReader> {
  expect(status).toBe(200);
  const reader = (body as ReadableStream).getReader();
  expect((await reader.read()).done).toBe(false);
  return reader;
}

describe.each(OPERATIONS)("$name", (operation) => {
  it("takes $cold round trips in a new isolate that knows nothing, and $warm once warm", async () => {
    const { trips } = newIsolate();
    expect(await trips(operation)).toBe(operation.cold);
    expect([await trips(operation), await trips(operation)]).toEqual([operation.warm, operation.warm]);
  });

  it("takes no more while its token is in use, whose trust is renewed behind the answers", async () => {
    const startMs = Date.now();
    let afterMs = 0;
    const { trips } = newIsolate({ now: () => startMs + afterMs });
    await trips(operation);
    for (afterMs = TOKEN_RENEW_MS; afterMs < 4 * TOKEN_TRUST_MS; afterMs += TOKEN_RENEW_MS) {
      expect([afterMs, await trips(operation)]).toEqual([afterMs, operation.warm]);
    }
  });
});

it("an export's first byte takes one round trip, in any isolate: session, newest key and first page together", async () => {
  const { trips } = newIsolate();
  expect([await trips({ request: soapExport }), await trips({ request: soapExport })]).toEqual([1, 1]);
});

describe("what is begun beside the proof of a caller", () => {
  const bearer = (token: string, init: RequestInit): RequestInit => {
    const own = new Headers(init.headers);
    own.set("Authorization", `Bearer ${token}`);
    return { ...init, headers: own };
  };
  /** The status, and whether the isolate has the group's calendar then. */
  const submitted = async (token: string, change: (init: RequestInit) => RequestInit = (init) => init): Promise<[number, boolean]> => {
    const host = platform({ kv: NOWHERE });
    const [path, init] = submission(`beside-${keys++}`);
    const { status } = await ask(host, path, change(bearer(token, init)));
    return [status, host.memory.of(SELLING).calendars.replicas.has("far")];
  };

  beforeAll(async () => {
    await insertToken("beside-revoked", "far", { scopes: ["reservations"], revokedMs: 1 });
    await insertToken("beside-expired", "far", { scopes: ["reservations"], expiresMs: Date.now() - 1 });
    await insertToken("beside-lesser", "far", { scopes: ["hotels", "availability"] });
    await insertGroups("near");
    await insertToken("beside-other", "near", { scopes: ["reservations"] });
  });

  it.each(["beside-nobody", "beside-revoked", "beside-expired", "beside-lesser", "beside-other"])(
    "loads nothing for a token that may not have it: %s",
    async (token) => expect(await submitted(token)).toEqual([401, false]),
  );

  it("is refused by the database within the batch: no statement behind the token's is run", async () => {
    const claim = { groupId: "far", tokenSha256: "0".repeat(64), scope: "reservations" } as const;
    const write = env.DB.prepare("UPDATE groups SET name = 'written' WHERE group_id = 'far'");
    const [premise] = bindAll(env.DB, [tokenPremise(claim, Date.now())]) as D1PreparedStatement[];
    await expect(env.DB.batch([premise as D1PreparedStatement, write])).rejects.toThrow("JSON");
    expect(await env.DB.prepare("SELECT name FROM groups WHERE group_id = 'far'").first("name")).toBe("far");
  });

  it("is not read from a body that is long, or does not say how long it is, and the reservation comes all the same", async () => {
    const without = ({ headers, ...init }: RequestInit): RequestInit => {
      const own = new Headers(headers);
      own.delete("Content-Length");
      return { ...init, headers: own };
    };
    const longer = (init: RequestInit): RequestInit => {
      const body = (init.body as string) + " ".repeat(UNPROVED_JSON_BYTES_MAX);
      const own = new Headers(init.headers);
      own.set("Content-Length", String(body.length));
      return { ...init, headers: own, body };
    };
    for (const change of [without, longer]) {
      expect(await submitted(TOKEN, change)).toEqual([200, true]);
      expect(await submitted("beside-nobody", change)).toEqual([401, false]);
    }
  });

  it("harms nobody where it fails: the request asks for itself", async () => {
    let batches = 0;
    const db: Platform["db"] = {
      prepare: (sql) => env.DB.prepare(sql),
      batch: async (statements) => ((batches += 1) === 1 ? boom() : env.DB.batch(statements as D1PreparedStatement[])),
    };
    const [path, init] = submission(`beside-${keys++}`);
    expect((await ask(platform({ kv: NOWHERE, db }), path, init)).status).toBe(200);
    expect(batches).toBeGreaterThan(2);
  });
});

it("D1's own sessions give the same answers as the primary alone, an export's further pages among them", async () => {
  const made = await ask(platform(), ...submission("read-again"));
  const { reservationId } = await made.json<{ reservationId: string }>();
  const requests: [path: string, init: RequestInit][] = [
    [`/availabilities/far?${stay()}`, { headers }],
    [`/reservations/far/${reservationId}`, { headers }],
    soapExport(),
  ];
  const sessions: string[] = [];
  const withSession: Platform["db"]["withSession"] = (first) => (sessions.push(first), env.DB.withSession(first));
  const db: Platform["db"] = {
    prepare: (sql) => env.DB.prepare(sql),
    batch: (all) => env.DB.batch(all as D1PreparedStatement[]),
    withSession,
  };
  for (const [path, init] of requests) {
    const answers = [platform({ db, readReplicas: true }), platform({ db })].map(async (host) => (await ask(host, path, init)).text());
    const [withReplicas, primaryAlone] = await Promise.all(answers);
    expect(withReplicas).toBe(primaryAlone);
  }
  expect(sessions).toEqual(["first-unconstrained", "first-unconstrained", "first-primary"]);
});

function boom(): never {
  throw new Error("D1_ERROR: Network connection lost");
}
