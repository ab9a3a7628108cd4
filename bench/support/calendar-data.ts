/** Rooms, rates, prices and restrictions of made-up hotels: as Tabard stores them, and as one row per rate and night. */
import type { DatabaseSync } from "node:sqlite";
import { daysInMonth, firstDayOfMonth, monthOfDay } from "../../src/base/calendar-date.ts";
import { type HotelMonth, type PackedRestrictions, packRestrictions } from "../../src/selling/rules/hotel-month.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import type { NewEvent } from "../../src/events/rules/event.ts";
import { NEWEST_SEQUENCE, stampCatalogues, stampTerms } from "../../src/selling/rows/stamps.ts";
import { hotelId } from "./hotel-data.ts";

export interface Inventory {
  groupId: string;
  hotels: number;
  /** Day numbers; the last is not for sale. */
  firstDay: number;
  endDay: number;
  /** Units of every room and night. */
  units: number;
  /** Whether some nights are closed in one way or another. */
  restricted: boolean;
}

/** Of every hotel. */
export const ROOMS = 8;
export const RATES = 3;
const MONEY_ONE = 10_000;

export const roomIds = Array.from({ length: ROOMS }, (_, i) => `R${i + 1}`);
export const rateIds = Array.from({ length: RATES }, (_, i) => `RATE${i + 1}`);

/** A rate's night, out of arithmetic alone. */
function nightOf(hotel: number, room: number, rate: number, day: number) {
  const seed = hotel * 31 + room * 17 + rate * 7 + day * 3;
  return {
    price: (60 + room * 15 + rate * 5 + (seed % 23) + (hotel % 40)) * MONEY_ONE,
    stopSell: seed % 53 === 0,
    closedToArrival: seed % 29 === 0,
    minStayArrival: seed % 11 === 0 ? 2 : 0,
  };
}

/** Tabard's tables for an inventory. The group and its hotels are there. */
export function insertInventory(db: DatabaseSync, inventory: Inventory): void {
  const { groupId, hotels } = inventory;
  db.prepare(
    "INSERT INTO sale_codes (group_id, sale_code, description, nominal_code, tax_code, tax_basis_points) VALUES (?1, 'ACCOM', 'Accommodation', '7110', 'R6', 600)",
  ).run(groupId);
  const room = db.prepare(
    "INSERT INTO rooms (group_id, hotel_id, room_id, name, base_adults, max_adults, max_children, bed_configurations) VALUES (?1, ?2, ?3, ?3, 2, 4, 2, '[\"double\"]')",
  );
  const rate = db.prepare(
    "INSERT INTO rates (group_id, hotel_id, rate_id, name, refundable, deposit_basis_points, hidden, extra_adult_amount, child_amount, sale_code) VALUES (?1, ?2, ?3, ?3, 1, 0, 0, 200000, 100000, 'ACCOM')",
  );
  const month = db.prepare("INSERT INTO calendar_months (group_id, month, hotel_id, packed) VALUES (?1, ?2, ?3, ?4)");
  for (let n = 1; n <= hotels; n += 1) {
    const id = hotelId(groupId, n);
    for (const roomId of roomIds) room.run(groupId, id, roomId);
    for (const rateId of rateIds) rate.run(groupId, id, rateId);
    for (let m = monthOfDay(inventory.firstDay); m <= monthOfDay(inventory.endDay - 1); m += 1) {
      month.run(groupId, m, id, JSON.stringify(packedMonth(inventory, n, m)));
    }
  }
  db.prepare(
    `WITH RECURSIVE nights (night) AS (SELECT ?2 UNION ALL SELECT night + 1 FROM nights WHERE night + 1 < ?3)
     INSERT INTO stock (group_id, hotel_id, room_id, night, units)
     SELECT r.group_id, r.hotel_id, r.room_id, n.night, ?4 FROM rooms r, nights n WHERE r.group_id = ?1 ORDER BY 1, 2, 3, 4`,
  ).run(groupId, inventory.firstDay, inventory.endDay, inventory.units);
  stamp(db, groupId);
}

