/** /console/calendar: prices and rooms of a hotel over months, to look at and to change (docs/interface.md §20). */
import { daysInMonth, firstDayOfMonth, formatDate, monthOfDay, parseDate, todayIn } from "../../base/calendar-date.ts";
import { toJsonNumber } from "../../base/money.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { changeCalendar } from "../../selling/change-calendar.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type CalendarNight, readCalendar } from "../../selling/read-calendar.ts";
import { parseEntries } from "../../selling/rules/calendar-entry.ts";
import { restrictionOf } from "../../selling/rules/hotel-month.ts";
import { newKey } from "../form-key.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { CALENDAR_MONTHS } from "../limits.ts";
import { readForm } from "../read-form.ts";
import { type CalendarFields, type NightView, calendarPage } from "./calendar-page.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { sayFailure } from "./say-failure.ts";

export const getCalendar: ConsoleHandler = (_asked, desk) => {
  const { searchParams } = desk.url;
  return showCalendar(desk, searchParams, { status: 200, done: savedLines(searchParams), refused: [] });
};

/** Saves the range by the verb of POST /ari, and shows what it answered. */
export const postCalendar: ConsoleHandler = async ({ request }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const fields = form.value;
  const entry = readEntry(fields);
  if (!entry.ok) return showCalendar(desk, fields, { status: 422, done: [], refused: entry.faults });
  const { entries, problems } = parseEntries([entry.value]);
  const input = { hotelId: fields.get("hotel") ?? "", entries, problems };
  const changed = await changeCalendar(desk.caller, input, onceOf(desk, fields));
  if (changed.ok) {
    const { nightsChanged, warnings } = changed.value.changed;
    const shown = Object.fromEntries(["hotel", "room", "rate", "from", "to"].map((name) => [name, fields.get(name) ?? ""]));
    const query = new URLSearchParams({ ...shown, saved: String(nightsChanged), ...(warnings.length > 0 ? { past: "1" } : {}) });
    return ok(seeOther(`/console/calendar?${query.toString()}`));
  }
  const { lines, status } = sayFailure(changed.failure);
  const isOfForm = changed.failure.code === "invalid_calendar" || changed.failure.code === "units_sold";
  return isOfForm ? showCalendar(desk, fields, { status, done: [], refused: lines }) : changed;
};

/** In the grammar of the calendar; what is left empty stays as it is. */
function readEntry(fields: URLSearchParams): { ok: true; value: object } | { ok: false; faults: string[] } {
  const text = (name: string): string => (fields.get(name) ?? "").trim();
  const [price, units, selling] = [text("price"), text("units"), text("selling")];
  const faults: string[] = [];
  if (price !== "" && !/^\d{1,9}(?:[.,]\d{1,4})?$/.test(price)) faults.push("Price: must be an amount, such as 120 or 99.50.");
  if (units !== "" && !/^\d{1,6}$/.test(units)) faults.push("Units: must be a whole number of rooms.");
  if (price === "" && units === "" && selling === "") faults.push("Give a price, a number of units, or both.");
  if (faults.length > 0) return { ok: false, faults };
  const rate = {
    ...(price === "" ? {} : { price: Number(price.replace(",", ".")) }),
    ...(selling === "" ? {} : { stopSell: selling === "stopped" }),
  };
  return {
    ok: true,
    value: {
      room: text("room"),
      from: text("from"),
      to: text("to"),
      ...(units === "" ? {} : { units: Number(units) }),
      rates: Object.keys(rate).length === 0 ? {} : { [text("rate")]: rate },
    },
  };
}

function savedLines(query: URLSearchParams): string[] {
  const saved = /^\d{1,7}$/.exec(query.get("saved") ?? "")?.[0];
  if (saved === undefined) return [];
  const nights =
    saved === "0" ? "Nothing was different: no night changed." : `Saved: ${saved === "1" ? "1 night" : `${saved} nights`} changed.`;
  return query.has("past") ? [nights, "Nights before the hotel's today were passed over."] : [nights];
}

interface Said {
  status: number;
  done: readonly string[];
  refused: readonly string[];
}

async function showCalendar(desk: Desk, fields: URLSearchParams, said: Said): Promise<Result<Response>> {
  const asked = fields.get("hotel");
  const hotel = asked === null ? desk.hotels[0] : desk.hotels.find(({ hotelId }) => hotelId === asked);
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel." });
  const today = todayIn(hotel.timezone, desk.caller.now());
  const chosen = fieldsOf(hotel, fields, today);
  const month = monthOfDay(parseDate(chosen.from) ?? today);
  const [first, last] = [firstDayOfMonth(month), firstDayOfMonth(month + CALENDAR_MONTHS) - 1];
  const read = await readCalendar(desk.caller, hotel.hotelId, first, last);
  if (!read.ok) return read;
  const nights = read.value.rooms.find(({ roomId }) => roomId === chosen.room)?.nights ?? [];
  const months = Array.from({ length: CALENDAR_MONTHS }, (_, at) => month + at).map((one) => ({
    first: firstDayOfMonth(one),
    nights: nights
      .slice(firstDayOfMonth(one) - first, firstDayOfMonth(one) - first + daysInMonth(one))
      .map((night) => nightView(night, chosen.rate)),
  }));
  const view = { hotel, chosen, months, today, key: newKey(desk.caller), done: said.done, refused: said.refused };
  return ok(await pageResponse(calendarPage(desk, view), desk.nonce, said.status));
}

function fieldsOf(hotel: OwnHotel, fields: URLSearchParams, today: number): CalendarFields {
  const oneOf = (list: OwnHotel["rooms"], id: string | null): string => list.find((one) => one.id === id)?.id ?? list[0]?.id ?? "";
  const from = fields.get("from") ?? formatDate(today);
  return {
    hotel: hotel.hotelId,
    room: oneOf(hotel.rooms, fields.get("room")),
    rate: oneOf(hotel.rates, fields.get("rate")),
    from,
    to: fields.get("to") ?? from,
    price: fields.get("price") ?? "",
    units: fields.get("units") ?? "",
    selling: fields.get("selling") ?? "",
  };
}

function nightView({ night, stock, rates }: CalendarNight, rateId: string): NightView {
  const rate = rates.find((one) => one.rateId === rateId);
  const price = rate?.month.prices[rate.day] ?? null;
  const packed = rate?.month.restrictions?.[rate.day] ?? 0;
  const listed = Object.values(rate?.month.adultPrices ?? {}).flatMap((column) => (rate ? (column[rate.day] ?? []) : []));
  const least = Number(restrictionOf(packed, "minStayArrival")) || Number(restrictionOf(packed, "minStayThrough"));
  const notes = [
    ...(restrictionOf(packed, "stopSell") ? ["not sold"] : []),
    ...(restrictionOf(packed, "closedToArrival") ? ["no arrival"] : []),
    ...(restrictionOf(packed, "closedToDeparture") ? ["no departure"] : []),
    ...(least > 1 ? [`${least} nights or more`] : []),
    ...(listed.length > 0 ? [`by adults from ${toJsonNumber(Math.min(...listed))}`] : []),
  ];
  return { night, stock, price, notes };
}
