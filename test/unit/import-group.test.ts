/** npm run import -- group: docs/interface.md §1, docs/import-group.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GroupFile } from "../../cli/group/group-schema.ts";
import { importGroup } from "../../cli/group/import-group.ts";
import { parseDate } from "../../src/base/calendar-date.ts";
import { closedToArrivalIn, restrictionsOn } from "../support/hotel-months.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../support/temporary-database.ts";

/** 2029-12-01, 12:00 UTC: before the example's calendar. */
const NOW_MS = Date.UTC(2029, 11, 1, 12);
const EXAMPLE = /```json\n([^]*?)```/.exec(readFileSync("docs/import-group.md", "utf8"))?.[1] ?? "";

let db: TemporaryDatabase;
beforeEach(() => {
  db = temporaryDatabase();
});
afterEach(() => {
  db.remove();
});

function load(text: string, nowMs = NOW_MS): Promise<string> {
  const file = join(db.folder, "group.json");
  writeFileSync(file, text);
  return importGroup(db, file, nowMs);
}

/** The example after a change. */
function changed(change: (group: GroupFile) => void): string {
  const group = JSON.parse(EXAMPLE) as GroupFile;
  change(group);
  return JSON.stringify(group, null, 2);
}

const versions = async () =>
  (
    await db.query<{ content: number; changed: number; calendar: number }>(
      "SELECT content_version AS content, content_changed_ms AS changed, calendar_version AS calendar FROM groups",
    )
  )[0];
const day = (date: string): number => Number(parseDate(date));
const sell = (date: string, sold: number) => db.apply([`UPDATE stock SET sold = ${sold} WHERE night = ${day(date)}`]);
const everything = async () => {
  const tables = "sites groups hotels hotel_texts sale_codes rooms rates calendar_months stock promotions extras users operators tokens";
  return Promise.all(tables.split(" ").map(async (table) => [table, await db.query(`SELECT * FROM ${table}`)] as const));
};

describe("the example of docs/import-group.md", () => {
  it("becomes a group", async () => {
    expect(await load(EXAMPLE)).toMatch(/^group alpine: created/);
    expect(await versions()).toEqual({ content: 1, changed: NOW_MS, calendar: 1 });
    const [rate] = await db.query("SELECT * FROM rates WHERE rate_id = 'FLEX'");
    expect(rate).toMatchObject({ refundable: 1, deposit_basis_points: 0, extra_adult_amount: 600_000, child_amount: 255_000 });
    const [promotion] = await db.query("SELECT * FROM promotions WHERE promo_code = 'WINTER10'");
    expect(promotion).toMatchObject({
      percent_basis_points: 1000,
      discounted_rates: '["FLEX"]',
      stay_to: day("2030-01-20"),
      stay_from: null,
    });
    // 31 nights without the 12th.
    expect(await db.query("SELECT count(*) AS nights, sum(units) AS units FROM stock")).toEqual([{ nights: 30, units: 296 }]);
  });

  it("packs prices and restrictions by the day of the month, later entries over earlier ones", async () => {
    await load(EXAMPLE);
    const [row] = await db.query<{ month: number; packed: string }>("SELECT month, packed FROM calendar_months");
    expect(row!.month).toBe(2030 * 12);
    const on = (date: number) => restrictionsOn(row!.packed, "DBL", "PREPAID", date);
    expect(on(1)).toMatchObject({ units: 10, price: 2_105_000, minStayArrival: 2, stopSell: false });
    expect(on(10)).toMatchObject({ units: 8, price: 2_105_000, minStayArrival: 2, stopSell: true });
    expect(on(12)).toMatchObject({ units: null });
    // Friday 4 January 2030.
    expect(restrictionsOn(row!.packed, "DBL", "FLEX", 4).price).toBe(2_900_000);
    expect(restrictionsOn(row!.packed, "DBL", "FLEX", 3).price).toBe(2_400_000);
    expect(closedToArrivalIn(row!.packed, "DBL", "FLEX")).toBe(false);
  });

  it("changes nothing when imported again, on another day too", async () => {
    await load(EXAMPLE);
    const before = await everything();
    expect(await load(EXAMPLE, NOW_MS + 1)).toBe("group alpine: nothing changed");
    expect(await load(EXAMPLE, Date.UTC(2030, 0, 15, 12))).toBe("group alpine: nothing changed");
    expect(await everything()).toEqual(before);
  });
});

