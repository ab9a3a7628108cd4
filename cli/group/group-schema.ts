/**
 * The file of `npm run import -- group`, as docs/import-group.md describes it: shapes and single values.
 * What one value means for another (references, currencies, dates) is checked in check-group.ts.
 */
import * as z from "zod";
import { parseDate } from "../../src/base/calendar-date.ts";
import { isXmlText } from "../../src/base/xml-text.ts";
import { EXPORT_SCOPES, OPERATOR_SCOPES } from "../../src/access/rules/principal.ts";
import { PASSWORD_CHARS_MAX } from "../../src/access/limits.ts";
import { EMAIL_CHARS_MAX, ID_CHARS_MAX, TEXT_CHARS_MAX } from "../../src/base/limits.ts";
import { PARTY_MEMBERS_MAX, STAY_NIGHTS_MAX } from "../../src/selling/limits.ts";

/** A description of a hotel or an extra: some pages. */
const DESCRIPTION_CHARS_MAX = 20_000;
/** An address on the web. */
const URL_CHARS_MAX = 2_000;
/** Elements of one list that is shown as a whole (images, facilities, beds). */
const LIST_ITEMS_MAX = 200;
/** Hotels in a group, rooms or rates in a hotel: ten times the largest group the service is measured for. */
const PARTS_MAX = 5_000;
/** Entries of one hotel's calendar. */
const CALENDAR_ENTRIES_MAX = 100_000;
/** Any price or amount, in the currency's unit: the dearest night in the weakest currency. */
const PRICE_MAX = 100_000_000;
/** Units of a room type. */
const UNITS_MAX = 10_000;

/** Ids stand in URLs, XML and object keys. */
const ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;

const text = (charsMax = TEXT_CHARS_MAX) => z.string().max(charsMax).refine(isXmlText, "must not hold characters that XML cannot");
const optionalText = (charsMax = TEXT_CHARS_MAX) => text(charsMax).default("");
const name = text().min(1);
const id = z.string().max(ID_CHARS_MAX).regex(ID_PATTERN, "must be letters, digits, '.', '_', '~' or '-', the first a letter or digit");
const date = z.string().refine((value) => parseDate(value) !== null, "must be a real date, YYYY-MM-DD");
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day, HH:MM");
const amount = z.number().min(0).max(PRICE_MAX);
const price = z.number().positive().max(PRICE_MAX);
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "must have at most two decimals");
const currency = z.string().refine((value) => CURRENCIES.has(value), "must be an ISO 4217 currency code");
const nightsBound = z.int().min(0).max(STAY_NIGHTS_MAX);

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

const ImageSchema = z.strictObject({
  url: z
    .string()
    .max(URL_CHARS_MAX)
    .regex(/^https?:\/\/\S+$/, "must be an http or https address"),
  alt: optionalText(),
});

const SaleCodeSchema = z.strictObject({
  code: id,
  description: optionalText(),
  nominalCode: text(ID_CHARS_MAX),
  taxCode: text(ID_CHARS_MAX),
  taxPercent: percent,
});

const RoomSchema = z.strictObject({
  id,
  name,
  baseAdults: z.int().min(1).max(PARTY_MEMBERS_MAX),
  maxAdults: z.int().min(1).max(PARTY_MEMBERS_MAX),
  maxChildren: z.int().min(0).max(PARTY_MEMBERS_MAX).default(0),
  bedConfigurations: z.array(name).max(LIST_ITEMS_MAX).default([]),
});

const RateSchema = z.strictObject({
  id,
  name,
  refundable: z.boolean().default(true),
  depositPercent: percent.default(0),
  hidden: z.boolean().default(false),
  extraAdult: amount.default(0),
  child: amount.default(0),
  saleCode: id,
});

const ExtraSchema = z.strictObject({
  id,
  name,
  description: optionalText(DESCRIPTION_CHARS_MAX),
  details: z.array(z.array(text()).max(LIST_ITEMS_MAX)).max(LIST_ITEMS_MAX).default([]),
  images: z.array(ImageSchema).max(LIST_ITEMS_MAX).default([]),
  price: amount,
  chargeMode: z.enum(["SingleCharge", "PerRoom", "PerPerson", "PerAdult", "PerChild"]),
  daily: z.boolean().default(false),
  chargePrepayment: z.boolean().default(false),
  saleCode: id,
});

