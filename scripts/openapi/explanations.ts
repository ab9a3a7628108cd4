/** Why a hotel offers what it offers, for the OpenAPI document: docs/interface.md §18. */
import * as z from "zod";
import { StayQuerySchema } from "../../src/http/stay-query.ts";
import { BAR_CODES } from "../../src/selling/rules/bars.ts";
import type { Operation } from "./operations.ts";

const text = z.string();

const ExplainedNight = z.object({
  date: z.iso.date(),
  price: z.number().meta({ description: "All rooms together; the steps add up to it." }),
  steps: z.array(z.object({ step: z.enum(["base", "adults", "extraAdult", "child", "promotion", "rooms"]), amount: z.number() })),
});

const Bar = z.object({
  code: z.enum(BAR_CODES),
  date: z.iso.date().optional(),
  required: z.int().optional().meta({ description: "Rooms, nights or guests." }),
  actual: z.int().optional(),
});

const ExplainedProduct = z
  .object({
    roomId: text,
    rateId: text,
    sellable: z.boolean().meta({ description: "Whether the offers show it, at this total." }),
    total: z.number().nullable().meta({ description: "Null where a night has no price." }),
    nights: z.array(ExplainedNight).meta({ description: "Those that have a price." }),
    tax: z.object({ taxCode: text, percent: z.number(), nett: z.number(), tax: z.number() }).nullable(),
    bars: z.array(Bar).meta({ description: "All that stands in the way." }),
  })
  .meta({ id: "ExplainedProduct" });

const Explanation = z
  .object({
    hotelId: text,
    currencyCode: text,
    offered: z.boolean(),
    priceFrom: z.number().nullable(),
    promotion: z.object({ code: text, applied: z.boolean(), reason: text.nullable() }).nullable(),
    products: z.array(ExplainedProduct),
  })
  .meta({ id: "Explanation" });

export const EXPLANATION_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /explanations/:groupId/:hotelId": {
    operationId: "explainOffers",
    tag: "Rates and stock",
    summary: "Explain why rooms and rates are offered, and what their prices are made of",
    description: "Every room at every rate with all that bars it and the steps of every night's price. The rules are those of the offers.",
    query: StayQuerySchema,
    success: { status: 200, description: "Every room and rate of the hotel.", schema: Explanation },
    problems: ["not_found"],
  },
};