describe("a changed file", () => {
  it("raises the content version only for what the listing shows", async () => {
    await load(EXAMPLE);
    await load(
      changed((group) => (group.hotels[0]!.descriptions.de = "Unterm Berg.")),
      NOW_MS + 5,
    );
    expect(await versions()).toEqual({ content: 2, changed: NOW_MS + 5, calendar: 1 });
    await load(
      changed((group) => (group.group.name = "Alps")),
      NOW_MS + 9,
    );
    // The text went back, too.
    expect(await versions()).toEqual({ content: 3, changed: NOW_MS + 9, calendar: 1 });
  });

  it("raises the calendar version only for what is sold", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.rooms[0]!.name = "Twin")));
    expect(await versions()).toEqual({ content: 1, changed: NOW_MS, calendar: 2 });
    await load(changed((group) => (group.hotels[0]!.calendar[0]!.units = 11)));
    expect(await versions()).toEqual({ content: 1, changed: NOW_MS, calendar: 3 });
  });

  it("raises both for a time zone, and neither for a person", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.position.timezone = "Europe/Vienna")));
    expect(await versions()).toMatchObject({ content: 2, calendar: 2 });
    await load(
      changed((group) => {
        group.hotels[0]!.position.timezone = "Europe/Vienna";
        group.users[0]!.firstname = "Anna";
      }),
    );
    expect(await versions()).toMatchObject({ content: 2, calendar: 2 });
  });

  it("takes back what it no longer has", async () => {
    await load(EXAMPLE);
    await load(
      changed((group) => {
        group.hotels[0]!.extras = [];
        group.promotions = [];
        group.saleCodes.pop();
        group.hotels[0]!.calendar.pop();
        group.hotels[0]!.descriptions = {};
      }),
    );
    const counts = await db.query(
      "SELECT (SELECT count(*) FROM extras) AS e, (SELECT count(*) FROM promotions) AS p, (SELECT count(*) FROM sale_codes) AS s, (SELECT sum(units) FROM stock) AS u, (SELECT count(*) FROM hotel_texts) AS t",
    );
    expect(counts).toEqual([{ e: 0, p: 0, s: 1, u: 310, t: 0 }]);
  });

  it("leaves the nights before today at the hotel as they were", async () => {
    await load(EXAMPLE);
    const dearer = changed(
      (group) =>
        (group.hotels[0]!.calendar = [{ room: "DBL", from: "2030-01-01", to: "2030-01-31", units: 3, rates: { FLEX: { price: 500 } } }]),
    );
    await load(dearer, Date.UTC(2030, 0, 14, 23, 30));
    const [row] = await db.query<{ packed: string }>("SELECT packed FROM calendar_months");
    // 23:30 UTC on the 14th is the 15th in Zermatt.
    expect(restrictionsOn(row!.packed, "DBL", "FLEX", 14)).toMatchObject({ units: 10, price: 2_400_000 });
    expect(restrictionsOn(row!.packed, "DBL", "FLEX", 15)).toMatchObject({ units: 3, price: 5_000_000 });
    expect(restrictionsOn(row!.packed, "DBL", "PREPAID", 10)).toMatchObject({ stopSell: true });
    expect(await db.query(`SELECT units, count(*) AS n FROM stock GROUP BY units ORDER BY units`)).toEqual([
      { units: 3, n: 17 },
      { units: 8, n: 2 },
      { units: 10, n: 11 },
    ]);
  });
});

