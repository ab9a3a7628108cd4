/** A hotel's calendar at a terminal: shown night by night, changed by the rules of POST /ari (docs/interface.md §14). */
import { firstDayOfMonth, formatDate, monthOfDay, parseDate, todayIn } from "../../src/base/calendar-date.ts";
import { jsonPointer } from "../../src/base/json-pointer.ts";
import { toJsonNumber } from "../../src/base/money.ts";
import { calendarStatements } from "../../src/selling/commit-calendar.ts";
import { ARI_NIGHTS_MAX } from "../../src/selling/limits.ts";
import { calendarProblems, pastNightWarnings, refusalOf } from "../../src/selling/rules/calendar-answers.ts";
import { type CalendarEntry, parseEntries } from "../../src/selling/rules/calendar-entry.ts";
import { unitsForLeft } from "../../src/selling/rules/count-left.ts";
import { describeChanges } from "../../src/selling/rules/describe-changes.ts";
import { type HotelMonth, RESTRICTIONS, type RateMonth, restrictionOf } from "../../src/selling/rules/hotel-month.ts";
import { type StockNight, planCalendar } from "../../src/selling/rules/plan-calendar.ts";
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError, WrongCall } from "../support/user-error.ts";
import { type Operands, readText } from "./operands.ts";

interface Hotel {
  groupId: string;
  hotelId: string;
  currencyCode: string;
  timezone: string;
  version: number;
  rooms: ReadonlySet<string>;
  rates: ReadonlySet<string>;
}

/** Prices and rooms left, one room and night a line. */
export async function showCalendar(db: TargetDatabase, operands: Operands): Promise<string> {
  const hotel = await readHotel(db, operands);
  const [from, to] = readRange(operands);
  if (to - from >= ARI_NIGHTS_MAX) throw new WrongCall(`at most ${ARI_NIGHTS_MAX} nights, --from and --to included`);
  const rooms = operands.room === undefined ? [...hotel.rooms].sort() : [operands.room];
  const { months, stock } = await readStored(db, hotel, from, to);
  const units = new Map(stock.map((row) => [`${row.night} ${row.roomId}`, row]));
  const lines: string[] = [];
  for (const roomId of rooms) {
    if (!hotel.rooms.has(roomId)) throw new UserError(`hotel ${hotel.hotelId} has no room "${roomId}"`);
    for (let night = from; night <= to; night += 1) {
      const packed = months.get(monthOfDay(night));
      const content = packed === undefined ? { rooms: {} } : (JSON.parse(packed) as HotelMonth);
      const row = units.get(`${night} ${roomId}`);
      const left = row ? `${row.units - row.sold} of ${row.units} left` : "not for sale";
      const rates = Object.hasOwn(content.rooms, roomId) ? (content.rooms[roomId]?.rates ?? {}) : {};
      const day = night - firstDayOfMonth(monthOfDay(night));
      const told = Object.entries(rates).flatMap(([rateId, rate]) => describeRate(rateId, rate, day));
      lines.push([formatDate(night), roomId, left, ...told].join("  "));
    }
  }
  return [`${hotel.hotelId}, ${hotel.currencyCode}`, ...lines].join("\n");
}

/** Changes nights and says what changed; a fault changes nothing. */
export async function setCalendar(db: TargetDatabase, operands: Operands): Promise<string> {
  const hotel = await readHotel(db, operands);
  const [from, to] = readRange(operands);
  const parsed = parseEntries([entryOf(operands)]);
  const entries = parsed.entries.filter((entry) => entry !== null);
  const problems = [...parsed.problems, ...calendarProblems(entries, { ...hotel, sequence: 0, sales: [] })];
  if (problems.length > 0) {
    throw new UserError(
      problems.map(({ path, detail }) => `${jsonPointer(path.slice(path[0] === "calendar" ? 2 : 1))}: ${detail}`).join("\n"),
    );
  }
  const { months, stock } = await readStored(db, hotel, from, to);
  const today = todayIn(hotel.timezone, Date.now());
  const edit = { rooms: hotel.rooms, rates: hotel.rates, today, replace: false, entries: unitsForLeft(entries, stock, [], today) };
  const plan = planCalendar(months, stock, edit, (roomId, night) => roomId === operands.room && night >= from && night <= to);
  const refused = refusalOf(plan);
  if (refused) throw new UserError("detail" in refused ? refused.detail : "The change cannot be taken.");
  const change = { hotelId: hotel.hotelId, plan, seen: hotel.version, fromSold: operands.left !== undefined };
  const { stamps, writes } = calendarStatements(hotel.groupId, change, Date.now());
  if (writes.length > 0) await db.apply([...stamps, ...writes]);
  const warnings = pastNightWarnings(entries, today).map(({ detail }) => detail);
  const words = describeChanges(months, plan.months, today);
  return [
    ...warnings,
    ...(words.length > 0 ? words.map((line) => `${hotel.hotelId}: ${line}`) : [`${hotel.hotelId}: nothing changed`]),
  ].join("\n");
}

