/** The query of /availabilities and /offers: docs/interface.md §4. */
import * as z from "zod/mini";
import { parseDate } from "../base/calendar-date.ts";
import type { StayQuery } from "../selling/rules/stay.ts";
import { type FieldError, type Result, ok } from "../base/result.ts";
import { dateParameter, numberParameter, parseQuery } from "./query.ts";
import { PROMO_CODE_CHARS_MAX } from "./limits.ts";
import { PARTY_MEMBERS_MAX, ROOMS_MAX, STAY_NIGHTS_MAX } from "../selling/limits.ts";

/** By parameter, each the text of the URL. `infant` is checked and changes nothing: infants need no bed. */
export const StayQuerySchema = z.object({
  arrival: dateParameter("The arrival date"),
  departure: dateParameter("The departure date, after arrival"),
  adults: numberParameter("Adults in each room", 1, PARTY_MEMBERS_MAX, 2),
  children: numberParameter("Children in each room", 0, PARTY_MEMBERS_MAX, 0),
  infant: numberParameter("Infants in each room; they need no bed", 0, PARTY_MEMBERS_MAX, 0),
  rooms: numberParameter("Rooms of one type, each for this party", 1, ROOMS_MAX, 1),
  promoCode: z._default(
    z
      .string()
      .check(
        z.maxLength(PROMO_CODE_CHARS_MAX, `Has more than ${PROMO_CODE_CHARS_MAX} characters.`),
        z.meta({ description: "Promo code; unknown or not valid for the stay: ignored" }),
      ),
    "",
  ),
});

/** The query of a URL, or `invalid_parameter` with every invalid parameter named. */
export function parseStayQuery(url: string): Result<StayQuery> {
  const parsed = parseQuery(url, StayQuerySchema, orderErrors);
  if (!parsed.ok) return parsed;
  const { infant: _infant, ...query } = parsed.value;
  return ok(query);
}

/** What two dates that are right by themselves can have wrong together. */
function orderErrors(values: { arrival?: string; departure?: string }): FieldError[] {
  const arrival = parseDate(values.arrival ?? "");
  const departure = parseDate(values.departure ?? "");
  if (arrival === null || departure === null) return [];
  const nights = departure - arrival;
  if (nights < 1) return [{ parameter: "departure", code: "not_after_arrival", detail: "Must be after arrival." }];
  if (nights <= STAY_NIGHTS_MAX) return [];
  return [{ parameter: "departure", code: "too_long", detail: `A stay has at most ${STAY_NIGHTS_MAX} nights.` }];
}
