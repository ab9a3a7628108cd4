/** /console/calendar: prices and rooms of a hotel over months, to look at and to change (docs/interface.md §20). */
import { daysInMonth, firstDayOfMonth, formatDate, parseDate, todayIn } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { changeCalendar, recallChange } from "../../selling/change-calendar.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type CalendarNight, readCalendar } from "../../selling/read-calendar.ts";
import { parseEntries } from "../../selling/rules/calendar-entry.ts";
import { unpackRestrictions } from "../../selling/rules/hotel-month.ts";
import { newKey } from "../form-key.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import { type CalendarFields, SETTINGS, type Setting, readEntry, readWeekdays } from "./calendar-form.ts";
import { type CalendarView, calendarPage } from "./calendar-page.ts";
import { readSpan } from "./calendar-span.ts";
import { savedWords } from "./calendar-words.ts";
import { onceOf, requestOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import type { MonthView, NightView } from "./heat-map.ts";
import { restrictionWords } from "./restriction-words.ts";
import { sayFailure } from "./say-failure.ts";

export const getCalendar: ConsoleHandler = async (_asked, desk) => {
  const { searchParams } = desk.url;
  const hotel = hotelOf(desk, searchParams);
  if (!hotel.ok) return hotel;
  const key = KEY.exec(searchParams.get("saved") ?? "")?.[0];
  const changed = key === undefined ? null : await recallChange(desk.caller, requestOf(desk, key));
  return showCalendar(desk, hotel.value, searchParams, { status: 200, done: changed ? savedWords(changed, hotel.value) : [] });
};

/** Of a form, as onceOf gives it. */
const KEY = /^[0-9a-f]{64}$/;

/** What the next page looks at, and where the next change begins. */
const CARRIED = ["hotel", "room", "rate", "from", "to", "month", "months", "shade"];

/** Saves the range by the verb of POST /ari. The page it leads to finds by the form's key what the verb answered, and tells it. */
export const postCalendar: ConsoleHandler = async ({ request }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const fields = form.value;
  const found = hotelOf(desk, fields);
  if (!found.ok) return found;
  const hotel = found.value;
  const read = readEntry(fieldsOf(desk, hotel, fields));
  if (!read.ok) return showCalendar(desk, hotel, fields, { status: 422, refused: read.faults });
  const { entries, problems } = parseEntries([read.entry]);
  const once = onceOf(desk, fields);
  const changed = await changeCalendar(desk.caller, { hotelId: hotel.hotelId, entries, problems, isTold: true }, once);
  if (changed.ok) {
    const carried = CARRIED.flatMap((name) => (fields.has(name) ? [[name, fields.get(name) ?? ""]] : []));
    return ok(seeOther(`/console/calendar?${new URLSearchParams([...carried, ["saved", once.key]]).toString()}`));
  }
  const { lines, status } = sayFailure(changed.failure);
  const isOfForm = changed.failure.code === "invalid_calendar" || changed.failure.code === "units_sold";
  return isOfForm ? showCalendar(desk, hotel, fields, { status, refused: lines }) : changed;
};

/** The first hotel where none is named. */
function hotelOf({ hotels }: Desk, fields: URLSearchParams): Result<OwnHotel> {
  const asked = fields.get("hotel");
  const hotel = asked === null ? hotels[0] : hotels.find(({ hotelId }) => hotelId === asked);
  return hotel ? ok(hotel) : fail({ code: "not_found", detail: "There is no such hotel." });
}

interface Said {
  status: number;
  done?: readonly string[];
  refused?: readonly string[];
}

async function showCalendar(
  desk: Desk,
  hotel: OwnHotel,
  form: URLSearchParams,
  { status, done = [], refused = [] }: Said,
): Promise<Result<Response>> {
  const today = todayIn(hotel.timezone, desk.caller.now());
  const fields = fieldsOf(desk, hotel, form);
  const chosen = { from: parseDate(fields.from) ?? 0, to: parseDate(fields.to) ?? -1 };
  const span = readSpan(form, chosen.from);
  const [from, to] = [firstDayOfMonth(span.month), firstDayOfMonth(span.month + span.months) - 1];
  const read = await readCalendar(desk.caller, hotel.hotelId, { from, to, roomId: fields.room });
  if (!read.ok) return read;
  const nights = read.value.rooms[0]?.nights ?? [];
  const months = Array.from({ length: span.months }, (_, at): MonthView => {
    const first = firstDayOfMonth(span.month + at);
    const own = nights.slice(first - from, first - from + daysInMonth(span.month + at));
    return { first, nights: own.map((night) => nightView(night, fields.rate)) };
  });
  const view: CalendarView = { hotel, fields, span, months, today, chosen, key: newKey(desk.caller), done, refused };
  return ok(await pageResponse(calendarPage(desk, view), desk.nonce, status));
}

/** Rooms, rates and dates that are not said or not known are the first ones; the dates those of the month, or of today in it. */
function fieldsOf({ caller }: Desk, hotel: OwnHotel, form: URLSearchParams): CalendarFields {
  const oneOf = (list: OwnHotel["rooms"], id: string | null): string => list.find((one) => one.id === id)?.id ?? list[0]?.id ?? "";
  const today = todayIn(hotel.timezone, caller.now());
  const month = parseDate(`${form.get("month") ?? ""}-01`);
  const from = form.get("from") ?? formatDate(Math.max(today, month ?? 0));
  const settings = SETTINGS.map((name) => [name, (form.get(name) ?? "").trim()] as const);
  return {
    hotel: hotel.hotelId,
    room: oneOf(hotel.rooms, form.get("room")),
    rate: oneOf(hotel.rates, form.get("rate")),
    from,
    to: form.get("to") ?? from,
    weekdays: readWeekdays(form),
    ...(Object.fromEntries(settings) as Record<Setting, string>),
  };
}

function nightView({ night, stock, rates }: CalendarNight, rateId: string): NightView {
  const rate = rates.find((one) => one.rateId === rateId);
  const packed = rate?.month.restrictions?.[rate.day] ?? 0;
  const most = rate?.month.maxStayThrough?.[rate.day] ?? 0;
  const byAdults = Object.entries(rate?.month.adultPrices ?? {}).flatMap(([adults, column]): [string, Money][] => {
    const price = rate && column[rate.day];
    return price === undefined || price === null ? [] : [[adults, price]];
  });
  // Where only prices by adults are listed, the lowest of them stands for the night.
  const price = rate?.month.prices[rate.day] ?? (byAdults.length > 0 ? Math.min(...byAdults.map(([, listed]) => listed)) : null);
  const own = { extraAdult: rate?.month.extraAdult?.[rate.day] ?? null, child: rate?.month.child?.[rate.day] ?? null, byAdults };
  return { night, stock, price, ...restrictionWords({ ...unpackRestrictions(packed), maxStayThrough: most }, own) };
}
