/** npm run import -- group: docs/interface.md §1, docs/import-group.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GroupFile as AnyGroupFile } from "../../cli/group/group-schema.ts";
import { importGroup } from "../../cli/group/import-group.ts";
import type { CalendarEntry } from "../../src/selling/rules/calendar-entry.ts";
import { parseDate } from "../../src/base/calendar-date.ts";
import { closedToArrivalIn, restrictionsOn } from "../support/hotel-months.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../../harness/temporary-database.ts";

/** The example's hotels all have a calendar. */
type GroupFile = Omit<AnyGroupFile, "hotels"> & { hotels: (AnyGroupFile["hotels"][number] & { calendar: CalendarEntry[] })[] };

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
      "SELECT content_version AS content, content_changed_ms AS changed, max(terms_version, (SELECT max(calendar_version) FROM hotels)) AS calendar FROM groups",
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
    expect(await versions()).toEqual({ content: 1, changed: NOW_MS, calendar: 3 });
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

  it("has cancellation policies, kept in whole numbers", async () => {
    await load(EXAMPLE);
    const rows = await db.query<{ rate_id: string; cancellation: string | null }>(
      "SELECT rate_id, cancellation FROM rates ORDER BY rate_id",
    );
    expect(rows.map(({ rate_id: id, cancellation }) => [id, cancellation && (JSON.parse(cancellation) as unknown)])).toEqual([
      ["CLUB", null],
      [
        "FLEX",
        {
          tiers: [
            { hoursBefore: 48, fee: { nights: 1 } },
            { hoursBefore: 0, fee: { basisPoints: 10_000 } },
          ],
          noShow: { amount: 800_000 },
          saleCode: null,
        },
      ],
      ["PREPAID", null],
    ]);
    const faulty = changed((group) => {
      const policy = {
        tiers: [
          { hoursBefore: 1, fee: { nights: 1 } },
          { hoursBefore: 1, fee: { percent: 101 } },
        ],
        saleCode: "NONE",
      };
      Object.assign(group.hotels[0]!.rates[0]!, { cancellation: policy });
    });
    await expect(load(faulty)).rejects.toThrow(/cancellation\/tiers\/1\/fee/);
    const contradictory = changed((group) => {
      const tier = { hoursBefore: 1, fee: { amount: 1.234 } };
      Object.assign(group.hotels[0]!.rates[0]!, { cancellation: { tiers: [tier, tier], saleCode: "NONE" } });
    });
    await expect(load(contradictory)).rejects.toThrow(/tiers\/0\/fee\/amount[^]*cancellation\/saleCode|hoursBefore/);
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
    expect(await versions()).toEqual({ content: 2, changed: NOW_MS + 5, calendar: 3 });
    await load(
      changed((group) => (group.group.name = "Alps")),
      NOW_MS + 9,
    );
    // The text went back, too.
    expect(await versions()).toEqual({ content: 3, changed: NOW_MS + 9, calendar: 3 });
  });

  it("raises the calendar version only for what is sold", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.rooms[0]!.name = "Twin")));
    expect(await versions()).toEqual({ content: 1, changed: NOW_MS, calendar: 4 });
    await load(changed((group) => (group.hotels[0]!.calendar[0]!.units = 11)));
    expect(await versions()).toEqual({ content: 1, changed: NOW_MS, calendar: 6 });
  });

  it("raises both for a time zone, and neither for a person", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.position.timezone = "Europe/Vienna")));
    expect(await versions()).toMatchObject({ content: 2, calendar: 4 });
    await load(
      changed((group) => {
        group.hotels[0]!.position.timezone = "Europe/Vienna";
        group.users[0]!.firstname = "Anna";
      }),
    );
    expect(await versions()).toMatchObject({ content: 2, calendar: 4 });
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

