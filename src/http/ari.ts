/** GET and POST /ari/{groupId}/{hotelId}: docs/interface.md §14. */
import * as z from "zod/mini";
import { formatDate, parseDate } from "../base/calendar-date.ts";
import { toJsonNumber } from "../base/money.ts";
import type { FieldError } from "../base/result.ts";
import { type Problem, problemsOf } from "../base/validation.ts";
import { ARI_NIGHTS_MAX, LIVE_ENTRIES_MAX } from "../selling/limits.ts";
import { type CalendarInput, changeCalendar } from "../selling/change-calendar.ts";
import { type CalendarNight, readCalendar } from "../selling/read-calendar.ts";
import { parseEntries } from "../selling/rules/calendar-entry.ts";
import { RESTRICTIONS, restrictionOf } from "../selling/rules/hotel-month.ts";
import { answer, json } from "./answer.ts";
import { readKeyedJson, replayHeaders } from "./keyed-json.ts";
import { ARI_BODY_BYTES_MAX } from "./limits.ts";
import { dateParameter, parseQuery } from "./query.ts";
import type { CallerHandler } from "./types.ts";

/** The body; what the entries hold is read one by one, so that each is told its own faults. */
const AriBodySchema = z.strictObject({ calendar: z.array(z.unknown()).check(z.maxLength(LIVE_ENTRIES_MAX)) });

/** Both included. */
export const AriQuerySchema = z.object({
  from: dateParameter("The first night"),
  to: dateParameter(`The last night; at most ${ARI_NIGHTS_MAX} in all`),
});

/** Applies all entries or none. */
export const postAri: CallerHandler = async (c, ctx) => {
  const keyed = await readKeyedJson(c.req.raw, ctx.principal, { bytesMax: ARI_BODY_BYTES_MAX });
  if (!keyed.ok) return answer(ctx, keyed);
  const input = { hotelId: c.req.param("hotelId") ?? "", ...parseAri(keyed.value.body) };
  const changed = await changeCalendar(ctx, input, keyed.value.idempotent);
  if (!changed.ok) return answer(ctx, changed);
  return json(changed.value.changed, replayHeaders(changed.value.replayed));
};

/** Units, what is sold and left of them, and what every rate says, night by night. */
export const getAri: CallerHandler = async (c, ctx) => {
  const nights = parseQuery(c.req.raw.url, AriQuerySchema, rangeErrors);
  if (!nights.ok) return answer(ctx, nights);
  const found = await readCalendar(ctx, c.req.param("hotelId") ?? "", nights.value);
  if (!found.ok) return answer(ctx, found);
  const { hotelId, currencyCode, calendarVersion, sequence, rooms } = found.value;
  const body = {
    hotelId,
    currencyCode,
    calendarVersion,
    rooms: rooms.map(({ roomId, nights }) => ({ room: roomId, nights: nights.map(nightJson) })),
  };
  return json(body, { "Event-Sequence": String(sequence) });
};

function parseAri(body: unknown): Pick<CalendarInput, "entries" | "problems"> {
  const parsed = AriBodySchema.safeParse(body);
  if (!parsed.success) return { entries: [], problems: problemsOf(parsed.error) };
  const { entries, problems } = parseEntries(parsed.data.calendar);
  return { entries, problems: problems.map((problem): Problem => ({ ...problem, path: ["calendar", ...problem.path] })) };
}

/** What two dates that are right by themselves can have wrong together. */
function rangeErrors(values: { from?: string; to?: string }): FieldError[] {
  const [from, to] = [parseDate(values.from ?? ""), parseDate(values.to ?? "")];
  if (from === null || to === null) return [];
  if (to < from) return [{ parameter: "to", code: "invalid_range", detail: "Is before from." }];
  if (to - from < ARI_NIGHTS_MAX) return [];
  return [{ parameter: "to", code: "too_big", detail: `At most ${ARI_NIGHTS_MAX} nights, from and to included.` }];
}

function nightJson({ night, stock, rates }: CalendarNight) {
  return {
    date: formatDate(night),
    units: stock?.units ?? null,
    sold: stock?.sold ?? 0,
    left: stock ? stock.units - stock.sold : 0,
    rates: Object.fromEntries(rates.map((rate) => [rate.rateId, rateJson(rate)])),
  };
}

/** In the grammar of an entry: what is read here can be sent back. */
function rateJson({ month, day }: CalendarNight["rates"][number]) {
  const amount = (column: readonly (number | null)[] | undefined) => (typeof column?.[day] === "number" ? toJsonNumber(column[day]) : null);
  const prices = Object.entries(month.adultPrices ?? {}).flatMap(([adults, column]) => {
    const price = amount(column);
    return price === null ? [] : [[adults, price] as const];
  });
  const packed = month.restrictions?.[day] ?? 0;
  const restrictions = RESTRICTIONS.map((name) => [name, restrictionOf(packed, name)] as const).filter(([, value]) => Boolean(value));
  const maxStayThrough = month.maxStayThrough?.[day] ?? 0;
  const [extraAdult, child] = [amount(month.extraAdult), amount(month.child)];
  return {
    price: amount(month.prices),
    ...(prices.length > 0 ? { prices: Object.fromEntries(prices) } : {}),
    ...(extraAdult === null ? {} : { extraAdult }),
    ...(child === null ? {} : { child }),
    ...Object.fromEntries(restrictions),
    ...(maxStayThrough === 0 ? {} : { maxStayThrough }),
  };
}
