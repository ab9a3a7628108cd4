/** The demo's hotels: made-up houses in real cities, with true coordinates and time zones. */

export type Setting = "river" | "oldTown" | "business" | "harbour";

export interface DemoHotel {
  id: string;
  name: string;
  town: string;
  country: string;
  address1: string;
  postcode: string;
  telephone: string;
  latitude: number;
  longitude: number;
  timezone: string;
  currencyCode: string;
  /** A double for a night in the middle of the year, in the currency's unit. */
  basePrice: number;
  /** Prices are multiples of this. */
  priceStep: number;
  stars: number;
  setting: Setting;
}

type Place = readonly [latitude: number, longitude: number, timezone: string];
type Price = readonly [currencyCode: string, basePrice: number, priceStep: number];

function hotel(
  id: string,
  name: string,
  [town, country, address1, postcode, telephone]: readonly [string, string, string, string, string],
  [latitude, longitude, timezone]: Place,
  [currencyCode, basePrice, priceStep]: Price,
  stars: number,
  setting: Setting,
): DemoHotel {
  const address = { town, country, address1, postcode, telephone };
  return { id, name, ...address, latitude, longitude, timezone, currencyCode, basePrice, priceStep, stars, setting };
}

/** Group `demo`, sorted by id. */
export const DEMO_HOTELS: readonly DemoHotel[] = [
  hotel(
    "demo-amsterdam",
    "Tabard Keizersgracht",
    ["Amsterdam", "NL", "Keizersgracht 148", "1015 CX", "+31 20 555 0148"],
    [52.3749, 4.8866, "Europe/Amsterdam"],
    ["EUR", 165, 1],
    4,
    "river",
  ),
  hotel(
    "demo-barcelona",
    "Tabard Barceloneta",
    ["Barcelona", "ES", "Passeig de Joan de Borbó 41", "08003", "+34 93 555 0141"],
    [41.3787, 2.1896, "Europe/Madrid"],
    ["EUR", 142, 1],
    4,
    "harbour",
  ),
  hotel(
    "demo-berlin",
    "Tabard Spreeufer",
    ["Berlin", "DE", "Spreeufer 5", "10178", "+49 30 555 0105"],
    [52.5163, 13.4068, "Europe/Berlin"],
    ["EUR", 118, 1],
    4,
    "river",
  ),
  hotel(
    "demo-geneva",
    "Tabard du Lac",
    ["Genève", "CH", "Quai du Mont-Blanc 21", "1201", "+41 22 555 0121"],
    [46.2111, 6.1499, "Europe/Zurich"],
    ["CHF", 260, 1],
    5,
    "harbour",
  ),
  hotel(
    "demo-kuwait",
    "Tabard Gulf Road",
    ["Kuwait City", "KW", "Arabian Gulf Street 12", "13001", "+965 2555 0112"],
    [29.3797, 47.9903, "Asia/Kuwait"],
    ["KWD", 38, 0.25],
    5,
    "business",
  ),
  hotel(
    "demo-lisbon",
    "Tabard Alfama",
    ["Lisboa", "PT", "Rua dos Remédios 77", "1100-445", "+351 21 555 0177"],
    [38.7122, -9.1272, "Europe/Lisbon"],
    ["EUR", 126, 1],
    4,
    "oldTown",
  ),
  hotel(
    "demo-london",
    "The Tabard Southwark",
    ["London", "GB", "71 Borough High Street", "SE1 1NH", "+44 20 5550 0171"],
    [51.5041, -0.0909, "Europe/London"],
    ["GBP", 178, 1],
    4,
    "oldTown",
  ),
  hotel(
    "demo-lyon",
    "Tabard Presqu'île",
    ["Lyon", "FR", "12 rue Mercière", "69002", "+33 4 55 55 01 12"],
    [45.7636, 4.8332, "Europe/Paris"],
    ["EUR", 109, 1],
    3,
    "river",
  ),
  hotel(
    "demo-newyork",
    "Tabard Seaport",
    ["New York", "US", "33 Peck Slip", "10038", "+1 212 555 0133"],
    [40.7081, -74.0016, "America/New_York"],
    ["USD", 239, 1],
    4,
    "harbour",
  ),
  hotel(
    "demo-saopaulo",
    "Tabard Paulista",
    ["São Paulo", "BR", "Alameda Santos 1123", "01419-001", "+55 11 5555 0123"],
    [-23.5653, -46.6523, "America/Sao_Paulo"],
    ["BRL", 610, 5],
    5,
    "business",
  ),
  hotel(
    "demo-sydney",
    "Tabard Circular Quay",
    ["Sydney", "AU", "61 Macquarie Street", "2000", "+61 2 5550 0161"],
    [-33.8611, 151.2126, "Australia/Sydney"],
    ["AUD", 289, 1],
    5,
    "harbour",
  ),
  hotel(
    "demo-tokyo",
    "Tabard Nihonbashi",
    ["Tokyo", "JP", "1-4-1 Nihonbashi, Chuo", "103-0027", "+81 3 5550 0141"],
    [35.6838, 139.7744, "Asia/Tokyo"],
    ["JPY", 24_500, 100],
    4,
    "business",
  ),
];

/** Group `rival`, sorted by id. */
export const RIVAL_HOTELS: readonly DemoHotel[] = [
  hotel(
    "rival-edinburgh",
    "Rival Old Town",
    ["Edinburgh", "GB", "30 Grassmarket", "EH1 2JU", "+44 131 555 0130"],
    [55.9474, -3.1962, "Europe/London"],
    ["GBP", 132, 1],
    4,
    "oldTown",
  ),
  hotel(
    "rival-prague",
    "Rival Vltava",
    ["Praha", "CZ", "Smetanovo nábřeží 14", "110 00", "+420 255 550 114"],
    [50.0845, 14.4133, "Europe/Prague"],
    ["CZK", 2_950, 50],
    4,
    "river",
  ),
  hotel(
    "rival-vienna",
    "Rival am Ring",
    ["Wien", "AT", "Schubertring 9", "1010", "+43 1 555 0109"],
    [48.2023, 16.3771, "Europe/Vienna"],
    ["EUR", 148, 1],
    4,
    "business",
  ),
];

/** SiteID of the operator DESK. */
export const DESK_SITE_ID = "demo-amsterdam";
