/** GET /book/{groupId}/hotels/{hotelId}: docs/interface.md §20. */
import { monthOfDay, parseDate, todayIn } from "../../base/calendar-date.ts";
import { instantAt } from "../../base/zone-time.ts";
import { sumOf } from "../../base/money.ts";
import { type Result, fail, ok } from "../../base/result.ts";
import { type HotelOffers, listOffers } from "../../selling/list-offers.ts";
import { feeSteps, policyOf } from "../../selling/rules/cancellation.ts";
import type { PromoStanding } from "../../selling/rules/promotion.ts";
import { listNightPrices } from "../../selling/list-night-prices.ts";
import { PRICE_MONTHS_AHEAD, USUAL_ADULTS } from "../limits.ts";
import type { CallerCtx } from "../../access/caller.ts";
import { pageResponse, seeOther } from "../html-response.ts";
import { newKey } from "../form-key.ts";
import { linkTo, pathOf } from "./frame.ts";
import type { PageHandler } from "./handle-page.ts";
import { type HotelFacts, hotelFacts } from "./hotel-facts.ts";
import { type OfferCard, hotelPage } from "./hotel-page.ts";
import type { OpenVisit } from "./open-visit.ts";
import type { PriceMonth } from "./price-calendar.ts";
import { type SearchForm, readSearch, withPromo } from "./search-form.ts";

/** Why a guest is sent back to the hotel's page: names of texts. */
const BECAUSE = ["gone", "unknownPromo", "somethingWrong"] as const;
type Because = (typeof BECAUSE)[number];

function isBecause(text: string): text is Because {
  return (BECAUSE as readonly string[]).includes(text);
}

/** Failures: `not_found` for a hotel that the group does not have. */
export const getHotel: PageHandler = async (asked, open) => {
  const { visit, caller } = open;
  const hotelId = asked.param("hotelId");
  const facts = await hotelFacts(caller, visit.speech.tag);
  if (!facts.ok) return facts;
  const known = facts.value.get(hotelId);
  if (!known) return fail({ code: "not_found", detail: "There is no such hotel in this group." });
  const form = readSearch(visit.url.searchParams, todayIn(known.timezone, caller.now()), visit.speech.texts);
  const because = visit.url.searchParams.get("because") ?? "";
  const notice = isBecause(because) ? visit.speech.texts[because] : null;
  const [offers, month] = await Promise.all([findOffers(open, hotelId, form), findMonth(open, known, form)]);
  if (!offers.ok) return offers;
  if (!month.ok) return month;
  const hotel = { ...known, currencyCode: offers.value.currencyCode };
  const told = withPromo(form, offers.value.promo, visit.speech.texts);
  return ok(
    await pageResponse(hotelPage(visit, { hotel, form: told, offers: offers.value.cards, month: month.value, notice }), visit.nonce),
  );
};

/** Back to a hotel's page, which says why: what was chosen there cannot be had. */
export function backToHotel({ visit }: OpenVisit, hotelId: string, query: Readonly<Record<string, string>>, because: Because): Response {
  return seeOther(linkTo(visit, pathOf(visit.site, "hotels", hotelId), { ...query, because }));
}

interface FoundOffers {
  currencyCode: string;
  cards: OfferCard[] | null;
  promo: PromoStanding;
}

async function findOffers({ caller }: OpenVisit, hotelId: string, { search }: SearchForm): Promise<Result<FoundOffers>> {
  // Where the search is wrong there are no offers, but the page still says prices in the hotel's currency.
  const today = todayIn("UTC", caller.now());
  const asked = search ?? { arrival: today, departure: today + 1, adults: USUAL_ADULTS, children: 0, promoCode: "" };
  const found = await listOffers(caller, hotelId, { ...asked, rooms: 1 });
  if (!found.ok) return found;
  const { hotel, promo } = found.value;
  return ok({ currencyCode: hotel.currencyCode, cards: search === null ? null : cardsOf(caller, found.value, search.arrival), promo });
}

function cardsOf(caller: CallerCtx, { hotel, offerings }: HotelOffers, arrival: number): OfferCard[] {
  const nowMs = caller.now();
  const checkInMs = instantAt(hotel.timezone, arrival, hotel.checkInMinute);
  return offerings.map(({ room, rate, nights, unitsLeft }) => ({
    roomId: room.id,
    roomName: room.name,
    rateId: rate.id,
    rateName: rate.name,
    guestsMax: { adults: room.maxAdults, children: room.maxChildren },
    beds: room.bedConfigurations,
    total: sumOf(nights),
    unitsLeft,
    terms: {
      fromMs: nowMs,
      steps: feeSteps(policyOf(rate), { nights, currencyCode: hotel.currencyCode, checkInMs, bookedMs: nowMs }),
      roomPrice: sumOf(nights),
    },
    key: newKey(caller),
  }));
}

async function findMonth({ visit, caller }: OpenVisit, hotel: HotelFacts, { search }: SearchForm): Promise<Result<PriceMonth>> {
  const first = monthOfDay(todayIn(hotel.timezone, caller.now()));
  const last = first + PRICE_MONTHS_AHEAD;
  const asked = parseDate(`${visit.url.searchParams.get("month") ?? ""}-01`);
  const wanted = asked === null ? (search === null ? first : monthOfDay(search.arrival)) : monthOfDay(asked);
  const month = Math.min(Math.max(wanted, first), last);
  const party = { adults: search?.adults ?? USUAL_ADULTS, children: search?.children ?? 0, rooms: 1 };
  const prices = await listNightPrices(caller, hotel.id, month, party);
  return prices.ok ? ok({ month, prices: prices.value, first, last }) : prices;
}
