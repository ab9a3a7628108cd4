/** npm run import -- bookings: docs/interface.md §9, on a made-up file and, where there is one, on the real data set. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importBookings } from "../../cli/dataset/import-bookings.ts";
import { defaultShiftWeeks } from "../../cli/dataset/read-bookings.ts";
import { formatDate, parseDate } from "../../src/base/calendar-date.ts";
import { BOOKINGS_FILE, findBookingsFile } from "../../harness/local-file.ts";
import { csvText, storedCents, storedSums, wantedCents } from "../../harness/dataset-checks.ts";
import { oracleSpan, oracleSums, oracleUnits, readOracle } from "../../harness/dataset-oracle.ts";
import { type TemporaryDatabase, temporaryDatabase } from "../../harness/temporary-database.ts";

const REAL_ROWS = 5_000;
/** 2026-11-21, 12:00 in Lisbon. */
const NOW_MS = Date.UTC(2026, 10, 21, 12);

const HEADER =
  "hotel,is_canceled,lead_time,arrival_date_year,arrival_date_month,arrival_date_week_number,arrival_date_day_of_month,stays_in_weekend_nights,stays_in_week_nights,adults,children,babies,meal,country,market_segment,distribution_channel,is_repeated_guest,previous_cancellations,previous_bookings_not_canceled,reserved_room_type,assigned_room_type,booking_changes,deposit_type,agent,company,days_in_waiting_list,customer_type,adr,required_car_parking_spaces,total_of_special_requests,reservation_status,reservation_status_date";

interface Made {
  hotel?: string;
  lead?: number;
  day?: number;
  nights?: number;
  adults?: number;
  children?: string;
  meal?: string;
  room?: string;
  deposit?: string;
  agent?: string;
  company?: string;
  adr?: string;
  status?: string;
  statusDate?: string;
}

function line(made: Made): string {
  const { hotel = "Resort Hotel", lead = 10, day = 1, nights = 2, adults = 2, children = "0", meal = "BB", room = "A" } = made;
  const { deposit = "No Deposit", agent = "NULL", company = "NULL", adr = "100", status = "Check-Out", statusDate = "7/3/2015" } = made;
  return [
    `${hotel},0,${lead},2015,July,27,${day},0,${nights},${adults},${children},0,${meal},PRT,Direct,Direct,0,0,0,${room},${room},0`,
    `${deposit},${agent},${company},0,Transient,${adr},0,0,${status},${statusDate}`,
  ].join(",");
}

const MADE: Made[] = [
  // 1: two nights with breakfast, paid at the end.
  { adr: "100.55", agent: "9", company: "40" },
  // 2: prepaid, cancelled; its adr never counts for prices.
  { adr: "80", deposit: "Non Refund", status: "Canceled", statusDate: "6/25/2015", meal: "SC" },
  // 3: never came, half board.
  { adr: "50.05", day: 2, meal: "HB", status: "No-Show", statusDate: "7/2/2015", company: "40" },
  // 4: day use in a room of its own.
  { adr: "33.33", nights: 0, room: "B", meal: "FB", children: "NA", statusDate: "7/1/2015" },
  // 5: nothing to charge, but it occupies the room on the 5th.
  { adr: "0", day: 5, nights: 1, adults: 3, children: "2" },
  // 6: the city hotel, ten nights: the calendar's last night is the 14th.
  { hotel: "City Hotel", adr: "10.125", day: 5, nights: 10, meal: "Undefined", statusDate: "7/15/2015" },
];

let db: TemporaryDatabase;
beforeEach(() => {
  db = temporaryDatabase();
});
afterEach(() => {
  db.remove();
});

function write(lines: readonly string[], name = "made.csv"): string {
  const file = join(db.folder, name);
  const text = `${[HEADER, ...lines].join("\n")}\n`;
  writeFileSync(file, name.endsWith(".gz") ? gzipSync(text) : text);
  return file;
}

const run = (file: string, shiftWeeks?: number) => importBookings(db, { file, groupId: "demand", shiftWeeks, nowMs: NOW_MS });

interface StoredLine {
  k: number;
  moment: string;
  type: string;
  urn: string;
  gross: number;
  nett: number;
  codes: string;
  account: string;
  ref2: string | null;
}

const storedLines = () =>
  db.query<StoredLine>(
    `SELECT modified_key AS k, strftime('%Y-%m-%dT%H:%M:%S', modified_ms / 1000, 'unixepoch') AS moment, transaction_type AS type,
     unique_reference_number AS urn, gross, nett, nominal_code || ' ' || sale_code || ' ' || tax_code || ' ' || pay_code AS codes,
     account_type || ' ' || account_number AS account, second_reference AS ref2
     FROM ledger_lines WHERE group_id = 'demand' ORDER BY modified_key, line`,
  );