/** The entry that the options write; wrong values are left for the grammar to name. */
function entryOf(operands: Operands): unknown {
  const rate: Record<string, unknown> = {
    price: value(operands.price),
    minStayArrival: value(operands["min-stay"]),
    maxStayArrival: value(operands["max-stay"]),
    stopSell: flag(operands["stop-sell"]),
    closedToArrival: flag(operands["closed-to-arrival"]),
    closedToDeparture: flag(operands["closed-to-departure"]),
  };
  const set = Object.fromEntries(Object.entries(rate).filter(([, one]) => one !== undefined));
  if (operands.rate === undefined && Object.keys(set).length > 0) throw new WrongCall("prices and restrictions need --rate T; try --help");
  const [units, left] = [value(operands.units), value(operands.left)];
  return {
    room: operands.room,
    from: operands.from,
    to: operands.to,
    ...(operands.weekdays === undefined ? {} : { weekdays: operands.weekdays.split(",") }),
    ...(units === undefined ? {} : { units }),
    ...(left === undefined ? {} : { left }),
    ...(operands.rate === undefined ? {} : { rates: { [operands.rate]: set } }),
  } satisfies Partial<Record<keyof CalendarEntry, unknown>>;
}

function value(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function flag(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  return text === "on" ? true : text === "off" ? null : text;
}

function describeRate(rateId: string, rate: RateMonth, day: number): string[] {
  const price = rate.prices[day];
  const adults = Object.entries(rate.adultPrices ?? {}).flatMap(([count, column]) =>
    typeof column[day] === "number" ? [`${count} adults ${toJsonNumber(column[day])}`] : [],
  );
  const packed = rate.restrictions?.[day] ?? 0;
  const restrictions = RESTRICTIONS.flatMap((name) => {
    const set = restrictionOf(packed, name);
    return set === 0 || set === false ? [] : [set === true ? name : `${name} ${set}`];
  });
  const most = rate.maxStayThrough?.[day] ?? 0;
  const facts = [...adults, ...restrictions, ...(most > 0 ? [`maxStayThrough ${most}`] : [])];
  if (typeof price !== "number" && facts.length === 0) return [];
  return [[rateId, typeof price === "number" ? String(toJsonNumber(price)) : "no price", ...facts].join(" ")];
}

async function readHotel(db: TargetDatabase, operands: Operands): Promise<Hotel> {
  const hotelId = readText(operands, "hotel");
  const rows = await db.query<{
    group_id: string;
    currency_code: string;
    timezone: string;
    calendar_version: number;
    rooms: string;
    rates: string;
  }>(
    `SELECT group_id, currency_code, timezone, calendar_version,
       (SELECT json_group_array(room_id) FROM rooms r WHERE r.group_id = h.group_id AND r.hotel_id = h.hotel_id) AS rooms,
       (SELECT json_group_array(rate_id) FROM rates r WHERE r.group_id = h.group_id AND r.hotel_id = h.hotel_id) AS rates
     FROM hotels h WHERE hotel_id = ${literal(hotelId)}`,
  );
  const [row] = rows;
  if (!row) throw new UserError(`there is no hotel "${hotelId}" in ${db.name}; group list shows those there are`);
  return {
    groupId: row.group_id,
    hotelId,
    currencyCode: row.currency_code,
    timezone: row.timezone,
    version: row.calendar_version,
    rooms: new Set(JSON.parse(row.rooms) as string[]),
    rates: new Set(JSON.parse(row.rates) as string[]),
  };
}

async function readStored(db: TargetDatabase, { groupId, hotelId }: Hotel, from: number, to: number) {
  const where = `WHERE group_id = ${literal(groupId)} AND hotel_id = ${literal(hotelId)}`;
  const months = await db.query<{ month: number; packed: string }>(
    `SELECT month, packed FROM calendar_months ${where} AND month BETWEEN ${monthOfDay(from)} AND ${monthOfDay(to)}`,
  );
  const stock = await db.query<StockNight>(
    `SELECT room_id AS roomId, night, units, sold FROM stock ${where} AND night BETWEEN ${from} AND ${to}`,
  );
  return { months: new Map(months.map((row) => [row.month, row.packed])), stock };
}

function readRange(operands: Operands): [number, number] {
  const [from, to] = [parseDate(operands.from ?? ""), parseDate(operands.to ?? "")];
  if (from === null || to === null) throw new WrongCall("--from and --to are real dates, YYYY-MM-DD");
  if (to < from) throw new WrongCall("--to is before --from");
  return [from, to];
}
