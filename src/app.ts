/** Every route of the service on one screen, and the boundary around them: request ids, CORS, 404, 405, errors. */
import { Hono } from "hono";
import type { Failure } from "./base/result.ts";
import { getAvailability } from "./http/availability.ts";
import { ALL_METHODS, crossOriginHeaders, preflight } from "./http/cors.ts";
import { getAsset, getDocs } from "./http/docs.ts";
import { admit } from "./http/gate.ts";
import { getHealth } from "./http/health.ts";
import { getHotels } from "./http/hotels.ts";
import { getOffers } from "./http/offers.ts";
import { errorsPage } from "./http/errors-page.ts";
import { problemResponse } from "./http/problem.ts";
import { getProfile } from "./http/profile.ts";
import { getReservation, postReservation } from "./http/reservations.ts";
import { getRoot } from "./http/root.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { deleteSession, postSession } from "./http/sessions.ts";
import type { HttpContext, HttpEnv, Route } from "./http/types.ts";
import { URL_CHARS_MAX } from "./http/limits.ts";
import { requestContext } from "./host/request-context.ts";
import { logRequest } from "./host/request-log.ts";
import { failureOf } from "./host/failure-of.ts";
import { describeOperations } from "./soap/describe.ts";
import { postSoap } from "./soap/endpoint.ts";
import { EXCEPTIONS } from "./soap/exceptions.ts";

export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/hotels/:groupId", access: "hotels", handler: getHotels },
  { method: "GET", path: "/availabilities/:groupId", access: "availability", handler: getAvailability },
  { method: "GET", path: "/offers/:groupId/:hotelId", access: "availability", handler: getOffers },
  { method: "GET", path: "/profile/:groupId", access: "profile", handler: getProfile },
  { method: "POST", path: "/reservations/:groupId", access: "reservations", handler: postReservation },
  { method: "GET", path: "/reservations/:groupId/:reservationId", access: "reservations", handler: getReservation },
  { method: "POST", path: "/sessions/:groupId", access: "open", handler: postSession },
  { method: "DELETE", path: "/sessions/:groupId", access: "session", handler: deleteSession },
  { method: "GET", path: "/soap", access: "open", handler: (c, ctx) => describeOperations(c.req.raw, ctx) },
  { method: "POST", path: "/soap", access: "open", handler: (c, ctx) => postSoap(c.req.raw, ctx) },
  { method: "GET", path: "/", access: "open", handler: getRoot },
  { method: "GET", path: "/health", access: "open", handler: getHealth },
  { method: "GET", path: "/openapi.json", access: "open", handler: getAsset },
  { method: "GET", path: "/docs", access: "open", handler: getDocs },
  { method: "GET", path: "/docs/errors", access: "open", handler: errorsPage(EXCEPTIONS) },
  { method: "GET", path: "/assets/*", access: "open", handler: getAsset },
];

const NOTHING_HERE: Failure = { code: "not_found", detail: "There is nothing at this path." };

const URL_TOO_LONG: Failure = {
  code: "invalid_parameter",
  errors: [{ parameter: "", code: "too_big", detail: `The URL has more than ${URL_CHARS_MAX} characters.` }],
};

/** The service. `fetch(request, platform, executionContext)`. */
export function createApp(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(boundary);
  for (const route of ROUTES) app.on(route.method, route.path, (c) => handle(route, c));
  for (const path of new Set(ROUTES.map((route) => route.path))) app.all(path, (c) => otherMethod(path, c));
  app.notFound((c) => (c.req.method === "OPTIONS" ? preflight(ALL_METHODS) : problem(c, NOTHING_HERE)));
  app.onError((error, c) => problem(c, caught(error, c)));
  return app;
}

async function boundary(c: HttpContext, next: () => Promise<void>): Promise<void> {
  const ctx = requestContext(c.env, c.executionCtx);
  c.set("ctx", ctx);
  const startMs = ctx.now();
  if (c.req.raw.url.length > URL_CHARS_MAX) c.res = problem(c, URL_TOO_LONG);
  else await next();
  const { headers } = c.res;
  const tookMs = ctx.now() - startMs;
  headers.set("X-Request-Id", ctx.requestId);
  headers.set("Server-Timing", `total;dur=${tookMs}`);
  securityHeaders(headers);
  crossOriginHeaders(headers);
  if (ctx.requestLog) logRequest(ctx, c.req.method, c.res.status, tookMs);
}

async function handle(route: Route, c: HttpContext): Promise<Response> {
  const ctx = c.get("ctx");
  ctx.trace.route = route.path;
  if (route.access === "open") return route.handler(c, ctx);
  const caller = await admit(c.req.raw, ctx, c.req.param("groupId") ?? "", route.access);
  return caller.ok ? route.handler(c, caller.value) : problem(c, caller.failure);
}

function otherMethod(path: string, c: HttpContext): Response {
  c.get("ctx").trace.route = path;
  const methods = ROUTES.filter((route) => route.path === path).map((route) => route.method);
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return c.req.method === "OPTIONS" ? preflight(allow) : problem(c, { code: "method_not_allowed", allow });
}

function problem(c: HttpContext, failure: Failure): Response {
  return problemResponse(failure, c.get("ctx").requestId);
}

function caught(error: unknown, c: HttpContext): Failure {
  c.get("ctx").log({ event: "error", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return failureOf(error);
}
