/** Arbitrary requests to the JSON interface: valid ones, mutated at every place, and plain noise. */
import * as fc from "fast-check";
import { ROUTES } from "../../src/app.ts";
import { night } from "../../harness/bookable-group.ts";
import { booking, reservation } from "./reserve.ts";
import { PASSWORD } from "./two-groups.ts";

export interface JsonRequest {
  method: string;
  path: string;
  headers: [name: string, value: string][];
  body: string | null;
}

const METHODS = ["GET", "POST", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS"];
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** A caller who may do all a key may. */
const KNOWN: [name: string, value: string][] = [
  ["Authorization", "Bearer mine-key"],
  ["Content-Type", "application/json"],
];

/** What has broken parsers before. */
const CORPUS: readonly unknown[] = [
  null, true, false, 0, -1, 1e308, -1e-308, 1.5, 9007199254740992, 2147483648, "", " ", "0", "-1", "1e3", "٣", "NaN", "null",
  "\u0000", "a\u0000b", "\ud800", "\udc00x", "\ufeff", "\u202e", "😀", "é", "e\u0301", "İ", "ß", "'", "\"", "' OR 1=1 --", "%", "_%", "\\",
  "../../etc/passwd", "<script>", "${7*7}", "__proto__", "constructor", "toString", "2024-02-30", "2023-02-29", "9999-12-31", "0000-01-01",
  "0001-01-01", "-001-01-01", "2026-13-01", "2026-1-1", "20260101", "2026-01-01T00:00:00Z", "x".repeat(300), "x".repeat(12_000),
  [], {}, [[]], [null], { "__proto__": { admin: true } }, { length: 1 }, [[[[[[]]]]]], Array.from({ length: 100 }, () => ({})), night(10), night(-1),
  "mine", "mine-euro", "theirs", "theirs-euro", "DBL", "FLEX", "SECRET", "MEMBER", "member",
]; // prettier-ignore

const corpusText = fc.constantFrom(...CORPUS.filter((value): value is string => typeof value === "string"));
const anyText = fc.oneof(corpusText, fc.string({ unit: "binary", maxLength: 40 }), fc.string({ maxLength: 40 }));
const anyJson = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...CORPUS) }, fc.jsonValue({ maxDepth: 4 }));

/** Percent-encoded where it can be, raw where that is more hostile. */
const segment = fc.oneof(
  fc.constantFrom(
    "mine",
    "theirs",
    "mine-euro",
    "theirs-euro",
    "nowhere",
    "%",
    "%00",
    "%E0%A4%A",
    "%C0%AE",
    "..",
    "%2e%2e",
    ";",
    "*",
    ":x",
  ),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
);

/** A route of the table, more often than not by its own method, with ids of any kind. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 1 });
const routeCall = fc
  .tuple(
    fc.constantFrom(...ROUTES),
    seldom(segment),
    seldom(segment),
    fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constantFrom(...METHODS)),
  )
  .map(([route, first, second, other]) => {
    const segments = [first ?? "mine", second ?? "mine-euro"];
    return { method: other ?? route.method, path: route.path.replaceAll(/:\w+|\*/g, () => segments.shift() ?? "") };
  });

const strayCall = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`),
});

const reserveCall = fc.constant({ method: "POST", path: "/reservations/mine" });

const call = fc.oneof({ weight: 8, arbitrary: routeCall }, { weight: 1, arbitrary: strayCall }, { weight: 3, arbitrary: reserveCall });

const PARAMETERS = ["arrival", "departure", "adults", "children", "infant", "rooms", "promoCode", "language", "groupId", "x"];
const query = fc
  .tuple(
    fc.boolean(),
    fc.array(
      fc.tuple(
        fc.constantFrom(...PARAMETERS),
        fc.oneof(anyText, fc.integer({ min: -2, max: 25 }).map(String), fc.constantFrom(night(10), night(12))),
      ),
      { maxLength: 5 },
    ),
  )
  .map(([stay, pairs]) => {
    const search = new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()]));
    if (stay && !search.has("arrival")) search.set("arrival", night(10));
    if (stay && !search.has("departure")) search.set("departure", night(12));
    return search.toString();
  });

/** A header's value: ASCII without control characters, for workerd warns of each other one on the console (gate.test.ts has some). */
const headerValue = anyText.map((text) => text.replaceAll(/[^\u0020-\u007e]/g, "").trim());
const header: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant("Authorization"), fc.oneof(fc.constantFrom("Bearer mine-key", "Bearer mine-user", "Bearer theirs-key", "Bearer mine-operator", "bearer  mine-key ", "Basic x"), headerValue)),
  fc.tuple(fc.constant("Content-Type"), fc.oneof(fc.constantFrom("application/json", "application/json; charset=utf-16", "text/plain", "application/problem+json"), headerValue)),
  fc.tuple(fc.constantFrom("Idempotency-Key", "If-None-Match", "If-Modified-Since", "Accept", "Accept-Language", "Accept-Encoding", "Range", "Origin", "Cookie", "X-Request-Id", "X-Forwarded-For", "Content-Length", "Expect"), headerValue),
); // prettier-ignore

/** A JSON value with some of its parts exchanged, removed or doubled. */
function mutated(value: unknown, changes: readonly (readonly [where: number, what: number, by: unknown])[]): unknown {
  const root = { value: structuredClone(value) };
  for (const [where, what, by] of changes) {
    const places: [Record<string, unknown>, string][] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      for (const key of Object.keys(node)) {
        places.push([node as Record<string, unknown>, key]);
        walk((node as Record<string, unknown>)[key]);
      }
    };
    walk(root);
    const place = places[where % Math.max(1, places.length)];
    if (!place) continue;
    const [parent, key] = place;
    if (what === 0) delete parent[key];
    else if (what === 1 && Array.isArray(parent[key])) parent[key] = [...(parent[key] as unknown[]), ...(parent[key] as unknown[])];
    else parent[key] = structuredClone(by);
  }
  return root.value;
}

const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(6), anyJson), { maxLength: 3 });
const VALID_BODIES: readonly unknown[] = [
  reservation([booking("mine-euro")]),
  reservation([
    booking("mine-euro", {
      extras: [{ id: "BREAKFAST", chargeDays: [[night(10)]], chargeMode: "PerPerson" }],
      promoCode: "SUMMER15",
      children: "1",
    }),
    booking("mine-yen", { roomId: "TWN", guest: { firstname: "Ada", lastname: "King" }, bedConfiguration: "" }),
  ]),
  { email: "ann@mine.test", password: PASSWORD },
];

const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...VALID_BODIES), changes).map(([valid, change]) => JSON.stringify(mutated(valid, change)) ?? ""),
  },
  { weight: 1, arbitrary: anyJson.map((value) => JSON.stringify(value) ?? "") },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...VALID_BODIES), fc.nat(), anyText).map(([valid, at, noise]) => {
      const text = JSON.stringify(valid);
      return text.slice(0, at % text.length) + noise + text.slice((at % text.length) + (at % 3));
    }),
  },
);

/** Any request, more often than not by someone who may, so that it gets past the gate. */
export const jsonRequest: fc.Arbitrary<JsonRequest> = fc
  .record({ call, query, headers: fc.array(header, { maxLength: 3 }), body, known: fc.boolean() })
  .map(({ call, query, headers, body, known }) => ({
    method: call.method,
    path: `${call.path}?${query}`,
    headers: known ? [...headers.filter(([name]) => !KNOWN.some(([own]) => own === name)), ...KNOWN] : headers,
    body: BODILESS.has(call.method) ? null : body,
  }));
