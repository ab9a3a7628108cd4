/** Prices, restrictions and stock at runtime: docs/interface.md §14. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { changeCalendar } from "../../src/selling/change-calendar.ts";
import { parseEntries } from "../../src/selling/rules/calendar-entry.ts";
import { type AriGroup, addAriGroup, changeAri, nightsOf, readAri } from "../support/ari.ts";
import { night } from "../../harness/bookable-group.ts";
import { insertToken } from "../support/in-worker.ts";
import { testCtx } from "../support/ledger.ts";
import { type ProblemAnswer, booking, read, reservation, reserve } from "../support/reserve.ts";

interface Changed {
  calendarVersion: number;
  nightsChanged: number;
  warnings: { pointer: string; detail: string }[];
}

type Problem = ProblemAnswer & { unitsSold?: object[] };

let group: AriGroup;
let groups = 0;

/** A group of its own, so that tests do not meet. */
async function fresh(units?: number): Promise<AriGroup> {
  groups += 1;
  return addAriGroup(`a${groups}`, units);
}

beforeAll(async () => {
  group = await addAriGroup("ari");
});

const change = async (entries: unknown, on = group) => changeAri(on.groupId, on.euro, entries);
const changed = async (entries: unknown, on = group) => (await change(entries, on)).json<Changed>();
const events = async (groupId: string) =>
  (await env.DB.prepare("SELECT sequence, type, hotel_id, data FROM events WHERE group_id = ?1 ORDER BY sequence").bind(groupId).all())
    .results;
const everything = async (groupId: string) =>
  Promise.all(
    ["calendar_months", "stock", "hotels", "groups", "events"].map(
      async (table) => (await env.DB.prepare(`SELECT * FROM ${table} WHERE group_id = ?1`).bind(groupId).all()).results,
    ),
  );
const stay = (from: number, to: number) => `arrival=${night(from)}&departure=${night(to)}`;
const priceFrom = async (on: AriGroup, query: string) => {
  const entries = await (await read(on.groupId, `/availabilities/${on.groupId}?${query}`)).json<{ id: string; priceFrom: number }[]>();
  return entries.find((entry) => entry.id === on.euro)?.priceFrom;
};

describe("a change of prices", () => {
  it("shows in the next reading, the next availability and the next reservation, and tells the feed", async () => {
    const own = await fresh();
    const before = await priceFrom(own, stay(10, 12));
    const rates = { FLEX: { price: 77.5 }, SAVER: { price: null } };
    const entries = ["DBL", "SGL"].map((room) => ({ room, from: night(10), to: night(11), rates }));
    const answer = await changed(entries, own);
    expect(answer).toEqual({ calendarVersion: 2, nightsChanged: 4, warnings: [] });
    expect(before).toBe(180);
    expect(await priceFrom(own, stay(10, 12))).toBe(155);
    const [first] = await nightsOf(own, "DBL", night(10), night(10));
    expect(first).toEqual({ date: night(10), units: 100, sold: 0, left: 100, rates: { FLEX: { price: 77.5 }, SECRET: { price: 50 } } });
    const booked = await reserve(own.groupId, reservation([booking(own.euro)]));
    expect((await booked.json<{ bookings: object[] }>()).bookings).toMatchObject([{ roomPrice: 155 }]);
    const [, told] = await events(own.groupId);
    expect({ ...told, data: JSON.parse(String(told?.data)) as unknown }).toEqual({
      sequence: 2,
      type: "ari.changed",
      hotel_id: own.euro,
      data: { hotelId: own.euro, from: night(10), to: night(11), rooms: ["DBL", "SGL"] },
    });
  });

  it("leaves the versions of other hotels alone", async () => {
    const own = await fresh();
    const { calendarVersion } = await changed([{ room: "DBL", from: night(3), to: night(3), rates: { FLEX: { price: 1 } } }], own);
    const versions = await env.DB.prepare("SELECT hotel_id, calendar_version FROM hotels WHERE group_id = ?1 ORDER BY 1")
      .bind(own.groupId)
      .all();
    expect(versions.results).toEqual([
      { hotel_id: own.euro, calendar_version: calendarVersion },
      { hotel_id: own.yen, calendar_version: 1 },
    ]);
  });

  it("is nothing where all is so already: no event, no version", async () => {
    const own = await fresh();
    const before = await everything(own.groupId);
    expect(await changed([{ room: "DBL", from: night(3), to: night(9), units: 100, rates: { FLEX: { price: 100 } } }], own)).toEqual({
      calendarVersion: 1,
      nightsChanged: 0,
      warnings: [],
    });
    expect(await everything(own.groupId)).toEqual(before);
  });
});

