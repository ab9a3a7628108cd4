/** Noise in calendars and content: no 5xx, every refusal says where, and nothing of what was refused is stored (docs/interface.md §14.2, §14.4.2). */
import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { night } from "../../harness/bookable-group.ts";
import { type AriGroup, addAriGroup, changeAri } from "../support/ari.ts";
import type { Platform } from "../../src/host/context.ts";
import { ask, insertToken, platform } from "../support/in-worker.ts";

const TEST_TIMEOUT_MS = 30 * 60_000;
const RUNS = Number(env.TABARD_FUZZ || 300);

let group: AriGroup;
beforeAll(async () => {
  group = await addAriGroup("noise");
  await insertToken("noise-content", "noise", { scopes: ["content"] });
});

const names = fc.constantFrom("DBL", "SGL", "FLEX", "constructor", "__proto__", "toString", "", "a b", "x".repeat(65), "😀");
const dates = fc.constantFrom(night(1), night(3), night(400), "2031-02-30", "0000-01-01", "9999-12-31", "", "tomorrow");
const numbers = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.double(), fc.constantFrom(1e308, -0, 2 ** 53, 0.1 + 0.2, 100_000_001));
const any = fc.oneof(fc.jsonValue({ maxDepth: 2 }), names, dates, numbers, fc.constant(null)) as fc.Arbitrary<unknown>;
const mostly = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: any });
const rate = fc.record(
  Object.fromEntries(
    ["price", "prices", "extraAdult", "child", "stopSell", "minStayArrival", "maxStayArrival", "minStayThrough", "maxStayThrough"].map(
      (field) => [
        field,
        mostly(
          fc.oneof(
            numbers,
            fc.constant(null),
            fc.boolean(),
            fc.array(numbers, { maxLength: 4 }),
            fc.dictionary(names, numbers, { maxKeys: 3 }),
          ),
        ),
      ],
    ),
  ),
  { requiredKeys: [] },
);
const entry = fc.record(
  {
    room: mostly(fc.constantFrom("DBL", "SGL", "constructor")),
    from: mostly(fc.constantFrom(night(1), night(2), night(30))),
    to: mostly(fc.constantFrom(night(3), night(31), night(400), "9999-12-31")),
    units: mostly(fc.oneof(numbers, fc.array(numbers, { maxLength: 4 }))),
    left: mostly(numbers),
    asOf: mostly(fc.integer({ min: 0, max: 3 })),
    weekdays: mostly(fc.array(fc.constantFrom("mon", "Mon", "sun", "x"), { maxLength: 8 })),
    rates: mostly(fc.dictionary(fc.constantFrom("FLEX", "SAVER", "constructor", "__proto__"), mostly(rate), { maxKeys: 3 })),
  },
  { requiredKeys: ["room", "from", "to"] },
);
const body = mostly(fc.record({ calendar: mostly(fc.array(mostly(entry), { maxLength: 4 })) }));

/** Whether a pointer leads to something of a value, or to something missing right below. */
function leads(value: unknown, pointer: string): boolean {
  const steps = pointer.split("/").slice(1);
  let at: unknown = value;
  for (const [index, step] of steps.entries()) {
    if (typeof at !== "object" || at === null) return false;
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!Object.hasOwn(at, key)) return index === steps.length - 1;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
}

async function checkAnswer(answer: Response, sent: unknown, state: () => Promise<unknown>, before: unknown): Promise<boolean> {
  expect(answer.status).toBeLessThan(500);
  if (answer.ok) return true;
  const problem = await answer.json<{ code: string; errors?: { pointer: string; detail: string }[] }>();
  expect(["invalid_calendar", "invalid_content", "units_sold", "malformed_json", "currency_in_use"]).toContain(problem.code);
  const wire = JSON.parse(JSON.stringify(sent)) as unknown;
  for (const { pointer, detail } of problem.errors ?? []) {
    expect([pointer, leads(wire, pointer)]).toEqual([pointer, true]);
    expect(detail).toMatch(/^[A-Z\d"].*\.$/s);
  }
  if (problem.code.startsWith("invalid")) expect(problem.errors?.length).toBeGreaterThan(0);
  expect(await state()).toEqual(before);
  return false;
}

const stateOf = async () =>
  env.DB.prepare(
    `SELECT (SELECT max(sequence) FROM events WHERE group_id = 'noise') AS events, (SELECT sum(units) FROM stock WHERE group_id = 'noise') AS units,
       (SELECT sum(length(packed)) FROM calendar_months WHERE group_id = 'noise') AS months,
       (SELECT sum(length(name) + length(images)) FROM hotels WHERE group_id = 'noise') AS hotels`,
  ).first();

it("is told of ranges of thousands of years, which nothing is read for", async () => {
  let longest = 0;
  const prepare = (sql: string) => {
    const statement = env.DB.prepare(sql);
    const bind = statement.bind.bind(statement);
    return Object.assign(statement, {
      bind: (...values: unknown[]) => {
        longest = Math.max(longest, ...values.map((value) => String(value).length));
        return bind(...values);
      },
    });
  };
  const db = { prepare, batch: env.DB.batch.bind(env.DB) } as unknown as Platform["db"];
  const calendar = Array.from({ length: 20 }, () => ({ room: "DBL", from: "0001-01-01", to: "9999-12-31", units: 1 }));
  const answer = await ask(platform({ db }), `/ari/noise/${group.euro}`, {
    method: "POST",
    body: JSON.stringify({ calendar }),
    headers: { Authorization: "Bearer noise-rates" },
  });
  expect(answer.status).toBe(422);
  const { errors } = await answer.json<{ errors: { pointer: string; code: string }[] }>();
  expect(errors.slice(0, 2)).toMatchObject([
    { pointer: "/calendar/0/to", code: "too_big" },
    { pointer: "/calendar/1/to", code: "too_big" },
  ]);
  expect(longest).toBeLessThan(10_000);
});

describe("hostile bodies", () => {
  it(
    "of calendars are taken or told, and never half applied",
    async () => {
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const before = await stateOf();
          const answer = await changeAri("noise", group.euro, JSON.stringify(sent) ?? "null");
          if (await checkAnswer(answer, sent, stateOf, before)) taken += 1;
        }),
        { numRuns: RUNS },
      );
      expect(taken).toBeGreaterThan(0);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    "of hotels are taken or told, and never half applied",
    async () => {
      const read = await exports.default.fetch(`http://tabard.test/content/noise/hotels/${group.euro}`, {
        headers: { Authorization: "Bearer noise-content" },
      });
      const hotel = await read.json<Record<string, unknown>>();
      const changes = fc.dictionary(fc.constantFrom(...Object.keys(hotel), "calendar", "constructor"), any, { maxKeys: 2 });
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(changes, async (change) => {
          const before = await stateOf();
          const sent = { ...hotel, ...change };
          const answer = await exports.default.fetch(`http://tabard.test/content/noise/hotels/${group.euro}`, {
            method: "PUT",
            headers: { Authorization: "Bearer noise-content", "Content-Type": "application/json" },
            body: JSON.stringify(sent),
          });
          if (await checkAnswer(answer, sent, stateOf, before)) taken += 1;
        }),
        { numRuns: RUNS },
      );
      expect(taken).toBeGreaterThan(0);
    },
    TEST_TIMEOUT_MS,
  );
});