describe("what an import leaves for those who follow", () => {
  const events = () =>
    db.query<{ sequence: number; type: string; subject: string; hotel_id: string | null; data: string }>(
      "SELECT sequence, type, subject, hotel_id, data FROM events ORDER BY sequence",
    );
  const stamps = async () =>
    (
      await db.query<{ terms: number; catalogue: number; calendar: number; months: number }>(
        `SELECT g.terms_version AS terms, h.catalogue_version AS catalogue, h.calendar_version AS calendar,
         (SELECT max(sequence) FROM calendar_months) AS months FROM groups g JOIN hotels h USING (group_id)`,
      )
    )[0];

  it("is one event per hotel and kind, and the newest sequence on what changed", async () => {
    await load(EXAMPLE);
    expect((await events()).map((event) => [event.sequence, event.type, event.hotel_id])).toEqual([
      [1, "content.changed", null],
      [2, "content.changed", "alpine-zermatt"],
      [3, "ari.changed", "alpine-zermatt"],
    ]);
    expect(await stamps()).toEqual({ terms: 3, catalogue: 3, calendar: 3, months: 3 });
  });

  it("is the calendar's alone where prices changed", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.calendar[0]!.rates.FLEX = { price: 241 })));
    const [event, ...more] = (await events()).slice(3);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ sequence: 4, type: "ari.changed", subject: "/ari/alpine/alpine-zermatt", hotel_id: "alpine-zermatt" });
    expect(JSON.parse(event!.data)).toEqual({ hotelId: "alpine-zermatt", from: "2030-01-01", to: "2030-01-31", rooms: ["DBL"] });
    expect(await stamps()).toEqual({ terms: 3, catalogue: 3, calendar: 4, months: 4 });
  });

  it("is the catalogue's, the group's or nothing, as the file changed", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.rates[0]!.extraAdult = 61)));
    expect(await stamps()).toEqual({ terms: 3, catalogue: 4, calendar: 4, months: 3 });
    await load(
      changed((group) => {
        group.hotels[0]!.rates[0]!.extraAdult = 61;
        group.promotions = [];
      }),
    );
    expect(await stamps()).toEqual({ terms: 5, catalogue: 4, calendar: 4, months: 3 });
    expect((await events()).slice(3).map((event) => [event.type, event.data])).toEqual([
      ["content.changed", '{"hotelId":"alpine-zermatt"}'],
      ["content.changed", '{"hotelId":null}'],
    ]);
  });

  it("is an empty month where a calendar ends", async () => {
    await load(EXAMPLE);
    await load(changed((group) => (group.hotels[0]!.calendar = [])));
    expect(await db.query("SELECT packed, sequence FROM calendar_months")).toEqual([{ packed: '{"rooms":{}}', sequence: 4 }]);
    expect(await db.query("SELECT 1 FROM stock")).toEqual([]);
  });
});

describe("the words of an import", () => {
  const dearer = (group: GroupFile): void => {
    group.hotels[0]!.calendar[0]!.rates.FLEX = { price: 245 };
    group.hotels[0]!.calendar[0]!.units = 12;
    group.hotels[0]!.calendar[0]!.rates.PREPAID = { price: 210.5, minStayArrival: 3 };
    group.hotels[0]!.rates[0]!.child = 30;
    group.hotels[0]!.extras = [];
  };
  const words = [
    "Haus Matterhorn: rate FLEX child amount 25.5 → 30",
    "Haus Matterhorn: extra BRK goes",
    "Haus Matterhorn: 23 nights DBL FLEX 240 → 245",
    "Haus Matterhorn: 28 nights DBL units 10 → 12",
    "Haus Matterhorn: 31 nights DBL PREPAID minStayArrival 2 → 3",
  ];

  it("say what changed, hotel by hotel", async () => {
    await load(EXAMPLE);
    const [summary, ...told] = (await load(changed(dearer))).split("\n");
    expect(summary).toMatch(/^group alpine: updated/);
    expect(told).toEqual(words);
  });

  it("say what would change, and nothing is written", async () => {
    await load(EXAMPLE);
    const before = await everything();
    const file = join(db.folder, "group.json");
    writeFileSync(file, changed(dearer));
    const [summary, ...told] = (await importGroup(db, file, NOW_MS, { dryRun: true })).split("\n");
    expect(summary).toMatch(/^group alpine: would be updated \(\d+ rows\); nothing was written$/);
    expect(told).toEqual(words);
    expect(await everything()).toEqual(before);
  });
});