describe("sold units", () => {
  it("stay sold when units change", async () => {
    await load(EXAMPLE);
    await sell("2030-01-05", 4);
    await load(changed((group) => (group.hotels[0]!.calendar[0]!.units = 4)));
    expect(await db.query(`SELECT units, sold FROM stock WHERE night = ${day("2030-01-05")}`)).toEqual([{ units: 4, sold: 4 }]);
  });

  const losing: [string, (group: GroupFile) => void, string][] = [
    ["fewer units", (group) => (group.hotels[0]!.calendar[0]!.units = 3), "sold 4, the file has units 3"],
    ["the night off sale", (group) => (group.hotels[0]!.calendar[0]!.units = null), "sold 4, the file does not sell the night"],
    ["the room gone", (group) => Object.assign(group.hotels[0]!, { rooms: [], calendar: [] }), "sold 4, the file does not sell the night"],
    [
      "the hotel gone",
      (group) => Object.assign(group, { hotels: [], promotions: [], operators: [] }),
      "sold 4, the file does not sell the night",
    ],
  ];
  it.each(losing)("are not lost to %s: the file is refused by name", async (_name, change, message) => {
    await load(EXAMPLE);
    await sell("2030-01-05", 4);
    const before = await everything();
    await expect(load(changed(change))).rejects.toThrow(`hotel alpine-zermatt, room DBL, night 2030-01-05: ${message}`);
    expect(await everything()).toEqual(before);
  });

  it("of the past hold nothing back", async () => {
    await load(EXAMPLE);
    await sell("2030-01-05", 4);
    await load(
      changed((group) => Object.assign(group, { hotels: [], promotions: [], operators: [] })),
      Date.UTC(2030, 0, 6, 12),
    );
    expect(await db.query("SELECT sold FROM stock WHERE sold > 0")).toEqual([{ sold: 4 }]);
    expect(await db.query("SELECT 1 FROM hotels")).toEqual([]);
  });
});

describe("people", () => {
  const hashes = () => db.query("SELECT password_hash FROM users UNION ALL SELECT password_hash FROM operators");
  const openSession = (kind: string, subject: string, site: string) =>
    db.apply([
      `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, created_ms, expires_ms)
       VALUES ('${kind}', '${kind}', 'alpine', '${kind}', ${subject}, ${site}, '[]', 0, 9e15)`,
    ]);
  const live = async () =>
    (await db.query<{ kind: string }>("SELECT kind FROM tokens WHERE revoked_ms IS NULL ORDER BY kind")).map((row) => row.kind);

  it("keep hash and sessions with an unchanged password", async () => {
    await load(EXAMPLE);
    const before = await hashes();
    await openSession("user", "(SELECT user_id FROM users WHERE email = 'ann@alpine.test')", "NULL");
    await load(changed((group) => (group.users[0]!.firstname = "Anna")));
    expect(await hashes()).toEqual(before);
    expect(await live()).toEqual(["user"]);
  });

  it("lose their sessions with a new password or when they are taken back", async () => {
    await load(EXAMPLE);
    await openSession("user", "(SELECT user_id FROM users WHERE email = 'ann@alpine.test')", "NULL");
    await openSession("operator", "'DESK'", "'alpine-zermatt'");
    await load(changed((group) => (group.users[0]!.password = "new")));
    expect(await live()).toEqual(["operator"]);
    await load(changed((group) => (group.operators = [])));
    expect(await live()).toEqual([]);
    expect(await db.query("SELECT 1 FROM operators")).toEqual([]);
  });

  it("made by hand stay", async () => {
    await load(EXAMPLE);
    await db.apply(["INSERT INTO operators (site_id, operator_code, password_hash) VALUES ('alpine', 'BOSS', 'x')"]);
    expect(await load(EXAMPLE)).toBe("group alpine: nothing changed");
    expect(await db.query("SELECT operator_code AS code FROM operators ORDER BY 1")).toEqual([{ code: "BOSS" }, { code: "DESK" }]);
  });
});

