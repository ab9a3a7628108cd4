/** Puts a plain group into the test's D1, and gives callers a service with a clock of their own. */
import { env } from "cloudflare:workers";
import { createApp } from "../../src/app.ts";
import type { Database, PreparedStatement } from "../../src/host/database.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { type Memory, createMemory } from "../../src/host/memory.ts";
import { platform } from "./in-worker.ts";
import { type PlainGroup, type PlainHotel, packMonths } from "./plain-group.ts";
import { stampGroup } from "../../harness/stamp-group.ts";

/** Writes all of a group anew, at one version higher; a key named `key-of-GROUP` may see its availability. */
export async function storeGroup(groupId: string, group: PlainGroup): Promise<void> {
  const { DB: db } = env;
  const gone = ["stock", "calendar_months", "extras", "rates", "rooms", "hotels", "promotions"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE group_id = ?1`).bind(groupId),
  );
  await db.batch([
    db.prepare("INSERT OR IGNORE INTO sites VALUES (?1, ?1, 'group')").bind(groupId),
    db
      .prepare("INSERT OR IGNORE INTO groups (group_id, name, default_language, content_changed_ms) VALUES (?1, ?1, 'en', 0)")
      .bind(groupId),
    db.prepare("INSERT OR IGNORE INTO sale_codes VALUES (?1, 'ACCOM', 'Room', '7110', 'R6', 600)").bind(groupId),
    db
      .prepare(
        `INSERT OR IGNORE INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms)
        VALUES (?1, 'key', ?2, ?2, 'test', '["availability"]', 0)`,
      )
      .bind(sha256Hex(`key-of-${groupId}`), groupId),
    ...gone,
    ...group.hotels.flatMap((hotel) => hotelStatements(groupId, hotel)),
    ...group.promotions.map((one) =>
      db
        .prepare(
          "INSERT INTO promotions (group_id, promo_code, percent_basis_points, amount, currency_code, discounted_rates, unlocked_rates, stay_from, stay_to, book_from, book_to) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )
        .bind(
          groupId,
          one.code,
          one.discount?.kind === "percent" ? one.discount.basisPoints : null,
          one.discount?.kind === "amount" ? one.discount.amount : null,
          one.discount?.kind === "amount" ? one.discount.currencyCode : null,
          one.discountedRates && JSON.stringify([...one.discountedRates]),
          JSON.stringify([...one.unlockedRates]),
          one.stayFrom,
          one.stayTo,
          one.bookFrom,
          one.bookTo,
        ),
    ),
    ...stampGroup(db, groupId),
  ]);
}

function hotelStatements(groupId: string, hotel: PlainHotel): D1PreparedStatement[] {
  const { DB: db } = env;
  const rows = (sql: string, values: unknown[]) => db.prepare(sql).bind(groupId, hotel.id, JSON.stringify(values));
  return [
    db.prepare("INSERT OR IGNORE INTO sites VALUES (?1, ?2, 'hotel')").bind(hotel.id, groupId),
    db
      .prepare(
        `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
         check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, images, facilities)
        VALUES (?1, ?2, ?2, '', '', '', '', '', '', '', '15', '00', '11', '00', '4', 0, 0, ?3, ?4, '[]', '[]')`,
      )
      .bind(groupId, hotel.id, hotel.timezone, hotel.currencyCode),
    rows(
      `INSERT INTO rooms (group_id, hotel_id, room_id, name, base_adults, max_adults, max_children, bed_configurations) SELECT ?1, ?2, value ->> 'id', value ->> 'id', value ->> 'baseAdults', value ->> 'maxAdults',
      value ->> 'maxChildren', '["twin"]' FROM json_each(?3)`,
      hotel.rooms,
    ),
    rows(
      `INSERT INTO rates (group_id, hotel_id, rate_id, name, refundable, deposit_basis_points, hidden, extra_adult_amount, child_amount, sale_code) SELECT ?1, ?2, value ->> 'id', value ->> 'id', 1, 0, value ->> 'hidden', value ->> 'extraAdultAmount',
      value ->> 'childAmount', 'ACCOM' FROM json_each(?3)`,
      hotel.rates,
    ),
    rows(
      `INSERT INTO stock (group_id, hotel_id, room_id, night, units, sold) SELECT ?1, ?2, value ->> 'roomId', value ->> 'day',
      value ->> 'units', value ->> 'sold' FROM json_each(?3)`,
      hotel.stock,
    ),
    rows(
      `INSERT INTO calendar_months (group_id, month, hotel_id, packed) SELECT ?1, value ->> 0, ?2, value ->> 1 FROM json_each(?3)`,
      [...packMonths(hotel)].map(([month, packed]) => [month, JSON.stringify(packed)]),
    ),
  ];
}

/** What a round trip cost, as D1 bills it. */
export interface Trip {
  /** Of a single statement; "" for a batch. */
  sql: string;
  statements: number;
  rowsRead: number;
  rows: readonly unknown[];
}

export interface TestService {
  get(path: string, token?: string): Promise<Response>;
  memory: Memory;
  /** Round trips to D1 so far. */
  trips: Trip[];
  /** Characters of the longest row of all answers. */
  longestValue(): number;
  /** What others do between this round trip and the next, once per entry. */
  meanwhile: (() => Promise<void>)[];
}

/** The service with its own memory and clock; `nowMs` may be changed between requests. Its D1 counts what it does. */
export function serviceAt(clock: { nowMs: number }): TestService {
  const app = createApp();
  const trips: Trip[] = [];
  const meanwhile: (() => Promise<void>)[] = [];
  const memory = createMemory();
  const host = platform({
    db: counted(env.DB, async (trip) => {
      trips.push(trip);
      await meanwhile.shift()?.();
    }),
    memory,
    now: () => clock.nowMs,
  });
  const background = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  const get = async (path: string, token?: string): Promise<Response> => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    return app.fetch(new Request(`http://tabard.test${path}`, { headers }), host, background);
  };
  const longestValue = () => Math.max(...trips.flatMap((trip) => trip.rows.map((row) => JSON.stringify(row).length)));
  return { get, memory, trips, longestValue, meanwhile };
}

/** D1 itself; `first`, `all` and `batch` are counted, each by the rows D1 says it read. */
type OnTrip = (trip: Trip) => Promise<void>;

function counted(db: D1Database, onTrip: OnTrip): Database {
  return {
    prepare: (sql) => countedStatement(sql, db.prepare(sql), onTrip),
    batch: async <T>(statements: PreparedStatement[]) => {
      const real = statements.map((statement) => realOf.get(statement) ?? (statement as unknown as D1PreparedStatement));
      const results = await db.batch<T>(real);
      const rowsRead = results.reduce((sum, one) => sum + one.meta.rows_read, 0);
      await onTrip({ sql: "", statements: real.length, rowsRead, rows: results.flatMap((one) => one.results) });
      return results;
    },
  };
}

const realOf = new WeakMap<PreparedStatement, D1PreparedStatement>();

function countedStatement(sql: string, real: D1PreparedStatement, onTrip: OnTrip): PreparedStatement {
  const all = async <T>() => {
    const answer = await real.all<T>();
    await onTrip({ sql, statements: 1, rowsRead: answer.meta.rows_read, rows: answer.results });
    return answer;
  };
  const statement: PreparedStatement = {
    bind: (...values) => countedStatement(sql, real.bind(...values), onTrip),
    first: async <T>() => (await all<T>()).results[0] ?? null,
    all,
    raw: <T extends unknown[]>() => real.raw<T>(),
    run: () => real.run(),
  };
  realOf.set(statement, real);
  return statement;
}
