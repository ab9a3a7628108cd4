/** A hotel for the readers of partners' messages: two rooms, two rates. */
import type { Products } from "../../src/selling/find-products.ts";
import { readDocument } from "../../src/xml/read-document.ts";
import type { XmlElement } from "../../src/xml/resolve-names.ts";

export const PRODUCTS: Products = {
  hotelId: "H1",
  name: "Frangart Inn",
  currencyCode: "EUR",
  timezone: "Europe/Rome",
  rooms: [
    { id: "DBL", name: "Double", maxAdults: 3, maxChildren: 1 },
    { id: "SGL", name: "Single", maxAdults: 1, maxChildren: 0 },
  ],
  rates: [
    { id: "BAR", name: "Best available" },
    { id: "NR", name: "Not refundable" },
  ],
  lastNight: null,
};

/** An element of OpenTravel's namespace. */
export function ota(xml: string): XmlElement {
  return readDocument(new TextEncoder().encode(xml.replace(/^<(\w+)/, '<$1 xmlns="http://www.opentravel.org/OTA/2003/05"')));
}
