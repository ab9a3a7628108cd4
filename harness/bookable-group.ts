/**
 * A group that can be booked, in D1 or a file: hotel `G-euro` (EUR, Lisbon) with rooms DBL and SGL, hotel
 * `G-yen` (JPY, Tokyo) with room TWN; rates FLEX, SAVER (prepaid) and SECRET (hidden); extras, promo codes, sale codes.
 */
import type { Database } from "../src/host/database.ts";
import { DAY_MS, daysInMonth, firstDayOfMonth, formatDate, monthOfDay } from "../src/base/calendar-date.ts";
import { type HotelMonth, packRestrictions } from "../src/selling/rules/hotel-month.ts";
import { KEY_SCOPES } from "../src/access/rules/principal.ts";
import { sha256Hex } from "../src/base/bytes.ts";
import { stampNow } from "./stamp-group.ts";

export const today = Math.floor(Date.now() / DAY_MS);
/** A night well inside the calendar, which runs from yesterday to 400 days ahead. */
export const night = (ahead: number): string => formatDate(today + ahead);

/** Ten-thousandths. */
export const PRICES = { FLEX: 1_000_000, SAVER: 900_000, SECRET: 500_000 };

type Tables = Pick<Database, "prepare">;

interface RoomOfTest {
  hotel: string;
  room: string;
  units: number;
  beds: string[];
}

/** Creates the group with an API key of each scope set; the token is `${groupId}-key`. */
export async function addBookableGroup(db: Tables, groupId: string, units = 100): Promise<{ euro: string; yen: string; key: string }> {
  const euro = `${groupId}-euro`;
  const yen = `${groupId}-yen`;
  const rooms: RoomOfTest[] = [
    { hotel: euro, room: "DBL", units, beds: ["double", "twin"] },
    { hotel: euro, room: "SGL", units, beds: [] },
    { hotel: yen, room: "TWN", units, beds: [] },
  ];
  await run(db, "INSERT INTO sites SELECT value ->> 0, ?1, value ->> 1 FROM json_each(?2)", groupId, [
    [groupId, "group"],
    [euro, "hotel"],
    [yen, "hotel"],
  ]);
  await run(
    db,
    "INSERT INTO groups (group_id, name, default_language, content_changed_ms) SELECT ?1, ?1, 'en', 0 FROM json_each(?2)",
    groupId,
    [1],
  );
  await run(
    db,
    `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
        check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities)
       SELECT ?1, value ->> 0, value ->> 0, '', '', '', '', '', '', 'PT', '15', '00', '11', '00', '4', 0, 0,
       value ->> 1, value ->> 2, '[]', '[]' FROM json_each(?2)`,
    groupId,
    [
      [euro, "Europe/Lisbon", "EUR"],
      [yen, "Asia/Tokyo", "JPY"],
    ],
  );
  await run(
    db,
    "INSERT INTO sale_codes (group_id, sale_code, description, nominal_code, tax_code, tax_basis_points) SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?2)",
    groupId,
    [
      ["ACCOM", "Accommodation", "7110", "R6", 600],
      ["MEAL", "Meals", "7120", "R13", 1300],
    ],
  );
  await run(db, "INSERT INTO rooms (group_id, hotel_id, room_id, name, base_adults, max_adults, max_children, bed_configurations) SELECT ?1, value ->> 0, value ->> 1, value ->> 1, 2, 3, 2, value ->> 2 FROM json_each(?2)", groupId,
    rooms.map(({ hotel, room, beds }) => [hotel, room, JSON.stringify(beds)]),
  ); // prettier-ignore
  await run(
    db,
    "INSERT INTO rates (group_id, hotel_id, rate_id, name, refundable, deposit_basis_points, hidden, extra_adult_amount, child_amount, sale_code) SELECT ?1, value ->> 0, value ->> 1, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 200000, 100000, 'ACCOM' FROM json_each(?2)",
    groupId,
    [euro, yen].flatMap((hotel) => [
      [hotel, "FLEX", 1, 2500, 0],
      [hotel, "SAVER", 0, 10_000, 0],
      [hotel, "SECRET", 1, 0, 1],
    ]),
  );
  await run(
    db,
    `INSERT INTO extras (group_id, hotel_id, extra_id, name, description, details, images, price, charge_mode, daily, charge_prepayment, sale_code) SELECT ?1, ?3, value ->> 0, value ->> 0, '', '[]', '[]', value ->> 1, value ->> 2, value ->> 3, value ->> 4,
       value ->> 5 FROM json_each(?2)`,
    groupId,
    [
      ["BREAKFAST", 125_000, "PerPerson", 1, 0, "MEAL"],
      ["PARKING", 80_000, "PerRoom", 1, 1, "ACCOM"],
      ["CHAMPAGNE", 450_000, "SingleCharge", 0, 1, "MEAL"],
      ["CLUB", 50_000, "PerChild", 0, 0, "MEAL"],
    ],
    euro,
  );
  await run(
    db,
    `INSERT INTO promotions (group_id, promo_code, percent_basis_points, discounted_rates, unlocked_rates, stay_to)
       SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?2)`,
    groupId,
    [
      ["SUMMER15", 1500, '["FLEX"]', "[]", null],
      ["MEMBER", null, null, '["SECRET"]', null],
      ["ENDED", 1000, null, "[]", today - 1],
    ],
  );
  await addCalendar(db, groupId, rooms);
  await stampNow(db, groupId);
  const key = `${groupId}-key`;
  await addKey(db, groupId, key, KEY_SCOPES);
  return { euro, yen, key };
}