/** What a change of everything leaves behind. */
function stamp(db: DatabaseSync, groupId: string): void {
  const hotels = db
    .prepare("SELECT hotel_id FROM hotels WHERE group_id = ?1")
    .all(groupId)
    .map((row) => ({ hotelId: String(row.hotel_id), seen: 0 }));
  const changed: NewEvent = { type: "content.changed", subject: `/content/${groupId}`, hotelId: null, data: { hotelId: null } };
  const statements = [...appendEvents(groupId, 0, [changed]), ...stampCatalogues(groupId, hotels), stampTerms(groupId)];
  for (const { sql, values } of statements) db.prepare(sql).run(...values);
  db.prepare(`UPDATE calendar_months SET sequence = ${NEWEST_SEQUENCE} WHERE group_id = ?1`).run(groupId);
}

function packedMonth({ firstDay, endDay, units, restricted }: Inventory, hotel: number, month: number): HotelMonth {
  const first = firstDayOfMonth(month);
  const days = Array.from({ length: daysInMonth(month) }, (_, i) => first + i);
  const sold = (day: number): boolean => day >= firstDay && day < endDay;
  const rateMonth = (room: number, rate: number) => ({
    prices: days.map((day) => (sold(day) ? nightOf(hotel, room, rate, day).price : null)),
    ...(restricted ? { restrictions: days.map((day) => restrictionsOf(hotel, room, rate, day)) } : {}),
  });
  return {
    rooms: Object.fromEntries(
      roomIds.map((roomId, room) => [
        roomId,
        {
          units: days.map((day) => (sold(day) ? units : null)),
          rates: Object.fromEntries(rateIds.map((rateId, rate) => [rateId, rateMonth(room, rate)])),
        },
      ]),
    ),
  };
}

function restrictionsOf(hotel: number, room: number, rate: number, day: number): PackedRestrictions {
  const night = nightOf(hotel, room, rate, day);
  return packRestrictions({ ...night, closedToDeparture: false, maxStayArrival: 0, minStayThrough: 0 });
}

/** The textbook's schema: one row per room, rate and night, one per room and night; clustered by night, as a stay asks. */
const TEXTBOOK_SCHEMA = `
  CREATE TABLE rate_nights (group_id TEXT, night INTEGER, hotel_id TEXT, room_id TEXT, rate_id TEXT, price INTEGER NOT NULL,
    stop_sell INTEGER NOT NULL, closed_to_arrival INTEGER NOT NULL, closed_to_departure INTEGER NOT NULL,
    min_stay_arrival INTEGER NOT NULL, max_stay_arrival INTEGER NOT NULL, min_stay_through INTEGER NOT NULL,
    PRIMARY KEY (group_id, night, hotel_id, room_id, rate_id)) WITHOUT ROWID;
  CREATE TABLE room_nights (group_id TEXT, night INTEGER, hotel_id TEXT, room_id TEXT, units INTEGER NOT NULL, sold INTEGER NOT NULL,
    PRIMARY KEY (group_id, night, hotel_id, room_id)) WITHOUT ROWID;`;

/** The same inventory as one row per rate and night. */
export function insertTextbook(db: DatabaseSync, { groupId, hotels, firstDay, endDay, units }: Inventory): void {
  db.exec(TEXTBOOK_SCHEMA);
  const rateNight = db.prepare("INSERT INTO rate_nights VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, 0, 0)");
  const roomNight = db.prepare("INSERT INTO room_nights VALUES (?1, ?2, ?3, ?4, ?5, 0)");
  for (let day = firstDay; day < endDay; day += 1) {
    for (let n = 1; n <= hotels; n += 1) {
      const id = hotelId(groupId, n);
      for (const [room, roomId] of roomIds.entries()) {
        roomNight.run(groupId, day, id, roomId, units);
        for (const [rate, rateId] of rateIds.entries()) {
          const night = nightOf(n, room, rate, day);
          const restrictions = [Number(night.stopSell), Number(night.closedToArrival)];
          rateNight.run(groupId, day, id, roomId, rateId, night.price, ...restrictions, night.minStayArrival);
        }
      }
    }
  }
}
