/** What a group declares, read and changed at runtime: docs/interface.md §14. */
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { insertToken } from "../support/in-worker.ts";
import { type ProblemAnswer, booking, read, reservation, reserve } from "../support/reserve.ts";

interface Group {
  groupId: string;
  euro: string;
  yen: string;
}

interface Hotel {
  id: string;
  rates: Record<string, unknown>[];
  rooms: Record<string, unknown>[];
  [field: string]: unknown;
}

let groups = 0;

async function fresh(): Promise<Group> {
  groups += 1;
  const groupId = `c${groups}`;
  const { euro, yen } = await addBookableGroup(env.DB, groupId);
  await insertToken(`${groupId}-content`, groupId, { scopes: ["content"] });
  await insertToken(`${groupId}-bound`, groupId, { hotelId: euro, scopes: ["content"] });
  return { groupId, euro, yen };
}

async function ask(method: string, group: Group, path: string, body?: unknown, token = "content"): Promise<Response> {
  return exports.default.fetch(`http://tabard.test/content/${group.groupId}${path}`, {
    method,
    headers: { Authorization: `Bearer ${group.groupId}-${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const hotelOf = async (group: Group, hotelId = group.euro) => (await ask("GET", group, `/hotels/${hotelId}`)).json<Hotel>();
const put = (group: Group, hotel: Hotel) => ask("PUT", group, `/hotels/${hotel.id}`, hotel);
const errorsOf = async (answer: Response) => {
  expect(answer.status).toBe(422);
  const { code, errors = [] } = await answer.json<ProblemAnswer>();
  expect(code).toBe("invalid_content");
  return errors.map(({ pointer, code: kind }) => `${pointer} ${kind}`);
};
const versions = async ({ groupId, euro }: Group) =>
  env.DB.prepare(
    `SELECT g.content_version AS listing, g.terms_version AS terms, h.catalogue_version AS catalogue, h.calendar_version AS calendar,
       (SELECT max(sequence) FROM events WHERE group_id = ?1) AS events FROM groups g JOIN hotels h ON h.group_id = g.group_id AND h.hotel_id = ?2
     WHERE g.group_id = ?1`,
  )
    .bind(groupId, euro)
    .first<Record<string, number>>();
const priceFrom = async ({ groupId, euro }: Group, query: string) => {
  const entries = await (await read(groupId, `/availabilities/${groupId}?${query}`)).json<{ id: string; priceFrom: number }[]>();
  return entries.find((entry) => entry.id === euro)?.priceFrom;
};
const stay = `arrival=${night(10)}&departure=${night(11)}`;

describe("a hotel", () => {
  it("is read as it can be put, and put as it was read changes nothing", async () => {
    const group = await fresh();
    const before = await versions(group);
    const hotel = await hotelOf(group);
    expect(hotel).toMatchObject({ id: group.euro, currencyCode: "EUR", checkIn: "15:00", position: { timezone: "Europe/Lisbon" } });
    expect(hotel).not.toHaveProperty("calendar");
    const answer = await put(group, hotel);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(hotel);
    expect(await versions(group)).toEqual(before);
  });

  it("counts at once where prices depend on it, and is told to the feed", async () => {
    const group = await fresh();
    const hotel = await hotelOf(group);
    expect(await priceFrom(group, `${stay}&adults=3`)).toBe(110);
    hotel.rates = hotel.rates.map((rate) => Object.assign(rate, { extraAdult: 33 }));
    expect((await put(group, hotel)).status).toBe(200);
    expect(await priceFrom(group, `${stay}&adults=3`)).toBe(123);
    expect(await versions(group)).toEqual({ listing: 1, terms: 1, catalogue: 2, calendar: 2, events: 2 });
    const event = await env.DB.prepare("SELECT type, hotel_id, data FROM events WHERE group_id = ?1 AND sequence = 2")
      .bind(group.groupId)
      .first();
    expect(event).toEqual({ type: "content.changed", hotel_id: group.euro, data: JSON.stringify({ hotelId: group.euro }) });
  });

  it("shows in the listing where the listing shows it", async () => {
    const group = await fresh();
    const hotel = await hotelOf(group);
    hotel.descriptions = { en: "By the river.", "pt-pt": "Junto ao rio." };
    expect(await (await put(group, hotel)).json()).toMatchObject({ descriptions: { en: "By the river.", "pt-PT": "Junto ao rio." } });
    expect(await versions(group)).toMatchObject({ listing: 2, catalogue: 1, calendar: 1 });
    expect(await (await read(group.groupId, `/hotels/${group.groupId}`)).json()).toMatchObject([{ description: "By the river." }, {}]);
  });

  it("that is new is 201, has no calendar yet, and can be sold once it has one", async () => {
    const group = await fresh();
    const id = `${group.groupId}-new`;
    const answer = await put(group, { ...(await hotelOf(group)), id });
    expect(answer.status).toBe(201);
    expect((await put(group, { ...(await hotelOf(group)), id })).status).toBe(200);
    expect(await versions(group)).toMatchObject({ listing: 2, terms: 2 });
    const listed = await (await read(group.groupId, `/hotels/${group.groupId}`)).json<{ id: string }[]>();
    expect(listed.map((one) => one.id)).toContain(id);
    await insertToken(`${group.groupId}-rates`, group.groupId, { scopes: ["rates"] });
    const priced = await exports.default.fetch(`http://tabard.test/ari/${group.groupId}/${id}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${group.groupId}-rates`, "Content-Type": "application/json" },
      body: JSON.stringify({ calendar: [{ room: "DBL", from: night(10), to: night(10), units: 1, rates: { FLEX: { price: 7 } } }] }),
    });
    expect(await priced.json()).toMatchObject({ nightsChanged: 1 });
    const found = await (await read(group.groupId, `/availabilities/${group.groupId}?${stay}`)).json<{ id: string; priceFrom: number }[]>();
    expect(found.find((one) => one.id === id)?.priceFrom).toBe(7);
  });

  it("loses the calendar of a rate that goes, and keeps a room that is sold", async () => {
    const group = await fresh();
    await reserve(group.groupId, reservation([booking(group.euro)]));
    const hotel = await hotelOf(group);
    const withoutRoom = await put(group, { ...hotel, rooms: hotel.rooms.filter((room) => room.id !== "DBL") });
    expect(withoutRoom.status).toBe(409);
    expect(await withoutRoom.json()).toMatchObject({
      code: "units_sold",
      unitsSold: [{ room: "DBL", night: night(10), sold: 1, units: null }, {}],
    });
    const withoutRate = await put(group, { ...hotel, rates: hotel.rates.filter((rate) => rate.id !== "SAVER") });
    expect(withoutRate.status).toBe(200);
    expect(await priceFrom(group, stay)).toBe(100);
    const left = await env.DB.prepare("SELECT count(*) AS n FROM calendar_months WHERE hotel_id = ?1 AND packed LIKE '%SAVER%'")
      .bind(group.euro)
      .first();
    expect(left).toEqual({ n: 0 });
  });

  it("keeps its currency once something was sold in it", async () => {
    const group = await fresh();
    const hotel = await hotelOf(group);
    expect((await put(group, { ...hotel, currencyCode: "USD" })).status).toBe(200);
    await reserve(group.groupId, reservation([booking(group.euro)]));
    const refused = await put(group, { ...hotel, currencyCode: "EUR" });
    expect([refused.status, (await refused.json<ProblemAnswer>()).code]).toEqual([409, "currency_in_use"]);
    expect(await hotelOf(group)).toMatchObject({ currencyCode: "USD" });
  });

  it("keeps its periods once the ledger does, and is told so", async () => {
    const group = await fresh();
    const hotel = await hotelOf(group);
    expect((await put(group, { ...hotel, periods: "month" })).status).toBe(200);
    const [fromMs, toMs] = [Date.UTC(2020, 0, 1), Date.UTC(2020, 1, 1) - 1000];
    await env.DB.prepare("INSERT INTO ledger_period_sums VALUES (?1, ?2, 202001, 'Invoice', 'R6', ?3, ?4, 1, 1, 106, 100, 6)")
      .bind(group.groupId, group.euro, fromMs, toMs)
      .run();
    const refused = await put(group, hotel);
    expect(refused.status).toBe(422);
    const problem = await refused.json<ProblemAnswer>();
    expect(problem).toMatchObject({ code: "invalid_content", errors: [{ pointer: "/periods", code: "periods_in_use" }] });
    expect((await put(group, { ...hotel, periods: "month" })).status).toBe(200);
  });

  it("is refused with every fault by pointer, by the rules of the import", async () => {
    const group = await fresh();
    const hotel = await hotelOf(group);
    const before = await versions(group);
    expect(await errorsOf(await ask("PUT", group, `/hotels/${group.euro}`, { ...hotel, name: 5, stars: 4, calendar: [] }))).toEqual([
      "/name invalid_type",
      "/stars unknown_field",
      "/calendar unknown_field",
    ]);
    const wrong = {
      ...hotel,
      id: "another",
      rooms: [{ id: "DBL", name: "Double", baseAdults: 4, maxAdults: 2 }],
      rates: [{ id: "FLEX", name: "Flexible", saleCode: "NOPE", extraAdult: 1.005 }],
    };
    expect((await errorsOf(await ask("PUT", group, `/hotels/${group.euro}`, wrong))).sort()).toEqual([
      "/id not_the_path",
      "/rates/0/extraAdult too_many_decimals",
      "/rates/0/saleCode unknown_sale_code",
      "/rooms/0/baseAdults contradiction",
    ]);
    expect(await versions(group)).toEqual(before);
  });

  it("of more than a mebibyte is not read", async () => {
    const group = await fresh();
    const answer = await ask("PUT", group, `/hotels/${group.euro}`, { id: group.euro, name: "x".repeat(1024 * 1024) });
    expect([answer.status, (await answer.json<ProblemAnswer>()).code]).toEqual([413, "body_too_large"]);
  });

  it("cannot take a name of another group, nor the group's own", async () => {
    const [group, other] = [await fresh(), await fresh()];
    const hotel = await hotelOf(group);
    for (const id of [other.euro, other.groupId, group.groupId])
      expect(await errorsOf(await put(group, { ...hotel, id }))).toContain("/id name_taken");
  });

  it("keeps a rate that a promotion needs", async () => {
    const group = await fresh();
    for (const id of [group.euro, group.yen]) {
      const hotel = await hotelOf(group, id);
      const answer = await put(group, { ...hotel, rates: hotel.rates.filter((rate) => rate.id !== "SECRET") });
      if (id === group.euro) expect(answer.status).toBe(200);
      else expect(await errorsOf(answer)).toEqual(["/rates unknown_hidden_rate"]);
    }
  });

  it("goes, unless it is sold, and is not found then", async () => {
    const group = await fresh();
    expect((await ask("DELETE", group, `/hotels/${group.yen}`)).status).toBe(204);
    expect((await ask("DELETE", group, `/hotels/${group.yen}`)).status).toBe(404);
    expect((await ask("GET", group, `/hotels/${group.yen}`)).status).toBe(404);
    expect(await (await read(group.groupId, `/hotels/${group.groupId}`)).json()).toHaveLength(1);
    await reserve(group.groupId, reservation([booking(group.euro)]));
    expect((await (await ask("DELETE", group, `/hotels/${group.euro}`)).json<ProblemAnswer>()).code).toBe("units_sold");
  });
});

