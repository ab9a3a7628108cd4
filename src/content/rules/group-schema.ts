/**
 * What a group declares of itself: hotels, rooms, rates, extras, promotions, sale codes, as docs/import-group.md describes them.
 * Shapes and single values; what one means for another is checked in check-group.ts. A group's file and PUT /content read by it.
 */
import * as z from "zod/mini";
import { EMAIL_CHARS_MAX, ID_CHARS_MAX, TEXT_CHARS_MAX } from "../../base/limits.ts";
import { isXmlText } from "../../base/xml-text.ts";
import { PARTY_MEMBERS_MAX, STAY_NIGHTS_MAX } from "../../selling/limits.ts";
import { Amount, CalendarEntrySchema, DateText, Id, Price } from "../../selling/rules/calendar-entry.ts";
import { CHARGE_MODES } from "../../selling/rules/catalogue.ts";
import {
  CALENDAR_ENTRIES_MAX,
  CANCELLATION_HOURS_MAX,
  CANCELLATION_TIERS_MAX,
  DESCRIPTION_CHARS_MAX,
  DETAIL_CELLS_MAX,
  DETAIL_ROWS_MAX,
  HOLD_NIGHTS_MAX,
  LIST_ITEMS_MAX,
  PARTS_MAX,
  URL_CHARS_MAX,
} from "../limits.ts";

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** A text that the export can write. */
export function text(charsMax: number = TEXT_CHARS_MAX) {
  return z.string().check(z.maxLength(charsMax), z.refine(isXmlText, "Must not hold characters that XML cannot."));
}

/** The same, "" where it is left out. */
export function optionalText(charsMax: number = TEXT_CHARS_MAX) {
  return z._default(text(charsMax), "");
}

export const Name = text().check(z.minLength(1));
export const LanguageTag = z.string().check(z.refine(isLanguage, "Must be a language tag (BCP 47)."));

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time of day, HH:MM."));
const percent = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "Must have at most two decimals."),
);
const currency = z.string().check(z.refine((value) => CURRENCIES.has(value), "Must be an ISO 4217 currency code."));
const guests = z.int().check(z.minimum(0), z.maximum(PARTY_MEMBERS_MAX));
const adults = z.int().check(z.minimum(1), z.maximum(PARTY_MEMBERS_MAX));

/** A list of at most `max`, empty where it is left out. */
function list<T extends z.core.$ZodType>(element: T, max: number) {
  return z._default(z.array(element).check(z.maxLength(max)), []);
}

/** An address on the web, or the path of a file that this service itself serves. */
const PictureUrl = z
  .string()
  .check(z.maxLength(URL_CHARS_MAX), z.regex(/^(?:https?:\/|\/assets)\/\S+$/, "Must be an http or https address."));

const ImageSchema = z.strictObject({
  url: PictureUrl,
  alt: optionalText(),
});

export const SaleCodeSchema = z.strictObject({
  code: Id,
  description: optionalText(),
  nominalCode: text(ID_CHARS_MAX),
  taxCode: text(ID_CHARS_MAX),
  taxPercent: percent,
});

export const PayCodeSchema = z.strictObject({
  code: Id,
  description: optionalText(),
  nominalCode: text(ID_CHARS_MAX),
});

const RoomSchema = z.strictObject({
  id: Id,
  name: Name,
  baseAdults: adults,
  maxAdults: adults,
  maxChildren: z._default(guests, 0),
  bedConfigurations: list(Name, LIST_ITEMS_MAX),
});

/** What cancelling costs: the first nights, a part of the room price, or an amount. */
const FeeSchema = z.union(
  [
    z.strictObject({ nights: z.int().check(z.minimum(0), z.maximum(STAY_NIGHTS_MAX)) }),
    z.strictObject({ percent }),
    z.strictObject({ amount: Amount }),
  ],
  "Must be one of nights, percent (0 to 100) and amount.",
);

const CancellationSchema = z.strictObject({
  tiers: z
    .array(z.strictObject({ hoursBefore: z.int().check(z.minimum(0), z.maximum(CANCELLATION_HOURS_MAX)), fee: FeeSchema }))
    .check(z.minLength(1), z.maxLength(CANCELLATION_TIERS_MAX)),
  noShow: z.optional(FeeSchema),
  saleCode: z.optional(Id),
});