describe("a bad file", () => {
  const bad: [string, (group: GroupFile) => unknown, RegExp][] = [
    ["an unknown field", (group) => Object.assign(group.hotels[0]!, { stars: 4 }), /group\.json:\d+: \/hotels\/0\/stars: is not a field/],
    [
      "a price with too many decimals",
      (group) => (group.hotels[0]!.rates[0]!.extraAdult = 1.005),
      /\/hotels\/0\/rates\/0\/extraAdult: 1.005 has more decimals than CHF/,
    ],
    [
      "a price of nothing",
      (group) => (group.hotels[0]!.calendar[0]!.rates.FLEX = { price: 0 }),
      /\/hotels\/0\/calendar\/0\/rates\/FLEX\/price: /,
    ],
    [
      "an unknown room",
      (group) => (group.hotels[0]!.calendar[0]!.room = "X"),
      /\/hotels\/0\/calendar\/0\/room: "X" is not a room of this file/,
    ],
    ["an unknown rate", (group) => (group.hotels[0]!.calendar[0]!.rates = { X: {} }), /\/calendar\/0\/rates\/X: "X" is not a rate/],
    ["an unknown sale code", (group) => (group.hotels[0]!.rates[0]!.saleCode = "X"), /\/rates\/0\/saleCode: "X" is not a sale code/],
    ["an unknown time zone", (group) => (group.hotels[0]!.position.timezone = "+01:00"), /\/position\/timezone: must be an IANA time zone/],
    ["an unknown currency", (group) => (group.hotels[0]!.currencyCode = "XYZ"), /\/currencyCode: must be an ISO 4217/],
    ["an impossible language", (group) => (group.group.defaultLanguage = "e"), /\/group\/defaultLanguage: must be a language tag/],
    ["an impossible date", (group) => (group.hotels[0]!.calendar[0]!.from = "2030-02-30"), /\/calendar\/0\/from: must be a real date/],
    [
      "a list of the wrong length",
      (group) => (group.hotels[0]!.calendar[2]!.units = [1]),
      /\/calendar\/2\/units: has 1 values for 3 nights/,
    ],
    [
      "a promotion that ends before it begins",
      (group) => (group.promotions[0]!.stayFrom = "2031-01-01"),
      /\/promotions\/0\/stayTo: is before stayFrom/,
    ],
    [
      "a promotion of 100 %",
      (group) => (group.promotions[0]!.percent = 100),
      /\/promotions\/0\/percent: must be more than 0 and less than 100/,
    ],
    ["a name used twice", (group) => group.hotels.push(group.hotels[0]!), /\/hotels\/1\/id: alpine-zermatt is there twice/],
    ["a hotel named like its group", (group) => (group.hotels[0]!.id = "alpine"), /\/hotels\/0\/id: is the group's own id/],
    ["a control character", (group) => (group.hotels[0]!.name = "a\u0001"), /\/hotels\/0\/name: must not hold characters that XML cannot/],
    ["a person without a password", (group) => delete group.users[0]!.password, /\/users\/0\/password: is needed/],
  ];
  it.each(bad)("with %s is refused by file, line and field, and nothing is loaded", async (_name, change, message) => {
    await expect(load(changed((group) => void change(group)))).rejects.toThrow(message);
    expect(await db.query("SELECT 1 FROM sites")).toEqual([]);
  });

  it("names the line of every fault", async () => {
    const text = changed((group) => {
      group.hotels[0]!.currencyCode = "XYZ";
      group.users[0]!.country = "Switzerland";
    });
    const lineOf = (needle: string): number => text.split("\n").findIndex((line) => line.includes(needle)) + 1;
    await expect(load(text)).rejects.toThrow(
      new RegExp(`group\\.json:${lineOf("XYZ")}: [^]*group\\.json:${lineOf("Switzerland")}: /users/0/country`),
    );
  });

  it("that is not JSON or not UTF-8 is refused", async () => {
    await expect(load("{\n")).rejects.toThrow(/group\.json:2: not JSON: .*\nNothing was imported\./);
    await expect(load('{\n"group": tru,\n"hotels": []}')).rejects.toThrow(/group\.json:2: not JSON: .*\n/);
    await expect(load('{\n"group": {},\n}\n')).rejects.toThrow(/group\.json:3: not JSON: .*\n/);
    const file = join(db.folder, "latin1.json");
    writeFileSync(file, Buffer.from([0x22, 0xff, 0x22]));
    await expect(importGroup(db, file, NOW_MS)).rejects.toThrow("latin1.json: not UTF-8");
  });
});

it("a group cannot take a name of another group", async () => {
  await load(EXAMPLE);
  const other = (change: (group: GroupFile) => void) =>
    changed((group) => {
      group.group.id = "other";
      group.operators = [];
      group.hotels[0]!.id = "other-1";
      change(group);
    });
  const taken = other((group) => {
    group.group.id = "alpine-zermatt";
    group.hotels[0]!.id = "alpine";
  });
  const lineOf = (needle: string): number => taken.split("\n").findIndex((line) => line.includes(needle)) + 1;
  await expect(load(taken)).rejects.toThrow(
    `group.json:${lineOf('"id": "alpine-zermatt"')}: /group/id: the name "alpine-zermatt" belongs to a hotel of group "alpine"`,
  );
  await expect(load(taken)).rejects.toThrow(
    `group.json:${lineOf('"id": "alpine",')}: /hotels/0/id: the name "alpine" belongs to another group\nNothing was imported.`,
  );
  expect(await load(other(() => {}))).toMatch(/created/);
});