const RateNightsSchema = z.strictObject({
  /** One price for every night, null for "not sold", or one of these per night. */
  price: z.union([price.nullable(), z.array(price.nullable())], "must be a price above 0, null, or a list of these").optional(),
  stopSell: z.boolean().optional(),
  closedToArrival: z.boolean().optional(),
  closedToDeparture: z.boolean().optional(),
  minStayArrival: nightsBound.optional(),
  maxStayArrival: nightsBound.optional(),
  minStayThrough: nightsBound.optional(),
});

const units = z.int().min(0).max(UNITS_MAX).nullable();

export const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

const CalendarEntrySchema = z.strictObject({
  room: id,
  from: date,
  /** Inclusive. */
  to: date,
  weekdays: z.array(z.enum(WEEKDAYS)).min(1).optional(),
  units: z.union([units, z.array(units)], "must be a number of rooms, null, or a list of these").optional(),
  rates: z.record(id, RateNightsSchema).default({}),
});

const HotelSchema = z.strictObject({
  id,
  name,
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
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    timezone: z.string().refine(isTimezone, "must be an IANA time zone"),
  }),
  currencyCode: currency,
  descriptions: z.record(z.string().refine(isLanguage, "must be a language tag (BCP 47)"), text(DESCRIPTION_CHARS_MAX)).default({}),
  images: z.array(ImageSchema).max(LIST_ITEMS_MAX).default([]),
  facilities: z.array(z.int().min(0)).max(LIST_ITEMS_MAX).default([]),
  rooms: z.array(RoomSchema).max(PARTS_MAX).default([]),
  rates: z.array(RateSchema).max(PARTS_MAX).default([]),
  extras: z.array(ExtraSchema).max(PARTS_MAX).default([]),
  calendar: z.array(CalendarEntrySchema).max(CALENDAR_ENTRIES_MAX).default([]),
});

const PromotionSchema = z.strictObject({
  code: id,
  percent: percent.refine((value) => value > 0 && value < 100, "must be more than 0 and less than 100").optional(),
  amount: price.optional(),
  currencyCode: currency.optional(),
  /** The rates it discounts; left out: all. */
  rates: z.array(id).max(PARTS_MAX).optional(),
  /** The hidden rates it unlocks. */
  unlocks: z.array(id).max(PARTS_MAX).default([]),
  stayFrom: date.optional(),
  stayTo: date.optional(),
  bookFrom: date.optional(),
  bookTo: date.optional(),
});

const secret = {
  password: z.string().min(1).max(PASSWORD_CHARS_MAX).optional(),
  passwordHash: z
    .string()
    .regex(/^scrypt\$\d+\$\d+\$\d+\$[A-Za-z0-9_-]{22,}\$[A-Za-z0-9_-]{43,}$/, "must be scrypt$N$r$p$salt$key")
    .optional(),
};

const UserSchema = z.strictObject({
  email: z
    .string()
    .max(EMAIL_CHARS_MAX)
    .regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
  ...secret,
  firstname: optionalText(),
  lastname: optionalText(),
  companyName: optionalText(),
  phone: optionalText(),
  address1: optionalText(),
  address2: optionalText(),
  city: optionalText(),
  postcode: optionalText(),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, "must be a two-letter country code (ISO 3166-1)")
    .default(""),
  mailList: z.boolean().default(false),
});

const OperatorSchema = z.strictObject({
  site: id,
  code: name,
  ...secret,
  /** What the operator may; left out: the XML interface alone. */
  scopes: z
    .array(z.enum(OPERATOR_SCOPES))
    .min(1)
    .default([...EXPORT_SCOPES]),
});

export const GroupFileSchema = z.strictObject({
  group: z.strictObject({ id, name, defaultLanguage: z.string().refine(isLanguage, "must be a language tag (BCP 47)") }),
  saleCodes: z.array(SaleCodeSchema).max(PARTS_MAX).default([]),
  hotels: z.array(HotelSchema).max(PARTS_MAX).default([]),
  promotions: z.array(PromotionSchema).max(PARTS_MAX).default([]),
  users: z.array(UserSchema).default([]),
  operators: z.array(OperatorSchema).default([]),
});

/** A group as written. */
export type GroupInput = z.input<typeof GroupFileSchema>;
/** A group as read: what was left out is filled in. */
export type GroupFile = z.output<typeof GroupFileSchema>;
export type HotelFile = GroupFile["hotels"][number];
export type CalendarEntry = HotelFile["calendar"][number];

/** What a value breaks, where. */
export interface GroupProblem {
  path: readonly PropertyKey[];
  message: string;
}

/** Whether a text can be the id of a group, hotel, room or rate. */
export function isId(value: string): boolean {
  return id.safeParse(value).success;
}

function isTimezone(value: string): boolean {
  // Offsets such as +01:00 are not time zones: they know no summer time.
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
