/** The demo groups as files of `npm run import -- group` would describe them (docs/interface.md §2). Pure. */
import { OPERATOR_SCOPES } from "../../src/access/rules/principal.ts";
import { todayIn } from "../../src/base/calendar-date.ts";
import { completeGroup } from "../group/read-group-file.ts";
import type { GroupFile, GroupInput } from "../group/group-schema.ts";
import { calendarOf } from "./demo-calendar.ts";
import { DEMO_HOTELS, DESK_SITE_ID, type DemoHotel, RIVAL_HOTELS } from "./demo-hotels.ts";
import { descriptionsOf } from "./demo-texts.ts";
import { EXTRA_PICTURES } from "./pictures/extras.ts";
import { VIEWS } from "./pictures/scene.ts";
import { type Random, randomFrom } from "./random.ts";

const SEED = 1386;

type HotelInput = NonNullable<GroupInput["hotels"]>[number];

export const SALE_CODES = [
  { code: "ACC", description: "Accommodation", nominalCode: "4000", taxCode: "S10", taxPercent: 10 },
  { code: "FNB", description: "Food and beverage", nominalCode: "4100", taxCode: "S20", taxPercent: 20 },
  { code: "SPA", description: "Spa and wellness", nominalCode: "4200", taxCode: "S20", taxPercent: 20 },
  { code: "PARK", description: "Parking", nominalCode: "4300", taxCode: "S20", taxPercent: 20 },
  { code: "TRAN", description: "Transfers", nominalCode: "4400", taxCode: "Z0", taxPercent: 0 },
] as const;

export const PAY_CODES = [
  { code: "CASH", description: "Cash", nominalCode: "1200" },
  { code: "CARD", description: "Card", nominalCode: "1210" },
  { code: "BANK", description: "Bank transfer", nominalCode: "1220" },
] as const;

/** Groups `demo` and `rival` as of an instant. */
export function demoGroups(nowMs: number): { demo: GroupFile; rival: GroupFile } {
  const random = randomFrom(SEED);
  const hotels = (list: readonly DemoHotel[]): HotelInput[] => list.map((hotel) => hotelInput(hotel, nowMs, random));
  const demo = completeGroup({
    group: { id: "demo", name: "Tabard Hotels", defaultLanguage: "en", bookingPage: true },
    saleCodes: [...SALE_CODES],
    payCodes: [...PAY_CODES],
    hotels: hotels(DEMO_HOTELS),
    promotions: [
      { code: "SUMMER15", percent: 15, rates: ["FLEX", "FLEXBB"] },
      { code: "MEMBER", unlocks: ["MEMBER"] },
    ],
    users: [guest("guest@demo.test", "demo-password", "Alison", "Wyf", "Wyf Weaving Ltd", "12 Bath Row", "Bath", "BA2 3AB", "GB")],
    operators: [
      { site: "demo", code: "FINANCE", password: "demo-password", scopes: [...OPERATOR_SCOPES] },
      { site: DESK_SITE_ID, code: "DESK", password: "demo-password", scopes: ["bookings", "rates", "ledger", "export"] },
    ],
  });
  const rival = completeGroup({
    group: { id: "rival", name: "Rival Hotels", defaultLanguage: "en" },
    saleCodes: [...SALE_CODES],
    payCodes: [...PAY_CODES],
    hotels: hotels(RIVAL_HOTELS),
    users: [guest("guest@rival.test", "rival-password", "Harry", "Bailly", "Bailly & Söhne", "Ringstraße 4", "Wien", "1010", "AT")],
    operators: [{ site: "rival", code: "FINANCE", password: "rival-password", scopes: [...OPERATOR_SCOPES] }],
  });
  return { demo, rival };
}

function guest(
  email: string,
  password: string,
  firstname: string,
  lastname: string,
  companyName: string,
  address1: string,
  city: string,
  postcode: string,
  country: string,
) {
  const address = { address1, address2: "2nd floor", city, postcode, country };
  return { email, password, firstname, lastname, companyName, phone: "+44 1225 555 0100", ...address, mailList: true };
}

