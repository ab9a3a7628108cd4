/** GET /book/{groupId}: docs/interface.md §20. */
import type { CallerCtx } from "../../access/caller.ts";
import { todayIn } from "../../base/calendar-date.ts";
import type { Money } from "../../base/money.ts";
import { type Result, ok } from "../../base/result.ts";
import { type AvailabilityForm, findAvailability } from "../../selling/find-availability.ts";
import type { PromoStanding } from "../../selling/rules/promotion.ts";
import { pageResponse } from "../html-response.ts";
import type { PageHandler } from "./handle-page.ts";
import { type HotelFacts, hotelFacts } from "./hotel-facts.ts";
import { type Search, readSearch, withPromo } from "./search-form.ts";
import { type HotelCard, searchPage } from "./search-page.ts";

interface FoundHotel {
  id: string;
  currencyCode: string;
  priceFrom: Money;
}

/** Another name with every change to what it writes. */
const FOUND_FORM: AvailabilityForm = {
  name: "page-1",
  write: ({ hotel, priceFrom }) => JSON.stringify({ id: hotel.id, currencyCode: hotel.currencyCode, priceFrom } satisfies FoundHotel),
};

export const getSearch: PageHandler = async (_asked, { visit, caller }) => {
  const facts = await hotelFacts(caller, visit.speech.tag);
  if (!facts.ok) return facts;
  const form = readSearch(visit.url.searchParams, firstToday([...facts.value.values()], caller.now()), visit.speech.texts);
  if (form.search === null) return ok(await pageResponse(searchPage(visit, form, null), visit.nonce));
  const found = await findCards(caller, form.search, facts.value);
  if (!found.ok) return found;
  const byName = new Intl.Collator(visit.speech.tag);
  const sorted = found.value.cards.sort((one, other) =>
    form.texts.sort === "name" ? byName.compare(one.name, other.name) : byPrice(one, other) || byName.compare(one.name, other.name),
  );
  const told = withPromo(form, found.value.promo, visit.speech.texts);
  return ok(await pageResponse(searchPage(visit, told, sorted), visit.nonce));
};

interface FoundCards {
  cards: HotelCard[];
  promo: PromoStanding;
}

async function findCards(caller: CallerCtx, search: Search, facts: ReadonlyMap<string, HotelFacts>): Promise<Result<FoundCards>> {
  const found = await findAvailability(caller, { ...search, rooms: 1 }, FOUND_FORM);
  if (!found.ok) return found;
  const hotels = JSON.parse(new TextDecoder().decode(found.value.bytes)) as FoundHotel[];
  const cards = hotels.flatMap(({ id, currencyCode, priceFrom }) => {
    const known = facts.get(id);
    return known ? [{ ...known, picture: known.pictures[0] ?? null, currencyCode, priceFrom }] : [];
  });
  return ok({ cards, promo: found.value.promo });
}

/** Prices compare within a currency only: currencies by their codes, then the lowest first. */
function byPrice(one: HotelCard, other: HotelCard): number {
  if (one.currencyCode !== other.currencyCode) return one.currencyCode < other.currencyCode ? -1 : 1;
  return one.priceFrom - other.priceFrom;
}

/** The day that the earliest clock of the hotels shows. */
function firstToday(hotels: readonly HotelFacts[], nowMs: number): number {
  const days = hotels.map(({ timezone }) => todayIn(timezone, nowMs));
  return days.length === 0 ? todayIn("UTC", nowMs) : Math.min(...days);
}
