/** The catalogue of a replica, and how news change it. Pure. */
import type { Catalogue, Hotel } from "./catalogue.ts";
import type { ChangedHotel, Terms } from "./news.ts";

/** What an object of a catalogue costs, about: a few short texts and their map entry. */
const ENTRY_BYTES = 600;

/** A catalogue of nothing. */
export const NO_CATALOGUE: Catalogue = {
  termsVersion: -1,
  hotels: new Map(),
  hotelList: [],
  promotions: new Map(),
  saleCodes: new Map(),
  timezones: [],
};

/**
 * The catalogue after hotels and terms changed; the same where none did. Hotels stand in the order of their ids, so that
 * one that comes or goes moves the indexes of others: `movesOf` says where they were.
 */
export function changeCatalogue(catalogue: Catalogue, changed: readonly ChangedHotel[], terms: Terms | null): Catalogue {
  if (changed.length === 0 && !terms) return catalogue;
  const hotelList = terms ? listHotels(catalogue, changed, terms) : replaceHotels(catalogue, changed);
  return {
    termsVersion: terms?.version ?? catalogue.termsVersion,
    hotels: new Map(hotelList.map((hotel) => [hotel.id, hotel])),
    hotelList,
    promotions: terms ? new Map(terms.promotions.map((promotion) => [promotion.code, promotion])) : catalogue.promotions,
    saleCodes: terms ? new Map(terms.saleCodes.map((saleCode) => [saleCode.code, saleCode])) : catalogue.saleCodes,
    timezones: [...new Set(hotelList.map((hotel) => hotel.timezone))],
  };
}

/** The same hotels, those that changed as they are now. Which hotels there are is a matter of terms. */
function replaceHotels(catalogue: Catalogue, changed: readonly ChangedHotel[]): Hotel[] {
  const hotelList = [...catalogue.hotelList];
  for (const hotel of changed) {
    const known = catalogue.hotels.get(hotel.id);
    if (known) hotelList[known.index] = { ...hotelNow(known, hotel), index: known.index };
  }
  return hotelList;
}

function listHotels(catalogue: Catalogue, changed: readonly ChangedHotel[], terms: Terms): Hotel[] {
  const parts = new Map<string, Omit<Hotel, "index">>(catalogue.hotels);
  for (const hotel of changed) parts.set(hotel.id, hotelNow(catalogue.hotels.get(hotel.id), hotel));
  const ids = [...parts.keys()].filter((id) => terms.hotelIds.has(id)).sort();
  return ids.flatMap((id, index) => {
    const hotel = parts.get(id);
    return hotel ? [{ ...hotel, index }] : [];
  });
}

/** Only a change of the catalogue tells all of a hotel. */
function hotelNow(known: Hotel | undefined, changed: ChangedHotel): Omit<Hotel, "index"> {
  const isSame = known && changed.catalogueVersion === known.catalogueVersion;
  return isSame ? { ...known, calendarVersion: changed.calendarVersion } : hotelOf(changed);
}

/** By index in a catalogue: the hotel's index in an earlier one, or -1. Null where no index moved. */
export function movesOf(before: Catalogue, after: Catalogue): number[] | null {
  if (before === after) return null;
  const moves = after.hotelList.map((hotel) => before.hotels.get(hotel.id)?.index ?? -1);
  const same = before.hotelList.length === moves.length && moves.every((from, index) => from === index);
  return same ? null : moves;
}

/** What a catalogue holds, about. */
export function catalogueBytes(catalogue: Catalogue): number {
  let entries = 1 + catalogue.promotions.size + catalogue.saleCodes.size;
  let textChars = 0;
  for (const hotel of catalogue.hotelList) {
    entries += 1 + hotel.roomList.length + hotel.rateList.length + hotel.extras.size;
    for (const { description } of hotel.extras.values()) textChars += description.length;
  }
  return entries * ENTRY_BYTES + textChars * 2;
}

function hotelOf({ rooms, rates, extras, ...hotel }: ChangedHotel): Omit<Hotel, "index"> {
  const roomList = rooms.map((room, index) => ({ ...room, index }));
  const rateList = rates.map((rate, index) => ({ ...rate, index }));
  return {
    ...hotel,
    roomList,
    rateList,
    rooms: new Map(roomList.map((room) => [room.id, room])),
    rates: new Map(rateList.map((rate) => [rate.id, rate])),
    extras: new Map(extras.map((extra) => [extra.id, extra])),
  };
}
