/** OTA_HotelInvCountNotifRQ: counts, as entries of the calendar (docs/interface.md §15). Pure. */
import type { CalendarEntry } from "../selling/rules/calendar-entry.ts";
import type { Products } from "../selling/find-products.ts";
import { attributeOf, childOf, childrenOf } from "../xml/children.ts";
import type { XmlElement } from "../xml/resolve-names.ts";
import { type Findings, addError, addWarning, cannotTake } from "./findings.ts";
import { readCount } from "./push-entries.ts";
import { readTarget } from "./read-control.ts";

/** Definite availability: OpenTravel's list INV. */
const AVAILABLE = "2";

/** The entries of a list of Inventory, in their order. */
export function readInvCounts(inventories: readonly XmlElement[], products: Products, findings: Findings): CalendarEntry[] {
  return inventories.flatMap((inventory, index) => {
    const place = `Inventory ${index + 1}`;
    const target = readTarget(childOf(inventory, "StatusApplicationControl"), { products, place, findings });
    const left = readAvailable(inventory, place, findings);
    return target && left !== null ? target.rooms.map((room) => ({ room, ...target.nights, left, rates: {} })) : [];
  });
}

function readAvailable(inventory: XmlElement, place: string, findings: Findings): number | null {
  const counts = childrenOf(inventory, "InvCounts").flatMap((list) => childrenOf(list, "InvCount"));
  const available = counts.filter((count) => attributeOf(count, "CountType") === AVAILABLE);
  const [only] = available;
  const left = readCount(attributeOf(only ?? null, "Count") ?? "");
  if (!only || available.length > 1) addError(findings, cannotTake(`${place}: there must be one InvCount with CountType 2.`));
  else if (left === null) addError(findings, cannotTake(`${place}: Count must be a whole number of rooms.`));
  else if (counts.length > 1) addWarning(findings, "Counts of another CountType than 2 are passed over.");
  return left;
}