const RateSchema = z.strictObject({
  id: Id,
  name: Name,
  refundable: z._default(z.boolean(), true),
  depositPercent: z._default(percent, 0),
  hidden: z._default(z.boolean(), false),
  extraAdult: z._default(Amount, 0),
  child: z._default(Amount, 0),
  /** Left out: the usual one of a refundable rate, or of one that is not. */
  cancellation: z.optional(CancellationSchema),
  saleCode: Id,
});

const ExtraSchema = z.strictObject({
  id: Id,
  name: Name,
  description: optionalText(DESCRIPTION_CHARS_MAX),
  details: list(z.array(text()).check(z.maxLength(DETAIL_CELLS_MAX)), DETAIL_ROWS_MAX),
  images: list(ImageSchema, LIST_ITEMS_MAX),
  price: Amount,
  chargeMode: z.enum(CHARGE_MODES),
  daily: z._default(z.boolean(), false),
  chargePrepayment: z._default(z.boolean(), false),
  saleCode: Id,
});

const HOTEL = {
  id: Id,
  name: Name,
  address1: optionalText(),
  address2: optionalText(),
  postcode: optionalText(),
  email: optionalText(EMAIL_CHARS_MAX),
  telephone: optionalText(),
  town: optionalText(),
  country: optionalText(),
  checkIn: time,
  checkOut: time,
  starRating: optionalText(),
  position: z.strictObject({
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
    timezone: z.string().check(z.refine(isTimezone, "Must be an IANA time zone.")),
  }),
  currencyCode: currency,
  /** Units times nights that one client may take within an hour. */
  holdNightsPerHour: z.optional(z.int().check(z.minimum(1), z.maximum(HOLD_NIGHTS_MAX))),
  /** How the ledger's periods run; left out: it keeps none. */
  periods: z.optional(z.enum(["day", "month"], "Must be day or month.")),
  descriptions: z._default(z.record(LanguageTag, text(DESCRIPTION_CHARS_MAX)), {}),
  images: list(ImageSchema, LIST_ITEMS_MAX),
  facilities: list(z.int().check(z.minimum(0)), LIST_ITEMS_MAX),
  rooms: list(RoomSchema, PARTS_MAX),
  rates: list(RateSchema, PARTS_MAX),
  extras: list(ExtraSchema, PARTS_MAX),
};

/** A hotel without its calendar, which changes at /ari. */
export const HotelSchema = z.strictObject(HOTEL);

/** A hotel of a group's file. Without `calendar` its calendar stays as it is. */
const HotelFileSchema = z.strictObject({
  ...HOTEL,
  calendar: z.optional(z.array(CalendarEntrySchema).check(z.maxLength(CALENDAR_ENTRIES_MAX))),
});

export const PromotionSchema = z.strictObject({
  code: Id,
  percent: z.optional(percent.check(z.refine((value) => value > 0 && value < 100, "Must be more than 0 and less than 100."))),
  amount: z.optional(Price),
  currencyCode: z.optional(currency),
  /** The rates it discounts; left out: all. */
  rates: z.optional(z.array(Id).check(z.maxLength(PARTS_MAX))),
  /** The hidden rates it unlocks. */
  unlocks: list(Id, PARTS_MAX),
  stayFrom: z.optional(DateText),
  stayTo: z.optional(DateText),
  bookFrom: z.optional(DateText),
  bookTo: z.optional(DateText),
});

/** What a group's file declares, its people aside. */
export const GROUP_FIELDS = {
  group: z.strictObject({
    id: Id,
    name: Name,
    defaultLanguage: LanguageTag,
    /** Of its pages. */
    colour: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, "Must be a colour, #RRGGBB."))),
    logo: z.optional(PictureUrl),
    bookingPage: z._default(z.boolean(), false),
  }),
  /** The same as in group, which it goes before. */
  bookingPage: z.optional(z.boolean()),
  saleCodes: list(SaleCodeSchema, PARTS_MAX),
  payCodes: list(PayCodeSchema, PARTS_MAX),
  hotels: list(HotelFileSchema, PARTS_MAX),
  promotions: list(PromotionSchema, PARTS_MAX),
};

const GroupContentSchema = z.strictObject(GROUP_FIELDS);

/** A group as read: what was left out is filled in. */
export type GroupContent = z.output<typeof GroupContentSchema>;
export type HotelContent = GroupContent["hotels"][number];
export type PromotionContent = GroupContent["promotions"][number];
export type SaleCodeContent = GroupContent["saleCodes"][number];
export type PayCodeContent = GroupContent["payCodes"][number];

function isTimezone(value: string): boolean {
  // Offsets such as +01:00 know no summer time.
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}
