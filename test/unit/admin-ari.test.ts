/** A hotel's calendar at a terminal: npm run admin -- ari show, ari set, group list. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { addBookableGroup, night, today } from "../../harness/bookable-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../../harness/temporary-database.ts";
import { setCalendar, showCalendar } from "../../cli/admin/ari.ts";
import { listGroups } from "../../cli/admin/groups.ts";

let db: TemporaryDatabase;

beforeEach(async () => {
  db = temporaryDatabase();
  const file = new DatabaseSync(join(db.folder, "tabard.sqlite"));
  await addBookableGroup(fileDatabase(file), "inn", 10);
  file.close();
});
afterEach(() => {
  db.remove();
});

const range = { hotel: "inn-euro", from: night(3), to: night(4) };

describe("ari set", () => {
  it("changes nights, says so in words, and leaves the event of every change", async () => {
    const told = await setCalendar(db, { ...range, room: "DBL", rate: "FLEX", price: "120", "min-stay": "2", units: "8" });
    expect(told.split("\n")).toEqual([
      "inn-euro: 2 nights DBL FLEX 100 → 120",
      "inn-euro: 2 nights DBL units 10 → 8",
      "inn-euro: 2 nights DBL FLEX minStayArrival 0 → 2",
    ]);
    const shown = await showCalendar(db, { ...range, room: "DBL" });
    expect(shown).toContain(`${night(3)}  DBL  8 of 8 left  FLEX 120 minStayArrival 2  SAVER 90  SECRET 50`);
    expect(await db.query("SELECT type, hotel_id FROM events WHERE sequence = 2")).toEqual([{ type: "ari.changed", hotel_id: "inn-euro" }]);
    expect(await setCalendar(db, { ...range, room: "DBL", units: "8" })).toBe("inn-euro: nothing changed");
    await setCalendar(db, { ...range, room: "DBL", rate: "FLEX", "min-stay": "none", price: "none" });
    expect(await showCalendar(db, { ...range, room: "DBL" })).toContain("8 of 8 left  SAVER 90");
  });

  it("refuses what the rules refuse, and changes nothing", async () => {
    await db.apply([`UPDATE stock SET sold = 2 WHERE room_id = 'DBL' AND night = ${today + 3}`]);
    await expect(setCalendar(db, { ...range, room: "DBL", units: "1" })).rejects.toThrow(
      `Room DBL, night ${night(3)}: 2 sold, units would be 1.`,
    );
    await expect(setCalendar(db, { ...range, room: "NOPE", rate: "GONE", price: "1.005" })).rejects.toThrow(
      '/room: The hotel has no room "NOPE".\n/rates/GONE: The hotel has no rate "GONE".\n/rates/GONE/price: 1.005 has more decimals than EUR has.',
    );
    await expect(setCalendar(db, { ...range, room: "DBL", rate: "FLEX", price: "cheap" })).rejects.toThrow(
      "/rates/FLEX/price: Must be a price above 0 or null",
    );
    await expect(setCalendar(db, { ...range, room: "DBL", price: "5" })).rejects.toThrow("need --rate");
    await expect(setCalendar(db, { ...range, hotel: "nowhere", room: "DBL" })).rejects.toThrow(
      /there is no hotel "nowhere" in .*tabard\.sqlite/,
    );
    expect(await db.query("SELECT count(*) AS n FROM events")).toEqual([{ n: 1 }]);
    expect(await setCalendar(db, { ...range, room: "DBL", left: "3" })).toContain("units 10 → 3–5");
  });
});

it("group list names groups, their hotels and currencies, or the database that has none", async () => {
  expect(await listGroups(db)).toBe("inn  inn\n    inn-euro  inn-euro  EUR\n    inn-yen  inn-yen  JPY");
  const empty = temporaryDatabase();
  expect(await listGroups(empty)).toMatch(/tabard\.sqlite has no groups/);
  empty.remove();
});
