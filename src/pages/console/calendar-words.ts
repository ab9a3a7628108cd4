/** What a change of the calendar did, as a hotelier reads it: docs/interface.md §20. Pure. */
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import type { CalendarChanged } from "../../selling/rules/calendar-answers.ts";
import type { ChangedField } from "../../selling/rules/describe-changes.ts";
import { SPEECH } from "./frame.ts";

/** What a field is called, and its values where the calendar's own words are not the desk's. */
const FIELDS: Readonly<Record<string, { name: string; values?: Readonly<Record<string, string>> }>> = {
  "": { name: "price" },
  units: { name: "units" },
  prices: { name: "prices by adults" },
  extraAdult: { name: "extra adult" },
  child: { name: "child" },
  stopSell: { name: "selling", values: { on: "stopped", off: "open" } },
  closedToArrival: { name: "arrivals", values: { on: "not allowed", off: "allowed" } },
  closedToDeparture: { name: "departures", values: { on: "not allowed", off: "allowed" } },
  minStayArrival: { name: "minimum nights, arriving", values: { 0: "none" } },
  maxStayArrival: { name: "maximum nights, arriving", values: { 0: "none" } },
  minStayThrough: { name: "minimum nights, any stay", values: { 0: "none" } },
  maxStayThrough: { name: "maximum nights, any stay", values: { 0: "none" } },
};

/** How many nights changed and in what, of the verb's own answer. */
export function savedWords({ nightsChanged, changes = [], warnings }: CalendarChanged, hotel: OwnHotel): string[] {
  const count = SPEECH.count("nights", nightsChanged);
  const saved = nightsChanged === 0 ? "Nothing was different: no night changed." : `Saved: ${count} changed.`;
  return [saved, ...changes.map((change) => changeWords(change, hotel)), ...warnings.map(({ detail }) => detail)];
}

function changeWords({ roomId, rateId, field, nights, before, after }: ChangedField, hotel: OwnHotel): string {
  const nameOf = (list: OwnHotel["rooms"], id: string): string => list.find((one) => one.id === id)?.name ?? id;
  const { name, values = {} } = FIELDS[field] ?? { name: field };
  const say = (text: string): string => {
    const told = text.split(" or ").map((value) => (Object.hasOwn(values, value) ? (values[value] ?? value) : value));
    return told.join(" or ");
  };
  const subject = [nameOf(hotel.rooms, roomId), ...(rateId === null ? [] : [nameOf(hotel.rates, rateId)])].join(", ");
  return `${subject}, ${name}: ${say(before)} → ${say(after)} (${SPEECH.count("nights", nights)}).`;
}
