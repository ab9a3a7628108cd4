/** What a group declares of itself, read and changed: docs/interface.md §14. */
import type { z } from "zod/mini";
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail } from "../base/result.ts";
import { deletePromotion, putPayCode, putPromotion, putSaleCode } from "../content/change-terms.ts";
import { deleteHotel } from "../content/delete-hotel.ts";
import { putHotel } from "../content/put-hotel.ts";
import { readContent, readHotel } from "../content/read-content.ts";
import { HotelSchema, PayCodeSchema, PromotionSchema, SaleCodeSchema } from "../content/rules/group-schema.ts";
import { answer, json } from "./answer.ts";
import { readJson } from "./json-body.ts";
import { CONTENT_BODY_BYTES_MAX } from "./limits.ts";
import type { CallerHandler, HttpContext } from "./types.ts";
import { fieldErrors } from "./validation.ts";

/** Everything but calendars and people. */
export const getContent: CallerHandler = async (_c, ctx) => answer(ctx, await readContent(ctx));

export const getHotelContent: CallerHandler = async (c, ctx) => answer(ctx, await readHotel(ctx, name(c, "hotelId")));

export const putHotelContent: CallerHandler = (c, ctx) =>
  put(c, ctx, HotelSchema, async (hotel) => {
    const done = await putHotel(ctx, name(c, "hotelId"), hotel);
    return done.ok ? { ok: true, value: { value: done.value.hotel, isNew: done.value.isNew } } : done;
  });

export const deleteHotelContent: CallerHandler = async (c, ctx) => gone(ctx, await deleteHotel(ctx, name(c, "hotelId")));

export const putPromotionContent: CallerHandler = (c, ctx) =>
  put(c, ctx, PromotionSchema, (promotion) => putPromotion(ctx, name(c, "code"), promotion));

export const deletePromotionContent: CallerHandler = async (c, ctx) => gone(ctx, await deletePromotion(ctx, name(c, "code")));

export const putSaleCodeContent: CallerHandler = (c, ctx) =>
  put(c, ctx, SaleCodeSchema, (content) => putSaleCode(ctx, name(c, "code"), content));

export const putPayCodeContent: CallerHandler = (c, ctx) =>
  put(c, ctx, PayCodeSchema, (content) => putPayCode(ctx, name(c, "code"), content));

function name(c: HttpContext, parameter: string): string {
  return c.req.param(parameter) ?? "";
}

/** Reads, checks and puts a body: 201 where it is new, 200 where it was there. */
async function put<T>(
  c: HttpContext,
  ctx: CallerCtx,
  schema: z.ZodMiniType<T>,
  work: (content: T) => Promise<Result<{ value: unknown; isNew: boolean }>>,
): Promise<Response> {
  const body = await readJson(c.req.raw, { bytesMax: CONTENT_BODY_BYTES_MAX });
  if (!body.ok) return answer(ctx, body);
  const parsed = schema.safeParse(body.value);
  if (!parsed.success) return answer(ctx, fail({ code: "invalid_content", errors: fieldErrors(parsed.error) }));
  const done = await work(parsed.data);
  if (!done.ok) return answer(ctx, done);
  const { value, isNew } = done.value;
  const written = json(value);
  return isNew ? new Response(written.body, { status: 201, headers: written.headers }) : written;
}

function gone(ctx: CallerCtx, done: Result<null>): Response {
  return done.ok ? new Response(null, { status: 204 }) : answer(ctx, done);
}
