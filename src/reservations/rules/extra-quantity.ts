/** What an extra costs in a booking: docs/interface.md §4.7. Pure. */
import type { ChargeMode, Extra } from "../../selling/rules/catalogue.ts";

export interface ExtraStay {
  adults: number;
  children: number;
  nights: number;
  /** How many dates the booking names; 0 for none. */
  chargeDays: number;
}

/** How many times an extra's price is due. A booking is one room. */
export function extraQuantity(extra: Pick<Extra, "chargeMode" | "daily">, stay: ExtraStay): number {
  const times = stay.chargeDays > 0 ? stay.chargeDays : extra.daily ? stay.nights : 1;
  return times * heads(extra.chargeMode, stay);
}

function heads(chargeMode: ChargeMode, stay: ExtraStay): number {
  switch (chargeMode) {
    case "SingleCharge":
    case "PerRoom":
      return 1;
    case "PerPerson":
      return stay.adults + stay.children;
    case "PerAdult":
      return stay.adults;
    case "PerChild":
      return stay.children;
  }
}