describe("entries", () => {
  it("apply in order, to their weekdays, night by night, and what they do not name stays", async () => {
    const own = await fresh();
    const [from, to] = [night(20), night(22)];
    await change(
      [
        {
          room: "DBL",
          from,
          to,
          units: [5, null, 7],
          rates: { FLEX: { price: [10, 20, 30], minStayArrival: 3, closedToDeparture: true } },
        },
        { room: "DBL", from: night(22), to, rates: { FLEX: { price: 31, stopSell: true } } },
        { room: "DBL", from, to, rates: { FLEX: { closedToDeparture: null, maxStayThrough: 9 } } },
      ],
      own,
    );
    const nights = await nightsOf(own, "DBL", from, to);
    const flex = { minStayArrival: 3, maxStayThrough: 9 };
    expect(nights.map(({ units, rates }) => [units, rates.FLEX])).toEqual([
      [5, { price: 10, ...flex }],
      [null, { price: 20, ...flex }],
      [7, { price: 31, ...flex, stopSell: true }],
    ]);
    expect(nights.map(({ rates }) => rates.SAVER)).toEqual([{ price: 90 }, { price: 90 }, { price: 90 }]);
  });

  it("set prices per adults, extra adults and children of a night, and take them back", async () => {
    const own = await fresh();
    const [from, to] = [night(30), night(30)];
    await change([{ room: "DBL", from, to, rates: { FLEX: { prices: { 1: 80, 2: 95 }, extraAdult: 11, child: 0 } } }], own);
    const flex = async () => (await nightsOf(own, "DBL", from, to))[0]?.rates.FLEX;
    expect(await flex()).toEqual({ price: 100, prices: { 1: 80, 2: 95 }, extraAdult: 11, child: 0 });
    await change([{ room: "DBL", from, to, rates: { FLEX: { prices: { 3: 130 } } } }], own);
    expect(await flex()).toEqual({ price: 100, prices: { 3: 130 }, extraAdult: 11, child: 0 });
    await change([{ room: "DBL", from, to, rates: { FLEX: { prices: null, extraAdult: null, child: null } } }], own);
    expect(await flex()).toEqual({ price: 100 });
  });

  it("pass over nights before the hotel's today, and say so", async () => {
    const own = await fresh();
    const answer = await changed([{ room: "DBL", from: "2020-01-30", to: night(0), rates: { FLEX: { price: 42 } } }], own);
    expect(answer.nightsChanged).toBeLessThanOrEqual(1);
    expect(answer.warnings).toEqual([
      {
        pointer: "/calendar/0/from",
        detail: expect.stringMatching(/^2\d{3} nights before \d{4}-\d{2}-\d{2}, the hotel's today: passed over\.$/) as string,
      },
    ]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM stock WHERE group_id = ?1 AND night < 20000").bind(own.groupId).first()).toEqual(
      { n: 0 },
    );
  });
});

describe("bad input", () => {
  it("is told whole, by pointer, and nothing of it is applied", async () => {
    const before = await everything("ari");
    const answer = await change([
      { room: "DBL", from: night(5), to: night(6), rates: { FLEX: { price: 12 } } },
      { room: "NOPE", from: night(5), to: night(4), rates: { GONE: { price: 1.005 } } },
      { room: "DBL", from: "2031-02-30", to: night(6), units: -1, rates: { FLEX: { prices: { 0: 1 }, minStayArrival: 400 } }, extra: 1 },
      "nonsense",
      {
        room: "DBL",
        from: night(5),
        to: night(6),
        units: 1,
        left: 2,
        rates: { FLEX: { price: [1], minStayThrough: 5, maxStayThrough: 4 } },
      },
      { room: "DBL", from: night(5), to: night(6), asOf: 0 },
    ]);
    expect(answer.status).toBe(422);
    const { code, errors = [] } = await answer.json<Problem>();
    expect(code).toBe("invalid_calendar");
    expect(new Set(errors.map(({ pointer, code: kind }) => `${pointer} ${kind}`))).toEqual(
      new Set([
        "/calendar/1/room unknown_room",
        "/calendar/1/to invalid_range",
        "/calendar/1/rates/GONE unknown_rate",
        "/calendar/1/rates/GONE/price too_many_decimals",
        "/calendar/2/from invalid_format",
        "/calendar/2/units too_small",
        "/calendar/2/rates/FLEX/prices/0 invalid_format",
        "/calendar/2/rates/FLEX/minStayArrival too_big",
        "/calendar/2/extra unknown_field",
        "/calendar/3 invalid_type",
        "/calendar/4/left contradiction",
        "/calendar/4/rates/FLEX/price wrong_length",
        "/calendar/4/rates/FLEX/minStayThrough contradiction",
        "/calendar/5/asOf contradiction",
      ]),
    );
    for (const { detail } of errors) expect(detail).toMatch(/^[A-Z\d].*\.$/);
    expect(await everything("ari")).toEqual(before);
  });

  const refused: [string, unknown, number, string][] = [
    ["no calendar", {}, 422, "invalid_calendar"],
    ["a list", "[]", 422, "invalid_calendar"],
    ["another field", { calendar: [], hotel: "x" }, 422, "invalid_calendar"],
    ["too many entries", { calendar: Array.from({ length: 2001 }, () => ({})) }, 422, "invalid_calendar"],
    ["too large a body", `{"calendar":[],"x":"${"y".repeat(1024 * 1024)}"}`, 413, "body_too_large"],
    ["broken JSON", "{", 400, "malformed_json"],
  ];
  it.each(refused)("of %s is refused", async (_name, body, status, code) => {
    const answer = await change(body);
    expect([answer.status, (await answer.json<Problem>()).code]).toEqual([status, code]);
  });

  it("of 2,000 entries is taken", async () => {
    const own = await fresh();
    const entries = Array.from({ length: 2000 }, (_, at) => ({
      room: "DBL",
      from: night(1 + (at % 300)),
      to: night(1 + (at % 300)),
      rates: { FLEX: { price: 1 + at } },
    }));
    expect(await changed(entries, own)).toMatchObject({ nightsChanged: 300 });
  });

  it("of more nights than can be applied at once is refused", async () => {
    const entries = Array.from({ length: 300 }, () => ({ room: "DBL", from: "2031-01-01", to: "2041-01-01", rates: {} }));
    const answer = await change(entries);
    expect((await answer.json<Problem>()).errors).toMatchObject([{ pointer: "/calendar", code: "too_big" }]);
  });

  it("names a hotel that is not the caller's as not found", async () => {
    await insertToken("ari-bound", "ari", { hotelId: group.yen, scopes: ["rates"] });
    for (const hotelId of ["nowhere", "rival-euro"]) expect((await changeAri("ari", hotelId, [])).status).toBe(404);
    const bound = { Authorization: "Bearer ari-bound" };
    expect((await changeAri("ari", group.euro, [], bound)).status).toBe(404);
    expect((await changeAri("ari", group.yen, [], bound)).status).toBe(200);
  });
});

describe("units", () => {
  it("below what is sold, and nights that are sold, are refused by room and night", async () => {
    const own = await fresh();
    await reserve(own.groupId, reservation([booking(own.euro), booking(own.euro)]));
    const before = await everything(own.groupId);
    for (const [units, left] of [
      [1, 1],
      [null, null],
    ] as const) {
      const answer = await change([{ room: "DBL", from: night(9), to: night(10), units }], own);
      expect(answer.status).toBe(409);
      const problem = await answer.json<Problem>();
      expect(problem).toMatchObject({ code: "units_sold", unitsSold: [{ room: "DBL", night: night(10), sold: 2, units: left }] });
      expect(problem.detail).toContain(`Room DBL, night ${night(10)}: 2 sold`);
    }
    expect(await everything(own.groupId)).toEqual(before);
    expect(await changed([{ room: "DBL", from: night(9), to: night(10), units: 2 }], own)).toMatchObject({ nightsChanged: 2 });
    expect(await priceFrom(own, `${stay(10, 11)}&promoCode=`)).toBe(90);
  });

  it("of a night that was not sold put it on sale", async () => {
    const own = await fresh();
    const [from, to] = [night(401), night(401)];
    expect(await changed([{ room: "DBL", from, to, units: 3, rates: { FLEX: { price: 5 } } }], own)).toMatchObject({ nightsChanged: 1 });
    expect(await priceFrom(own, stay(401, 402))).toBe(5);
  });
});

describe("rooms left", () => {
  const left = async (own: AriGroup) => (await nightsOf(own, "DBL", night(10), night(10)))[0]?.left;
  const count = (value: number, asOf?: number) => [
    { room: "DBL", from: night(10), to: night(10), left: value, ...(asOf === undefined ? {} : { asOf }) },
  ];
  const newest = async (own: AriGroup) =>
    Number((await readAri(own.groupId, own.euro, `from=${night(1)}&to=${night(1)}`)).headers.get("Event-Sequence"));

  it("are so many from now on", async () => {
    const own = await fresh();
    await reserve(own.groupId, reservation([booking(own.euro)]));
    await change(count(4), own);
    expect(await nightsOf(own, "DBL", night(10), night(10))).toMatchObject([{ units: 5, sold: 1, left: 4 }]);
  });

  it("as of an event are less what was sold since, and none at the least", async () => {
    const own = await fresh();
    const seen = await newest(own);
    await reserve(own.groupId, reservation([booking(own.euro), booking(own.euro, { checkInDate: night(9), checkOutDate: night(11) })]));
    await change(count(5, seen), own);
    expect(await left(own)).toBe(3);
    await change(count(1, seen), own);
    expect(await left(own)).toBe(0);
    await change(count(5, await newest(own)), own);
    expect(await left(own)).toBe(5);
  });

  it("as of an event that is not there yet are refused", async () => {
    const own = await fresh();
    const answer = await change(count(5, 99), own);
    expect(answer.status).toBe(422);
    expect((await answer.json<Problem>()).errors).toMatchObject([{ pointer: "/calendar/0/asOf", detail: "The newest event is 1." }]);
  });
});

describe("a change that meets another", () => {
  /** The verb over a D1 that lets something happen between its reading and its writing, once. */
  async function racing(own: AriGroup, entries: unknown[], meanwhile: () => Promise<unknown>) {
    let rounds = 0;
    const db: typeof env.DB = Object.assign(Object.create(env.DB) as typeof env.DB, {
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: async (statements: D1PreparedStatement[]) => {
        rounds += 1;
        if (rounds === 2) await meanwhile();
        return env.DB.batch(statements);
      },
    });
    const principal = {
      kind: "key",
      groupId: own.groupId,
      hotelId: null,
      scopes: [],
      subject: "",
      callerId: "",
      logName: "",
      tokenSha256: "",
    } as const;
    const result = await changeCalendar(Object.assign(testCtx(db), { principal }), { hotelId: own.euro, ...parseEntries(entries) }, null);
    return { result, rounds };
  }

  it("of the same hotel is computed anew", async () => {
    const own = await fresh();
    const entry = { room: "DBL", from: night(5), to: night(5), rates: { FLEX: { price: 8 } } };
    const other = { room: "DBL", from: night(6), to: night(6), rates: { FLEX: { price: 9 } } };
    const { result, rounds } = await racing(own, [entry], () => change([other], own));
    expect(result).toMatchObject({ ok: true, value: { changed: { calendarVersion: 3, nightsChanged: 1 } } });
    expect(rounds).toBe(4);
    expect((await nightsOf(own, "DBL", night(5), night(6))).map(({ rates }) => rates.FLEX)).toEqual([{ price: 8 }, { price: 9 }]);
  });

  it("of what is sold is counted anew", async () => {
    const own = await fresh();
    const entry = { room: "DBL", from: night(10), to: night(10), left: 0, asOf: 1 };
    const { result, rounds } = await racing(own, [entry], () => reserve(own.groupId, reservation([booking(own.euro)])));
    expect(result).toMatchObject({ ok: true });
    expect(rounds).toBe(4);
    expect(await nightsOf(own, "DBL", night(10), night(10))).toMatchObject([{ units: 1, sold: 1, left: 0 }]);
  });
});

describe("an Idempotency-Key", () => {
  it("is answered the same again, whatever came between", async () => {
    const own = await fresh();
    const key = { "Idempotency-Key": "k1" };
    const body = [{ room: "DBL", from: night(5), to: night(6), units: 3, rates: { FLEX: { price: 8 } } }];
    const first = await changeAri(own.groupId, own.euro, body, key);
    const text = await first.text();
    expect(first.headers.get("Idempotency-Replayed")).toBeNull();
    await reserve(
      own.groupId,
      reservation(Array.from({ length: 3 }, () => booking(own.euro, { checkInDate: night(5), checkOutDate: night(6) }))),
    );
    await change([{ room: "DBL", from: night(5), to: night(5), units: 9, rates: { FLEX: { price: 88 } } }], own);
    await env.DB.prepare("DELETE FROM rates WHERE group_id = ?1 AND rate_id = 'FLEX'").bind(own.groupId).run();
    const again = await changeAri(own.groupId, own.euro, body, key);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await again.text()).toBe(text);
    const reused = await changeAri(own.groupId, own.euro, [], key);
    expect((await reused.json<Problem>()).code).toBe("idempotency_key_reused");
    expect((await nightsOf(own, "DBL", night(5), night(5)))[0]).toMatchObject({ units: 9 });
  });
});