describe("a made-up file", () => {
  it("posts the documents that a clerk would post by hand", async () => {
    await run(write(MADE.map(line)));
    const booked = "2015-06-21T09:00:00";
    const [accom, meal, card] = ["7110 ACCOM R6 ", "7120 MEAL R13 ", "1110  Z CARD"];
    const row = (k: number, moment: string, type: string, urn: string, gross: number, nett: number, codes: string, account: string) => ({
      k,
      moment,
      type,
      urn,
      gross,
      nett,
      codes,
      account,
      ref2: urn.startsWith("B000001") ? "CO40" : null,
    });
    expect(await storedLines()).toEqual([
      // stay 2011000, meal 15 % 301650; 1709350/1.06 = 1612594.33, 301650/1.13 = 266946.90
      row(1, booked, "Proforma", "B000001-1", 1_709_350, 1_612_594, accom, "2 AG9"),
      row(1, booked, "Proforma", "B000001-1", 301_650, 266_947, meal, "2 AG9"),
      row(2, booked, "Proforma", "B000002-1", 1_600_000, 1_509_434, accom, "1 GUEST"),
      // day use: one night, full board 35 % of 333300 = 116655
      row(3, booked, "Proforma", "B000004-1", 216_645, 204_382, accom, "1 GUEST"),
      row(3, booked, "Proforma", "B000004-1", 116_655, 103_235, meal, "1 GUEST"),
      row(4, "2015-06-21T09:00:01", "Payment", "B000002-2", 1_600_000, 1_600_000, card, "1 GUEST"),
      // stay 1001000, half board 250250
      row(5, "2015-06-22T09:00:00", "Proforma", "B000003-1", 750_750, 708_255, accom, "3 CO40"),
      row(5, "2015-06-22T09:00:00", "Proforma", "B000003-1", 250_250, 221_460, meal, "3 CO40"),
      row(6, "2015-06-25T09:00:00", "Proforma", "B000006-1", 1_012_500, 955_189, accom, "1 GUEST"),
      row(7, "2015-06-25T12:00:00", "CreditNote", "B000002-3", 1_600_000, 1_509_434, accom, "1 GUEST"),
      row(8, "2015-06-25T12:00:01", "Invoice", "B000002-4", 1_600_000, 1_509_434, accom, "1 GUEST"),
      row(9, "2015-07-01T11:00:00", "Invoice", "B000004-2", 216_645, 204_382, accom, "1 GUEST"),
      row(9, "2015-07-01T11:00:00", "Invoice", "B000004-2", 116_655, 103_235, meal, "1 GUEST"),
      row(10, "2015-07-01T11:00:01", "Payment", "B000004-3", 333_300, 333_300, card, "1 GUEST"),
      // one night without meals: 500500 - 125125
      row(11, "2015-07-02T12:00:02", "Invoice", "B000003-2", 375_375, 354_127, accom, "3 CO40"),
      row(12, "2015-07-03T11:00:00", "Invoice", "B000001-2", 1_709_350, 1_612_594, accom, "2 AG9"),
      row(12, "2015-07-03T11:00:00", "Invoice", "B000001-2", 301_650, 266_947, meal, "2 AG9"),
      row(13, "2015-07-03T11:00:01", "Payment", "B000001-3", 2_011_000, 2_011_000, card, "2 AG9"),
      row(14, "2015-07-15T11:00:00", "Invoice", "B000006-2", 1_012_500, 955_189, accom, "1 GUEST"),
      row(15, "2015-07-15T11:00:01", "Payment", "B000006-3", 1_012_500, 1_012_500, card, "1 GUEST"),
    ]);
  });

  it("offers the rooms, units and prices of its held bookings, moved by whole weeks", async () => {
    await run(write(MADE.map(line)));
    const [span] = await db.query<{ first: number; last: number; nights: number }>(
      "SELECT min(night) AS first, max(night) AS last, count(DISTINCT night) AS nights FROM stock",
    );
    // 1 July 2015 was a Wednesday; the first Wednesday after 21 November 2026 is the 25th.
    expect([formatDate(span!.first), formatDate(span!.last), span!.nights]).toEqual(["2026-11-25", "2026-12-08", 14]);
    const rooms = await db.query(
      `SELECT r.hotel_id AS hotel, r.room_id AS room, max_adults AS adults, max_children AS children, min(units) AS least, max(units) AS most
       FROM rooms r JOIN stock s USING (group_id, hotel_id, room_id) GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(rooms).toEqual([
      // Rows 1 and 3 both stay the 2nd.
      { hotel: "H1", room: "A", adults: 3, children: 2, least: 2, most: 2 },
      { hotel: "H1", room: "B", adults: 2, children: 0, least: 0, most: 0 },
      { hotel: "H2", room: "A", adults: 2, children: 0, least: 1, most: 1 },
    ]);
    const prices = async (hotelId: string, day: number) => storedCents(db, "demand", hotelId, "A", Number(parseDate("2026-11-24")) + day);
    expect(await prices("H1", 1)).toEqual([10_055n, 9_050n]);
    // (100.55 + 50.05) / 2
    expect(await prices("H1", 2)).toEqual([7_530n, 6_777n]);
    expect(await prices("H1", 3)).toEqual([5_005n, 4_505n]);
    // Nobody paid for the 5th: the latest earlier night's price.
    expect(await prices("H1", 5)).toEqual([5_005n, 4_505n]);
    // Nobody stayed before the 5th: the first later night's; 10.125 is 10.13, 90 % of it 9.117.
    expect(await prices("H2", 1)).toEqual([1_013n, 912n]);
  });

  it("changes nothing the second time, compressed or not", async () => {
    await run(write(MADE.map(line)));
    const before = await db.query("SELECT * FROM groups");
    const lines = await storedLines();
    expect(await run(write(MADE.map(line), "made.csv.gz"))).toContain("already imported");
    expect(await db.query("SELECT * FROM groups")).toEqual(before);
    expect(await storedLines()).toEqual(lines);
  });

  it("moves the calendar when told to, and never the ledger", async () => {
    const file = write(MADE.map(line));
    await run(file);
    expect(await run(file, 600)).toContain("calendar moved to 600 weeks");
    const [span] = await db.query<{ first: number }>("SELECT min(night) AS first FROM stock");
    expect(formatDate(span!.first)).toBe(formatDate(Number(parseDate("2015-07-01")) + 4200));
    expect(await storedLines()).toHaveLength(20);
  });

  it("refuses another file into the same group", async () => {
    await run(write(MADE.map(line)));
    await expect(run(write(MADE.slice(0, 3).map(line), "other.csv"))).rejects.toThrow("group demand exists");
  });
});

describe("a bad file", () => {
  const bad: [string, string[], RegExp][] = [
    ["a field that is not a number", [line({}), line({ adults: -1 })], /made\.csv:3: adults is "-1"/],
    ["a day that does not exist", [line({ day: 32 })], /made\.csv:2: arrival_date_day_of_month is "32"/],
    ["an unknown status", [line({ status: "Gone" })], /made\.csv:2: reservation_status is "Gone"/],
    ["a price of too many decimals", [line({ adr: "1.23456" })], /made\.csv:2: adr is "1.23456"/],
    ["a row of another length", [line({}), "Resort Hotel,0"], /made\.csv:3: /],
    ["no rows at all", [], /no bookings/],
    ["no night held", [line({ status: "Canceled" }), line({ nights: 0 })], /no night of its bookings was held/],
  ];
  it.each(bad)("of %s is refused by file, line and field, and nothing is loaded", async (_name, lines, message) => {
    await expect(run(write(lines))).rejects.toThrow(message);
    expect(await db.query("SELECT 1 FROM groups UNION SELECT 1 FROM ledger_lines")).toEqual([]);
  });

  it("whose end is cut off is refused", async () => {
    const file = join(db.folder, "cut.csv.gz");
    writeFileSync(file, gzipSync(`${HEADER}\n${line({})}\n`.repeat(3)).subarray(0, -20));
    await expect(run(file)).rejects.toThrow(/cut\.csv\.gz: /);
  });
});

describe("the weeks of shift", () => {
  const first = Number(parseDate("2015-07-01"));
  it("put the first arrival after today in Lisbon, never on it", () => {
    for (let day = 0; day < 15; day += 1) {
      const shift = defaultShiftWeeks(first, Date.UTC(2026, 10, 20 + day, 12)) * 7;
      const today = Number(parseDate("2026-11-20")) + day;
      expect(first + shift).toBeGreaterThan(today);
      expect(first + shift - 7).toBeLessThanOrEqual(today);
    }
  });

  it("are none for a file of the future", () => {
    expect(defaultShiftWeeks(Number(parseDate("2030-01-01")), NOW_MS)).toBe(0);
  });
});

describe.skipIf(findBookingsFile() === undefined)("the first rows of the real data set", () => {
  it("store the transactions and the calendar that an independent reading finds", async () => {
    const text = csvText(BOOKINGS_FILE)
      .split("\n")
      .slice(0, REAL_ROWS + 1)
      .join("\n");
    const file = join(db.folder, "real.csv");
    writeFileSync(file, text);
    await run(file);
    const rows = readOracle(text);
    const sums = oracleSums(rows);
    expect(sums.size).toBe(4);
    expect(await storedSums(db, "demand")).toEqual(sums);
    const [first, last] = oracleSpan(rows);
    const shift = defaultShiftWeeks(first, NOW_MS) * 7;
    const units = await db.query<{ room: string; units: number }>(
      "SELECT DISTINCT room_id AS room, units FROM stock WHERE hotel_id = 'H1' ORDER BY 1",
    );
    expect(units).toEqual(units.map(({ room }) => ({ room, units: oracleUnits(rows, true, room) })));
    for (const { room } of units) {
      for (let night = first; night <= last; night += 13) {
        expect(await storedCents(db, "demand", "H1", room, night + shift)).toEqual(wantedCents(rows, "H1", room, night));
      }
    }
  });
});