function hotelInput(hotel: DemoHotel, nowMs: number, random: Random): HotelInput {
  const inUnits = (factor: number): number => Math.max(1, Math.round((hotel.basePrice * factor) / hotel.priceStep)) * hotel.priceStep;
  return {
    id: hotel.id,
    name: hotel.name,
    address1: hotel.address1,
    address2: "",
    postcode: hotel.postcode,
    email: `${hotel.id}@hotels.test`,
    telephone: hotel.telephone,
    town: hotel.town,
    country: hotel.country,
    checkIn: "15:00",
    checkOut: hotel.stars === 5 ? "12:00" : "11:00",
    starRating: String(hotel.stars),
    position: { latitude: hotel.latitude, longitude: hotel.longitude, timezone: hotel.timezone },
    currencyCode: hotel.currencyCode,
    periods: "month" as const,
    descriptions: descriptionsOf(hotel),
    images: VIEWS.map((view) => ({ url: `/assets/pictures/${hotel.id}-${view}.svg`, alt: `${hotel.name}, ${view}` })),
    facilities: [1, 2, 5, 8, ...(hotel.stars > 3 ? [13] : []), ...(hotel.stars > 4 ? [21, 34] : [])],
    rooms: [
      { id: "DBL", name: "Double room", baseAdults: 2, maxAdults: 2, maxChildren: 1, bedConfigurations: ["double", "twin"] },
      { id: "FAM", name: "Family room", baseAdults: 2, maxAdults: 4, maxChildren: 3, bedConfigurations: ["double+bunk", "twin+bunk"] },
      { id: "SGL", name: "Single room", baseAdults: 1, maxAdults: 1, maxChildren: 0, bedConfigurations: ["single"] },
      { id: "STE", name: "Suite", baseAdults: 2, maxAdults: 3, maxChildren: 2, bedConfigurations: ["king"] },
    ],
    rates: ratesOf(inUnits(0.25), inUnits(0.12)),
    extras: extrasOf(inUnits),
    calendar: calendarOf(hotel, todayIn(hotel.timezone, nowMs), random),
  };
}

function ratesOf(extraAdult: number, child: number): NonNullable<HotelInput["rates"]> {
  const amounts = { extraAdult, child, saleCode: "ACC" };
  return [
    { id: "FLEX", name: "Flexible", ...amounts },
    { id: "FLEXBB", name: "Flexible with breakfast", ...amounts },
    { id: "SAVER", name: "Saver, paid in advance", refundable: false, depositPercent: 100, ...amounts },
    { id: "LONG", name: "Five nights or more", depositPercent: 30, ...amounts },
    { id: "MEMBER", name: "Members' rate", hidden: true, ...amounts },
  ];
}

function extrasOf(inUnits: (factor: number) => number): NonNullable<HotelInput["extras"]> {
  const image = (id: keyof typeof EXTRA_PICTURES, alt: string) => [{ url: `/assets/pictures/${id}.svg`, alt }];
  return [
    {
      id: "BREAKFAST",
      name: "Breakfast",
      description: "From 6:30 to 10:30, in the courtyard when it is warm.",
      details: [
        ["Served", "6:30–10:30"],
        ["Diets", "vegan", "gluten-free"],
      ],
      images: image("breakfast", "A table laid for breakfast"),
      price: inUnits(0.12),
      chargeMode: "PerPerson",
      daily: true,
      saleCode: "FNB",
    },
    {
      id: "PARKING",
      name: "Parking",
      description: "In the house.",
      price: inUnits(0.15),
      chargeMode: "PerRoom",
      daily: true,
      saleCode: "PARK",
    },
    {
      id: "SPA",
      name: "Spa day",
      images: image("spa", "Warm stones and towels at the pool"),
      price: inUnits(0.3),
      chargeMode: "PerAdult",
      saleCode: "SPA",
    },
    { id: "KIDSCLUB", name: "Children's club", price: inUnits(0.1), chargeMode: "PerChild", daily: true, saleCode: "SPA" },
    {
      id: "TRANSFER",
      name: "Airport transfer",
      description: "A car for up to four.",
      price: inUnits(0.4),
      chargeMode: "SingleCharge",
      chargePrepayment: true,
      saleCode: "TRAN",
    },
  ];
}