describe("a hotel's currency", () => {
  const inFrancs = (group: GroupFile) => (group.hotels[0]!.currencyCode = "EUR");

  it("changes before anything is sold or posted, and is refused by file and field after", async () => {
    await load(EXAMPLE);
    expect(await load(changed(inFrancs))).toContain('currency code "CHF" → "EUR"');
    await load(EXAMPLE);
    await db.apply([
      "INSERT INTO ledger_documents (group_id, modified_key, modified_ms, line_count, site_id, transaction_type, transaction_reference, unique_reference_number) VALUES ('alpine', 1, 0, 1, 'alpine-zermatt', 'Proforma', '', '')",
      `INSERT INTO ledger_lines (group_id, modified_ms, modified_key, line, site_id, transaction_type, account_number, account_type, transaction_reference,
         unique_reference_number, description, due_ms, for_ms, transaction_ms, gross, nett, tax, nominal_code, sale_code, pay_code, tax_code,
         period_id, period_from_ms, period_to_ms) VALUES ('alpine', 0, 1, 1, 'alpine-zermatt', 'Proforma', '', 1, '', '', '', 0, 0, 0, 1, 1, 0, '', '',
         '', '', 0, -62135596800000, -62135596800000)`,
    ]);
    await expect(load(changed(inFrancs))).rejects.toThrow(
      /group\.json:\d+: \/hotels\/0\/currencyCode: Something was sold or posted in CHF/,
    );
    expect(() => db.apply(["UPDATE hotels SET currency_code = 'EUR'"])).toThrow("currency_in_use");
  });
});

describe("a hotel without a calendar in the file", () => {
  const without = (change: (group: GroupFile) => void = () => {}) =>
    changed((group) => {
      change(group);
      delete (group.hotels[0] as { calendar?: unknown }).calendar;
    });

  it("keeps the one it has", async () => {
    await load(EXAMPLE);
    const before = await everything();
    expect(await load(without())).toBe("group alpine: nothing changed");
    expect(await everything()).toEqual(before);
  });

  it("loses what belongs to a rate or a room that goes", async () => {
    await load(EXAMPLE);
    await load(
      without((group) => {
        group.hotels[0]!.rates = group.hotels[0]!.rates.filter((rate) => rate.id !== "PREPAID");
      }),
    );
    const [row] = await db.query<{ packed: string }>("SELECT packed FROM calendar_months");
    expect(row!.packed).not.toContain("PREPAID");
    await load(without((group) => (group.hotels[0]!.rooms = [])));
    expect(await db.query("SELECT 1 FROM stock")).toEqual([]);
  });
});

it("an import that finds the hotel changed since it looked is refused whole", async () => {
  await load(EXAMPLE);
  const racing = Object.assign(Object.create(db) as TemporaryDatabase, {
    apply: async (statements: Parameters<TemporaryDatabase["apply"]>[0]) => {
      await db.apply(["UPDATE hotels SET calendar_version = 99"]);
      await db.apply(statements);
    },
  });
  const file = join(db.folder, "group.json");
  writeFileSync(file, changed((group) => (group.hotels[0]!.calendar[0]!.units = 11))); // prettier-ignore
  await expect(importGroup(racing, file, NOW_MS)).rejects.toThrow("NOT NULL constraint failed: hotels.calendar_version");
  expect(await db.query("SELECT max(units) AS units FROM stock")).toEqual([{ units: 10 }]);
});

