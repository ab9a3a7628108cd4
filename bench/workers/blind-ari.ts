/**
 * A change of prices, run blindly: the same two batches as Tabard's, by the same builders, with the months as they were read. No
 * authentication, no validation, no thought of what the entries say.
 */
import { IttyRouter, type IRequest } from "itty-router";
import { monthOfDay, parseDate } from "../../src/base/calendar-date.ts";
import { bindAll } from "../../src/host/database.ts";
import { calendarStatements } from "../../src/selling/commit-calendar.ts";
import {
  type CalendarHotelRow,
  type PackedMonthRow,
  selectHotel,
  selectMonths,
  selectStock,
} from "../../src/selling/rows/calendar-reading.ts";
import { selectCalendarVersion } from "../../src/selling/rows/stamps.ts";

interface Body {
  calendar: { room: string; from: string; to: string }[];
}

const router = IttyRouter();

router.post("/ari/:groupId/:hotelId", async (request: IRequest, env: Env) => {
  const { groupId = "", hotelId = "" } = request.params;
  const { calendar } = await request.json<Body>();
  const [entry] = calendar;
  if (!entry) return new Response(null, { status: 400 });
  const [from, to] = [Number(parseDate(entry.from)), Number(parseDate(entry.to))];
  const numbers = [...new Set([monthOfDay(from), monthOfDay((from + to) >> 1), monthOfDay(to)])];
  const reads = [selectHotel(groupId, hotelId), selectMonths(groupId, hotelId, numbers), selectStock(groupId, hotelId, new Map())];
  const [hotels, months] = await env.DB.batch(bindAll(env.DB, reads) as D1PreparedStatement[]);
  const [hotel] = (hotels?.results ?? []) as CalendarHotelRow[];
  const nights = to - from + 1;
  const plan = {
    months: (months?.results ?? []) as PackedMonthRow[],
    stock: [],
    gone: [],
    unitsSold: [],
    tooLarge: [],
    changed: { nights, rooms: [entry.room], span: { from, to } },
  };
  const { stamps, writes } = calendarStatements(
    groupId,
    { hotelId, plan, fromSold: false, seen: hotel?.calendar_version ?? 0 },
    Date.now(),
  );
  const statements = [...stamps, ...writes, selectCalendarVersion(groupId, hotelId)];
  const written = await env.DB.batch<{ calendar_version: number }>(bindAll(env.DB, statements) as D1PreparedStatement[]);
  return Response.json({ calendarVersion: written.at(-1)?.results[0]?.calendar_version, nightsChanged: nights, warnings: [] });
});

export default { fetch: (request, env) => router.fetch(request, env) as Promise<Response> } satisfies ExportedHandler<Env>;