describe("reading a calendar", () => {
  it("needs two dates at most 100 nights apart", async () => {
    const faults: [string, string[]][] = [
      ["", ["from", "to"]],
      ["from=2031-02-30&to=x", ["from", "to"]],
      [`from=${night(2)}&to=${night(1)}`, ["to"]],
      [`from=${night(1)}&to=${night(101)}`, ["to"]],
      [`from=${night(1)}&from=${night(1)}&to=${night(2)}`, ["from"]],
    ];
    for (const [query, parameters] of faults) {
      const answer = await readAri("ari", group.euro, query);
      expect(answer.status).toBe(400);
      expect((await answer.json<{ errors: { parameter: string }[] }>()).errors.map(({ parameter }) => parameter)).toEqual(parameters);
    }
    expect((await readAri("ari", group.euro, `from=${night(1)}&to=${night(100)}`)).status).toBe(200);
  });

  it("can be sent back as it is", async () => {
    const own = await fresh();
    const entry = {
      room: "DBL",
      from: night(7),
      to: night(7),
      units: 4,
      rates: { FLEX: { price: 9, prices: { 2: 8 }, child: 1, stopSell: true, minStayThrough: 2 } },
    };
    await change([entry], own);
    const [read] = await nightsOf(own, "DBL", night(7), night(7));
    expect(await changed([{ room: "DBL", from: night(7), to: night(7), units: read?.units, rates: read?.rates }], own)).toMatchObject({
      nightsChanged: 0,
    });
  });
});
