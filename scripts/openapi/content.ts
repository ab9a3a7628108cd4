/** What a group declares, read and changed at runtime, for the OpenAPI document: docs/interface.md §14. */
import * as z from "zod";
import type { WireFailure } from "../../src/http/problem.ts";
import { GROUP_FIELDS, HotelSchema, PayCodeSchema, PromotionSchema, SaleCodeSchema } from "../../src/content/rules/group-schema.ts";
import type { Operation } from "./operations.ts";

const BODY: readonly WireFailure["code"][] = ["malformed_json", "not_found", "body_too_large", "unsupported_media_type", "invalid_content"];

const GroupContent = z.strictObject({ ...GROUP_FIELDS, hotels: z.array(HotelSchema) }).meta({ id: "GroupContent" });

/** A small one; the page at /docs shows the demo's own in its place. */
const HOTEL_EXAMPLE = {
  id: "demo-amsterdam",
  name: "The Tabard",
  town: "Amsterdam",
  country: "NL",
  checkIn: "15:00",
  checkOut: "11:00",
  position: { latitude: 52.37, longitude: 4.89, timezone: "Europe/Amsterdam" },
  currencyCode: "EUR",
  rooms: [{ id: "DBL", name: "Double room", baseAdults: 2, maxAdults: 2 }],
  rates: [{ id: "FLEX", name: "Flexible", saleCode: "ACCOM" }],
};

const CHANGED = "As it is now.";

export const CONTENT_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /content/:groupId": {
    operationId: "readContent",
    tag: "Content",
    summary: "Read what the group declares, without calendars and people",
    success: { status: 200, description: "In the shape of the group's file.", schema: GroupContent },
    problems: ["not_found"],
  },
  "GET /content/:groupId/hotels/:hotelId": {
    operationId: "readHotelContent",
    tag: "Content",
    summary: "Read a hotel with its rooms, rates and extras",
    success: { status: 200, description: "As it can be put.", schema: HotelSchema },
    problems: ["not_found"],
  },
  "PUT /content/:groupId/hotels/:hotelId": {
    operationId: "putHotelContent",
    tag: "Content",
    summary: "Make or replace a hotel, its calendar apart",
    description: "Rooms and rates that are left out go, with their calendar. Prices count at once, the listing shows it within 60 s.",
    body: HotelSchema,
    example: HOTEL_EXAMPLE,
    success: { status: 200, created: true, description: CHANGED, schema: HotelSchema },
    problems: [...BODY, "units_sold", "currency_in_use"],
  },
  "DELETE /content/:groupId/hotels/:hotelId": {
    operationId: "deleteHotelContent",
    tag: "Content",
    summary: "Take a hotel out of the group",
    description: "Its ledger stays.",
    success: { status: 204, description: "Gone." },
    problems: ["not_found", "units_sold", "invalid_content"],
  },
  "PUT /content/:groupId/promotions/:code": {
    operationId: "putPromotion",
    tag: "Content",
    summary: "Make or replace a promotion",
    body: PromotionSchema,
    example: { code: "SUMMER15", percent: 15, rates: ["FLEX"] },
    success: { status: 200, created: true, description: CHANGED, schema: PromotionSchema },
    problems: BODY,
  },
  "DELETE /content/:groupId/promotions/:code": {
    operationId: "deletePromotion",
    tag: "Content",
    summary: "End a promotion",
    success: { status: 204, description: "Gone." },
    problems: ["not_found"],
  },
  "PUT /content/:groupId/sale-codes/:code": {
    operationId: "putSaleCode",
    tag: "Content",
    summary: "Make or replace a sale code",
    body: SaleCodeSchema,
    example: { code: "SPA", description: "Spa", nominalCode: "7150", taxCode: "R23", taxPercent: 23 },
    success: { status: 200, created: true, description: CHANGED, schema: SaleCodeSchema },
    problems: BODY,
  },
  "PUT /content/:groupId/pay-codes/:code": {
    operationId: "putPayCode",
    tag: "Content",
    summary: "Make or replace a pay code",
    body: PayCodeSchema,
    example: { code: "VOUCHER", description: "Voucher", nominalCode: "1150" },
    success: { status: 200, created: true, description: CHANGED, schema: PayCodeSchema },
    problems: BODY,
  },
};
