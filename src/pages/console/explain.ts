/** /console/explain: why a hotel offers what it offers for a stay (docs/interface.md §18, §20). */
import { formatDate, parseDate, todayIn } from "../../base/calendar-date.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { explainOffers } from "../../selling/explain-offers.ts";
import { PARTY_MEMBERS_MAX, STAY_NIGHTS_MAX } from "../../selling/limits.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import type { Explanation } from "../../selling/rules/explanation.ts";
import type { StayQuery } from "../../selling/rules/stay.ts";
import { pageResponse } from "../html-response.ts";
import { PROMO_CODE_CHARS_MAX, USUAL_ADULTS, USUAL_LEAD_DAYS, USUAL_NIGHTS } from "../limits.ts";
import { readCount } from "../read-count.ts";
import { type ExplainErrors, type ExplainFields, explainPage } from "./explain-page.ts";
import type { ConsoleHandler } from "./handle-console.ts";

export const getExplain: ConsoleHandler = async (_asked, desk) => {
  const query = desk.url.searchParams;
  const asked = query.get("hotel");
  const hotel = asked === null ? desk.hotels[0] : desk.hotels.find(({ hotelId }) => hotelId === asked);
  if (!hotel) return fail({ code: "not_found", detail: "There is no such hotel." });
  const fields = fieldsOf(hotel, query, todayIn(hotel.timezone, desk.caller.now()));
  const { stay, errors } = readStay(fields);
  let explained: Explanation | null = null;
  // A form that nobody has filled in is not yet a question.
  if (stay && query.has("arrival")) {
    const found: Result<Explanation> = await explainOffers(desk.caller, hotel.hotelId, stay);
    if (!found.ok) return found;
    explained = found.value;
  }
  const arrival = stay?.arrival ?? 0;
  const status = stay ? 200 : 422;
  return ok(await pageResponse(explainPage(desk, { hotel, fields, errors, arrival, explained }), desk.nonce, status));
};

function fieldsOf({ hotelId, rooms, rates }: OwnHotel, query: URLSearchParams, today: number): ExplainFields {
  const oneOf = (list: OwnHotel["rooms"], name: string): string => list.find(({ id }) => id === query.get(name))?.id ?? "";
  const arrival = query.get("arrival") ?? formatDate(today + USUAL_LEAD_DAYS);
  return {
    hotel: hotelId,
    room: oneOf(rooms, "room"),
    rate: oneOf(rates, "rate"),
    arrival,
    departure: query.get("departure") ?? formatDate((parseDate(arrival) ?? today) + USUAL_NIGHTS),
    adults: query.get("adults") ?? String(USUAL_ADULTS),
    children: query.get("children") ?? "0",
    promo: (query.get("promo") ?? "").trim(),
  };
}

function readStay(fields: ExplainFields): { stay: StayQuery | null; errors: ExplainErrors } {
  const errors: ExplainErrors = {};
  const [arrival, departure] = [parseDate(fields.arrival), parseDate(fields.departure)];
  const [adults, children] = [readCount(fields.adults, 1, PARTY_MEMBERS_MAX), readCount(fields.children, 0, PARTY_MEMBERS_MAX)];
  if (arrival === null) errors.arrival = "Please choose a real date.";
  if (departure === null) errors.departure = "Please choose a real date.";
  else if (arrival !== null && departure <= arrival) errors.departure = "Must be later than the arrival.";
  else if (arrival !== null && departure - arrival > STAY_NIGHTS_MAX) errors.departure = `A stay has at most ${STAY_NIGHTS_MAX} nights.`;
  if (adults === null) errors.adults = `Must be a number from 1 to ${PARTY_MEMBERS_MAX}.`;
  if (children === null) errors.children = `Must be a number from 0 to ${PARTY_MEMBERS_MAX}.`;
  if (fields.promo.length > PROMO_CODE_CHARS_MAX) errors.promo = `Must have at most ${PROMO_CODE_CHARS_MAX} characters.`;
  const isWrong = Object.keys(errors).length > 0 || arrival === null || departure === null || adults === null || children === null;
  return { errors, stay: isWrong ? null : { arrival, departure, adults, children, rooms: 1, promoCode: fields.promo } };
}
