/** The two hotels of the data set. Which they are is not published: addresses and texts are made up, the regions are true. */
import { DATASET_TIMEZONE } from "./read-bookings.ts";

export const DATASET_HOTELS = [
  {
    id: "H1",
    name: "Resort Hotel",
    town: "Algarve",
    country: "PT",
    checkIn: "15:00",
    checkOut: "12:00",
    starRating: "4",
    position: { latitude: 37.0894, longitude: -8.2479, timezone: DATASET_TIMEZONE },
    currencyCode: "EUR",
    descriptions: { en: "A resort by the sea in the Algarve.", pt: "Um resort à beira-mar no Algarve." },
  },
  {
    id: "H2",
    name: "City Hotel",
    town: "Lisboa",
    country: "PT",
    checkIn: "15:00",
    checkOut: "12:00",
    starRating: "4",
    position: { latitude: 38.7223, longitude: -9.1393, timezone: DATASET_TIMEZONE },
    currencyCode: "EUR",
    descriptions: { en: "A hotel in the middle of Lisbon.", pt: "Um hotel no centro de Lisboa." },
  },
];