/** An API key: of client `test` and for all hotels, unless told. */
export async function addKey(
  db: Tables,
  groupId: string,
  token: string,
  scopes: readonly string[],
  { client = "test", hotelId = null }: { client?: string; hotelId?: string | null } = {},
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, created_ms)
       VALUES (?1, 'key', ?2, ?3, ?4, ?5, ?6, 0)`,
    )
    .bind(sha256Hex(token), groupId, `id-${token}`, client, hotelId, JSON.stringify(scopes))
    .run();
}

async function addCalendar(db: Tables, groupId: string, rooms: readonly RoomOfTest[]): Promise<void> {
  const [first, last] = [today - 1, today + 400];
  for (const hotel of new Set(rooms.map((room) => room.hotel))) {
    const months: [number, string, string][] = [];
    for (let month = monthOfDay(first); month <= monthOfDay(last); month += 1) {
      const packed = packMonth(month, rooms.filter((room) => room.hotel === hotel), first, last); // prettier-ignore
      months.push([month, hotel, JSON.stringify(packed)]);
    }
    await run(
      db,
      "INSERT INTO calendar_months (group_id, month, hotel_id, packed) SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2)",
      groupId,
      months,
    );
  }
  for (const { hotel, room, units } of rooms) {
    const nights = Array.from({ length: last - first + 1 }, (_, at) => [hotel, room, first + at, units]);
    await run(
      db,
      "INSERT INTO stock (group_id, hotel_id, room_id, night, units) SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?2)",
      groupId,
      nights,
    );
  }
}

/** Day 300 is closed to arrival, at every rate. */
export const CLOSED_AHEAD = 300;

function packMonth(month: number, rooms: readonly RoomOfTest[], first: number, last: number): HotelMonth {
  const days = Array.from({ length: daysInMonth(month) }, (_, at) => firstDayOfMonth(month) + at);
  const within = (day: number): boolean => day >= first && day <= last;
  const closed = {
    stopSell: false,
    closedToArrival: true,
    closedToDeparture: false,
    minStayArrival: 0,
    maxStayArrival: 0,
    minStayThrough: 0,
  };
  const restrictions = days.map((day) => (day === today + CLOSED_AHEAD ? packRestrictions(closed) : 0));
  const rates = Object.fromEntries(
    Object.entries(PRICES).map(([rate, price]) => [rate, { prices: days.map((day) => (within(day) ? price : null)), restrictions }]),
  );
  return {
    rooms: Object.fromEntries(rooms.map(({ room, units }) => [room, { units: days.map((day) => (within(day) ? units : null)), rates }])),
  };
}

async function run(db: Tables, sql: string, groupId: string, rows: readonly unknown[], third?: string): Promise<void> {
  await db
    .prepare(sql)
    .bind(groupId, JSON.stringify(rows), ...(third === undefined ? [] : [third]))
    .run();
}
