/** Prices, restrictions and stock at runtime, for the OpenAPI document: docs/interface.md §14. */
import * as z from "zod";
import { AriQuerySchema } from "../../src/http/ari.ts";
import { IDEMPOTENCY_KEY_CHARS_MAX } from "../../src/change/limits.ts";
import { ARI_NIGHTS_MAX, LIVE_ENTRIES_MAX } from "../../src/selling/limits.ts";
import { LiveEntrySchema } from "../../src/selling/rules/calendar-entry.ts";
import type { Operation } from "./operations.ts";

const text = z.string();
const stays = z.int().optional();

const CalendarChanged = z
  .object({
    calendarVersion: z.int().meta({ description: "Of the hotel; rises with every change." }),
    nightsChanged: z.int().meta({ description: "Nights of rooms on which anything differs now." }),
    warnings: z.array(z.object({ pointer: text, detail: text })),
  })
  .meta({ id: "CalendarChanged" });

const RateNight = z
  .object({
    price: z.number().nullable(),
    prices: z.record(text, z.number()).optional(),
    extraAdult: z.number().optional(),
    child: z.number().optional(),
    stopSell: z.boolean().optional(),
    closedToArrival: z.boolean().optional(),
    closedToDeparture: z.boolean().optional(),
    minStayArrival: stays,
    maxStayArrival: stays,
    minStayThrough: stays,
    maxStayThrough: stays,
  })
  .meta({ id: "RateNight" });

const RoomNight = z
  .object({
    date: text,
    units: z.int().nullable().meta({ description: "Null: not for sale." }),
    sold: z.int(),
    left: z.int(),
    rates: z.record(text, RateNight),
  })
  .meta({ id: "RoomNight" });

const HotelCalendar = z
  .object({
    hotelId: text,
    currencyCode: text,
    calendarVersion: z.int(),
    rooms: z.array(z.object({ room: text, nights: z.array(RoomNight) })),
  })
  .meta({ id: "HotelCalendar" });

const EXAMPLE = {
  calendar: [
    { room: "DBL", from: "2027-05-01", to: "2027-05-31", weekdays: ["fri", "sat"], rates: { FLEX: { price: 175, minStayArrival: 2 } } },
  ],
};

export const ARI_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /ari/:groupId/:hotelId": {
    operationId: "readCalendar",
    tag: "Rates and stock",
    summary: "Read a hotel's prices, restrictions and stock night by night",
    description: `Both dates included, at most ${ARI_NIGHTS_MAX} nights.`,
    query: AriQuerySchema,
    success: {
      status: 200,
      description: "Every room, every night.",
      schema: HotelCalendar,
      headers: { "Event-Sequence": "The newest event at the moment of reading: follow the feed from there." },
    },
    problems: ["not_found"],
  },
  "POST /ari/:groupId/:hotelId": {
    operationId: "changeCalendar",
    tag: "Rates and stock",
    summary: "Change a hotel's prices, restrictions and stock",
    description:
      "Entries are applied in order, all or nothing; what an entry does not name stays, null takes it back. `left` in place of `units`: " +
      "so many rooms are left to sell, as of the event `asOf`. A change shows in the next answer everywhere.",
    header: z.object({ "Idempotency-Key": z.string().min(1).max(IDEMPOTENCY_KEY_CHARS_MAX).optional() }),
    body: z.strictObject({ calendar: z.array(LiveEntrySchema).max(LIVE_ENTRIES_MAX) }),
    example: EXAMPLE,
    success: {
      status: 200,
      description: "Applied.",
      schema: CalendarChanged,
      headers: { "Idempotency-Replayed": "`true` where this is the answer of an earlier request." },
    },
    problems: [
      "malformed_json",
      "not_found",
      "units_sold",
      "idempotency_in_progress",
      "body_too_large",
      "unsupported_media_type",
      "invalid_calendar",
      "idempotency_key_reused",
    ],
  },
};