describe("sold units", () => {
  it("stay sold when units change", async () => {
    await load(EXAMPLE);
    await sell("2030-01-05", 4);
    await load(changed((group) => (group.hotels[0]!.calendar[0]!.units = 4)));
    expect(await db.query(`SELECT units, sold FROM stock WHERE night = ${day("2030-01-05")}`)).toEqual([{ units: 4, sold: 4 }]);
  });

  const losing: [string, (group: GroupFile) => void, string][] = [
    ["fewer units", (group) => (group.hotels[0]!.calendar[0]!.units = 3), "4 sold, units would be 3"],
    ["the night off sale", (group) => (group.hotels[0]!.calendar[0]!.units = null), "4 sold, the night would no longer be sold"],
    ["the room gone", (group) => Object.assign(group.hotels[0]!, { rooms: [], calendar: [] }), "4 sold, the night would no longer be sold"],
    [
      "the hotel gone",
      (group) => Object.assign(group, { hotels: [], promotions: [], operators: [] }),
      "4 sold, the night would no longer be sold",
    ],
  ];
  it.each(losing)("are not lost to %s: the file is refused by name", async (_name, change, message) => {
    await load(EXAMPLE);
    await sell("2030-01-05", 4);
    const before = await everything();
    await expect(load(changed(change))).rejects.toThrow(`Hotel alpine-zermatt: Room DBL, night 2030-01-05: ${message}`);
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
    await load(changed((group) => (group.users[0]!.password = "a new password")));
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
    [
      "an unknown field",
      (group) => Object.assign(group.hotels[0]!, { stars: 4 }),
      /group\.json:\d+: \/hotels\/0\/stars: There is no such field/,
    ],
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
    ["an unknown room", (group) => (group.hotels[0]!.calendar[0]!.room = "X"), /\/hotels\/0\/calendar\/0\/room: The hotel has no room "X"/],
    ["an unknown rate", (group) => (group.hotels[0]!.calendar[0]!.rates = { X: {} }), /\/calendar\/0\/rates\/X: The hotel has no rate "X"/],
    ["an unknown sale code", (group) => (group.hotels[0]!.rates[0]!.saleCode = "X"), /\/rates\/0\/saleCode: There is no sale code "X"/],
    ["an unknown time zone", (group) => (group.hotels[0]!.position.timezone = "+01:00"), /\/position\/timezone: Must be an IANA time zone/],
    ["an unknown currency", (group) => (group.hotels[0]!.currencyCode = "XYZ"), /\/currencyCode: Must be an ISO 4217/],
    ["an impossible language", (group) => (group.group.defaultLanguage = "e"), /\/group\/defaultLanguage: Must be a language tag/],
    ["an impossible date", (group) => (group.hotels[0]!.calendar[0]!.from = "2030-02-30"), /\/calendar\/0\/from: Must be a real date/],
    [
      "a list of the wrong length",
      (group) => (group.hotels[0]!.calendar[2]!.units = [1]),
      /\/calendar\/2\/units: Has 1 values for 3 nights/,
    ],
    [
      "a promotion that ends before it begins",
      (group) => (group.promotions[0]!.stayFrom = "2031-01-01"),
      /\/promotions\/0\/stayTo: Is before stayFrom/,
    ],
    [
      "a promotion of 100 %",
      (group) => (group.promotions[0]!.percent = 100),
      /\/promotions\/0\/percent: Must be more than 0 and less than 100/,
    ],
    ["a name used twice", (group) => group.hotels.push(group.hotels[0]!), /\/hotels\/1\/id: alpine-zermatt is there twice/],
    ["a hotel named like its group", (group) => (group.hotels[0]!.id = "alpine"), /\/hotels\/0\/id: Is the group's own id/],
    ["a control character", (group) => (group.hotels[0]!.name = "a\u0001"), /\/hotels\/0\/name: Must not hold characters that XML cannot/],
    ["a person without a password", (group) => delete group.users[0]!.password, /\/users\/0\/password: Is needed/],
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

  it("with a key twice in one object is refused", async () => {
    const twice = EXAMPLE.replace('"currencyCode": "CHF",', '"currencyCode": "CHF", "name": "Again",');
    const line = twice.split("\n").findIndex((text) => text.includes("Again")) + 1;
    await expect(load(twice)).rejects.toThrow(new RegExp(`group\\.json:${line}:\\d+: The key "name" is there twice`));
    await expect(load('{"a":[{"b":1},{"b":1}],"c":{"a":"b","b":"a"}, "\\u0061": 1}')).rejects.toThrow('The key "a" is there twice');
    expect(await db.query("SELECT 1 FROM sites")).toEqual([]);
  });

  it("that is not JSON or not UTF-8 is refused", async () => {
    await expect(load("{\n")).rejects.toThrow(/group\.json:2:1: not JSON: .*\nNothing was imported\./);
    await expect(load('{\n"group": tru,\n"hotels": []}')).rejects.toThrow(/group\.json:2:10: not JSON: .*\n/);
    await expect(load(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).rejects.toThrow(/group\.json: .* nested too deeply\n/);
    await expect(load('{\n"group": {},\n}\n')).rejects.toThrow(/group\.json:3:1: not JSON: .*\n/);
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
