/** /console/today: who comes, who goes, who is there (docs/interface.md §20). */
import { type Result, fail, ok } from "../../base/result.ts";
import { readCalendar } from "../../selling/read-calendar.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { HOTELS_TOGETHER_MAX } from "../limits.ts";
import { readForm } from "../read-form.ts";
import { newKey } from "../form-key.ts";
import { type HotelDay, readDays } from "./desk-bookings.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { makeMove, movedLines } from "./move.ts";
import { newestEvent } from "./news.ts";
import { sayFailure } from "./say-failure.ts";
import { type DayView, type Occupancy, todayPage } from "./today-page.ts";

export const getToday: ConsoleHandler = (_asked, desk) => showToday(desk, desk.url.searchParams.get("hotel") ?? "", [], 200);

export const postToday: ConsoleHandler = async ({ request }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const hotel = form.value.get("hotel") ?? "";
  const moved = await makeMove(desk, form.value);
  if (moved.ok) {
    const query = new URLSearchParams({ ...moved.value, ...(hotel === "" ? {} : { hotel }) });
    return ok(seeOther(`/console/today?${query.toString()}`));
  }
  if (moved.failure.code !== "not_changeable") return moved;
  const { lines, status } = sayFailure(moved.failure);
  return showToday(desk, hotel, lines, status);
};

async function showToday(desk: Desk, hotelId: string, refused: readonly string[], status: number): Promise<Result<Response>> {
  const chosen = desk.hotels.find((hotel) => hotel.hotelId === hotelId) ?? null;
  if (hotelId !== "" && chosen === null) return fail({ code: "not_found", detail: "There is no such hotel." });
  const together = desk.hotels.length <= HOTELS_TOGETHER_MAX;
  const shown = chosen ? [chosen] : together ? desk.hotels : desk.hotels.slice(0, 1);
  const newest = await newestEvent(desk);
  const read = await readDays(desk.caller, shown);
  if (!read.ok) return read;
  const days: DayView[] = await Promise.all(read.value.days.map(async (day) => ({ ...day, occupancy: await occupancyOf(desk, day) })));
  const view = {
    days,
    isCut: read.value.isCut,
    chosen: chosen?.hotelId ?? (together ? null : (shown[0]?.hotelId ?? null)),
    together,
    key: newKey(desk.caller),
    newest,
    done: refused.length > 0 ? [] : movedLines(desk.url.searchParams),
    refused,
  };
  return ok(await pageResponse(todayPage(desk, view), desk.nonce, status));
}

/** Rooms sold tonight, of those for sale; null where none is. */
async function occupancyOf({ caller }: Desk, { hotel, today }: HotelDay): Promise<Occupancy | null> {
  const calendar = await readCalendar(caller, hotel.hotelId, { from: today, to: today });
  if (!calendar.ok) return null;
  const stock = calendar.value.rooms.flatMap(({ nights }) => nights.flatMap(({ stock: tonight }) => tonight ?? []));
  const units = stock.reduce((sum, night) => sum + night.units, 0);
  const sold = stock.reduce((sum, night) => sum + night.sold, 0);
  return units === 0 ? null : { units, sold };
}
