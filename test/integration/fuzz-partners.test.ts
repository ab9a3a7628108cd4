/**
 * Noise against /ota and /alpinebits: no 5xx, every answer well-formed or a text that begins with ERROR:, nothing slow
 * (docs/interface.md §8). TABARD_FUZZ sets the number of requests.
 */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { ACTIONS, VERSIONS } from "../../src/alpinebits/versions.ts";
import { OTA_MESSAGES } from "../../src/ota/messages.ts";
import { DEMO_SETTING, writeEnvelope, writeSample } from "../../src/ota/samples.ts";
import { readDocument } from "../../src/xml/read-document.ts";
import { addBookableGroup } from "../../harness/bookable-group.ts";
import { insertToken, platform } from "../support/in-worker.ts";
import { basic } from "../support/partner-calls.ts";

const DEFAULT_RUNS = 1_500;
const TEST_TIMEOUT_MS = 30 * 60_000;
/** A request of this size takes some milliseconds; the rest is room for a busy machine. */
const SLOWEST_MS = 5_000;

const runs = Number(env.TABARD_FUZZ || DEFAULT_RUNS);
const seed = env.TABARD_FUZZ === "" ? 1 : Date.now() % 2 ** 31;
const pms = { client: "pms", key: "mine-pms-key" };
const setting = { ...DEMO_SETTING, address: "", nowMs: Date.now(), hotelId: "mine-euro", ...pms };

const app = createApp();
const host = platform();
const execution = { waitUntil: (work: Promise<unknown>) => void work, passThroughOnException: () => {}, props: {} };

beforeAll(async () => {
  await addBookableGroup(env.DB, "mine");
  await insertToken(pms.key, "mine", { subject: pms.client, scopes: ["rates", "bookings"] });
});

/** A message that is right, as it stands or broken in places. */
const sample = fc.constantFrom(...OTA_MESSAGES.flatMap((message) => [writeSample(message, setting), writeEnvelope(message, setting)]));
const junk = fc.oneof(
  fc.constantFrom(
    "<",
    ">",
    "&",
    '"',
    "&amp;",
    "&#0;",
    "]]>",
    "<!--",
    "</",
    "/>",
    "<!DOCTYPE x>",
    "\u0000",
    "é😀",
    "999999999999",
    "-1",
    "2027-02-30",
    "true",
    "DBL",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const broken = fc.tuple(sample, fc.array(fc.tuple(fc.nat(), fc.nat(12), junk), { maxLength: 4 })).map(([text, edits]) =>
  edits.reduce((before, [at, cut, put]) => {
    const place = at % (before.length + 1);
    return before.slice(0, place) + put + before.slice(place + cut);
  }, text),
);
/** An attribute's value exchanged, which leaves the document well-formed. */
const valued = fc
  .tuple(
    sample,
    fc.nat(),
    fc.constantFrom("", "0", "1", "-1", "9999999999", "abc", "2027-13-01", "0001-01-01", "9999-12-31", "Close", "10", "DBL", "&lt;"),
  )
  .map(([text, at, value]) => {
    const places = [...text.matchAll(/(?<= )(?!xmlns)[\w:]+="[^"]*"/g)];
    const place = places[at % places.length];
    if (!place) return text;
    return `${text.slice(0, place.index)}${place[0].replace(/"[^"]*"/, `"${value}"`)}${text.slice(place.index + place[0].length)}`;
  });
const document = fc.oneof(broken, valued, fc.string({ unit: "binary", maxLength: 50 }));

async function ask(path: string, headers: Record<string, string>, body: BodyInit): Promise<[Response, string, number]> {
  const startMs = performance.now();
  const answer = await app.fetch(new Request(`http://tabard.test${path}`, { method: "POST", headers, body }), host, execution);
  return [answer, await answer.text(), performance.now() - startMs];
}

function check([answer, text, ms]: [Response, string, number]): void {
  // SOAP faults must be 500; nothing else may.
  if (!text.includes("Fault>")) expect(answer.status).toBeLessThan(500);
  expect(ms).toBeLessThan(SLOWEST_MS);
  expect(text).not.toMatch(/SQLITE|D1_ERROR|SELECT|node_modules|\.ts:/);
  if (!text.startsWith("ERROR:")) readDocument(new TextEncoder().encode(text));
}

it(
  `survives ${runs} hostile messages to /ota`,
  async () => {
    const authorization = fc.constantFrom<Record<string, string>>({ Authorization: basic(pms) }, { Authorization: "Basic !!!" }, {});
    const type = fc.constantFrom("text/xml", "application/soap+xml", "text/xml; charset=utf-16", "text/plain");
    const property = fc.asyncProperty(document, authorization, type, async (body, headers, contentType) => {
      check(await ask("/ota", { ...headers, "Content-Type": contentType }, body.toWellFormed()));
    });
    await fc.assert(property, { numRuns: runs, seed });
  },
  TEST_TIMEOUT_MS,
);

it(
  `survives ${runs} hostile forms to /alpinebits`,
  async () => {
    const action = fc.oneof(
      fc.constantFrom(...VERSIONS.flatMap((version) => ACTIONS[version].map(({ parameter }) => parameter))),
      fc.string(),
    );
    const version = fc.oneof(fc.constantFrom<string>(...VERSIONS), fc.constantFrom("", "2017-10", "x"));
    const property = fc.asyncProperty(
      document,
      action,
      version,
      fc.integer({ min: 0, max: 4 }),
      async (request, parameter, spoken, kind) => {
        const form = new FormData();
        form.set("action", parameter.toWellFormed());
        if (kind !== 1) form.set("request", kind === 2 ? new File([request.toWellFormed()], "f") : request.toWellFormed());
        const encoded = new Response(form);
        const bytes = new Uint8Array(await encoded.arrayBuffer());
        const headers: Record<string, string> = { "Content-Type": encoded.headers.get("Content-Type") ?? "", Authorization: basic(pms) };
        if (spoken !== "") headers["X-AlpineBits-ClientProtocolVersion"] = spoken;
        if (kind === 3) headers["Content-Encoding"] = "gzip";
        check(await ask("/alpinebits", headers, kind === 4 ? bytes.slice(0, bytes.length / 2) : bytes));
      },
    );
    await fc.assert(property, { numRuns: runs, seed });
  },
  TEST_TIMEOUT_MS,
);