describe("what holds for all hotels", () => {
  it("is a promotion that counts at once, and goes at once", async () => {
    const group = await fresh();
    const promotion = { code: "Half", percent: 50, rates: ["FLEX"], stayFrom: night(1) };
    const made = await ask("PUT", group, "/promotions/half", promotion);
    expect([made.status, await made.json()]).toEqual([201, { ...promotion, code: "HALF", unlocks: [] }]);
    expect(await priceFrom(group, `${stay}&promoCode=half`)).toBe(50);
    expect((await ask("PUT", group, "/promotions/HALF", { ...promotion, percent: 40 })).status).toBe(200);
    expect(await priceFrom(group, `${stay}&promoCode=half`)).toBe(60);
    expect((await ask("DELETE", group, "/promotions/half")).status).toBe(204);
    expect((await ask("DELETE", group, "/promotions/half")).status).toBe(404);
    expect(await priceFrom(group, `${stay}&promoCode=half`)).toBe(90);
    expect(await versions(group)).toMatchObject({ terms: 4, events: 4, calendar: 1 });
  });

  it("is a promotion with faults that is refused", async () => {
    const group = await fresh();
    const wrong = { code: "OTHER", percent: 50, amount: 5, rates: ["NOPE"], stayFrom: "2031-01-02", stayTo: "2031-01-01" };
    expect((await errorsOf(await ask("PUT", group, "/promotions/HALF", wrong))).sort()).toEqual([
      "/amount contradiction",
      "/code not_the_path",
      "/currencyCode contradiction",
      "/rates/0 unknown_rate",
      "/stayTo invalid_range",
    ]);
  });

  it("is a sale code whose tax counts from now on, and a pay code", async () => {
    const group = await fresh();
    const sale = { code: "ACCOM", description: "Room", nominalCode: "7111", taxCode: "R7", taxPercent: 7.5 };
    expect((await ask("PUT", group, "/sale-codes/ACCOM", sale)).status).toBe(200);
    expect((await ask("PUT", group, "/sale-codes/SPA", { ...sale, code: "SPA" })).status).toBe(201);
    expect(await errorsOf(await ask("PUT", group, "/sale-codes/X", sale))).toEqual(["/code not_the_path"]);
    const pay = { code: "CASH", description: "Cash", nominalCode: "1000" };
    expect((await ask("PUT", group, "/pay-codes/CASH", pay)).status).toBe(201);
    expect((await ask("PUT", group, "/pay-codes/CASH", pay)).status).toBe(200);
    const whole = await (await ask("GET", group, "")).json<{ saleCodes: object[]; payCodes: object[] }>();
    expect(whole.saleCodes).toContainEqual(sale);
    expect(whole.payCodes).toEqual([pay]);
    await reserve(group.groupId, reservation([booking(group.euro)]));
    const line = await env.DB.prepare("SELECT tax_code FROM ledger_lines WHERE group_id = ?1").bind(group.groupId).first();
    expect(line).toEqual({ tax_code: "R7" });
  });

  it("is the whole group, without calendars and people, in the shape of its file", async () => {
    const group = await fresh();
    const whole = await (await ask("GET", group, "")).json<Record<string, unknown[]>>();
    expect(Object.keys(whole)).toEqual(["group", "saleCodes", "payCodes", "hotels", "promotions"]);
    expect(whole.hotels).toEqual([await hotelOf(group), await hotelOf(group, group.yen)]);
    expect(whole.promotions?.length).toBe(3);
  });

  it("is not found for a caller of one hotel, which may change its own", async () => {
    const group = await fresh();
    const promotion = { code: "HALF", percent: 50 };
    const foreign: [string, string, unknown?][] = [
      ["GET", ""],
      ["PUT", "/promotions/HALF", promotion],
      ["DELETE", "/promotions/SUMMER15"],
      ["PUT", "/sale-codes/SPA", { code: "SPA", nominalCode: "1", taxCode: "R", taxPercent: 1 }],
      ["PUT", "/pay-codes/CASH", { code: "CASH", nominalCode: "1" }],
      ["GET", `/hotels/${group.yen}`],
      ["PUT", `/hotels/${group.yen}`, { ...(await hotelOf(group, group.yen)), name: "Taken" }],
      ["DELETE", `/hotels/${group.yen}`],
      ["DELETE", `/hotels/${group.euro}`],
    ];
    for (const [method, path, body] of foreign) expect([path, (await ask(method, group, path, body, "bound")).status]).toEqual([path, 404]);
    expect((await ask("PUT", group, `/hotels/${group.euro}`, { ...(await hotelOf(group)), name: "Mine" }, "bound")).status).toBe(200);
    expect(await hotelOf(group, group.yen)).toMatchObject({ name: group.yen });
  });
});
