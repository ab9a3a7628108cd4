/** /console/ledger/periods: a period of a hotel, its closing and its statement (docs/interface.md §20). */
import { type Result, fail, ok } from "../../base/result.ts";
import { closePeriod } from "../../ledger/close-period.ts";
import { listCodes } from "../../ledger/list-codes.ts";
import { type ListedPeriod, listPeriods } from "../../ledger/list-periods.ts";
import { sumCodes } from "../../ledger/sum-codes.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { newKey } from "../form-key.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { readForm } from "../read-form.ts";
import { onceOf } from "./form-request.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { hotelOf } from "./ledger-range.ts";
import { periodPage, statementPage } from "./period-page.ts";
import { sayFailure } from "./say-failure.ts";

interface FoundPeriod {
  hotel: OwnHotel;
  period: ListedPeriod;
  /** Whether it is its turn. */
  isClosable: boolean;
}

/** A period that is closed shows its statement; one whose turn it is, what closing it means. */
export const getPeriod: ConsoleHandler = async ({ param }, desk) => {
  const found = await findPeriod(desk, param("hotelId"), param("periodId"));
  return found.ok ? showPeriod(desk, found.value, [], 200) : found;
};

/** Closes it by the verb of POST /periods. */
export const postPeriod: ConsoleHandler = async ({ request, param }, desk) => {
  const form = await readForm(request);
  if (!form.ok) return form;
  const found = await findPeriod(desk, param("hotelId"), param("periodId"));
  if (!found.ok) return found;
  const { hotel, period } = found.value;
  const closed = await closePeriod(desk.caller, hotel.hotelId, String(period.periodId), onceOf(desk, form.value));
  if (closed.ok) return ok(seeOther(`${desk.url.pathname}?closed=1`));
  const { code } = closed.failure;
  if (code !== "period_order" && code !== "period_running") return closed;
  const { lines, status } = sayFailure(closed.failure);
  return showPeriod(desk, found.value, lines, status);
};

async function showPeriod(
  desk: Desk,
  { hotel, period, isClosable }: FoundPeriod,
  refused: readonly string[],
  status: number,
): Promise<Result<Response>> {
  const { caller, nonce, url } = desk;
  const [sums, codes] = await Promise.all([sumCodes(caller, hotel.hotelId, { periodId: period.periodId }), listCodes(caller)]);
  if (!sums.ok) return sums;
  const view = { hotel, period, codes: { hotel, sums: sums.value, codes }, refused };
  if (!period.isClosed)
    return ok(await pageResponse(periodPage(desk, { ...view, key: isClosable ? newKey(caller) : null }), nonce, status));
  // Of a period that is closed this only reads.
  const closed = await closePeriod(caller, hotel.hotelId, String(period.periodId), null);
  if (!closed.ok) return closed;
  return ok(await pageResponse(statementPage(desk, view, closed.value.statement, url.searchParams.has("closed")), nonce));
}

/** `not_found` for a hotel or a period that the operator may not know of. */
export async function findPeriod(desk: Desk, hotelId: string, periodId: string): Promise<Result<FoundPeriod>> {
  const hotel = hotelOf(desk, hotelId);
  if (!hotel.ok) return hotel;
  const periods = await listPeriods(desk.caller, hotelId);
  if (!periods.ok) return periods;
  const period = periods.value.find((one) => String(one.periodId) === periodId);
  if (!period) return fail({ code: "not_found", detail: "The hotel has no such period." });
  return ok({ hotel: hotel.value, period, isClosable: closableOf(periods.value, desk.caller.now()) === period.periodId });
}

/** The oldest open period, once it is surely over wherever the hotel is; the verb decides. */
export function closableOf(periods: readonly ListedPeriod[], nowMs: number): number | null {
  const oldest = periods.find(({ isClosed }) => !isClosed);
  return oldest && oldest.toMs < nowMs ? oldest.periodId : null;
}
