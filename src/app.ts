/** Every route of the service on one screen, and the boundary around them: request ids, CORS, 404, 405, errors. */
import { Hono } from "hono";

import { AriQuerySchema, getAri, postAri } from "./http/ari.ts";
import { getAvailability } from "./http/availability.ts";
import {
  deleteHotelContent,
  deletePromotionContent,
  getContent,
  getHotelContent,
  putHotelContent,
  putPayCodeContent,
  putPromotionContent,
  putSaleCodeContent,
} from "./http/content.ts";
import { ALL_METHODS, crossOriginHeaders, preflight } from "./http/cors.ts";
import { getAsset, getDocs } from "./http/docs.ts";
import { getAccount, getDocuments, postDocument } from "./http/documents.ts";
import { AccountQuerySchema, DocumentListSchema } from "./http/document-schema.ts";
import { EventQuerySchema } from "./http/event-query.ts";
import { getExplanation } from "./http/explanations.ts";
import { admit } from "./http/gate.ts";
import { getEvents } from "./http/events.ts";
import { getHealth } from "./http/health.ts";
import { HotelQuerySchema, getHotels, prepareHotels } from "./http/hotels.ts";
import { MessageQuerySchema, getMessages } from "./http/messages.ts";
import { getPeriods, postPeriodClose } from "./http/periods.ts";
import { noteUnknownParameters } from "./http/notices.ts";
import { getOffers } from "./http/offers.ts";
import { errorsPage } from "./http/errors-page.ts";
import { type WireFailure, problemResponse } from "./http/problem.ts";
import { getProfile } from "./http/profile.ts";
import {
  AmendmentQuerySchema,
  getCancellation,
  patchReservation,
  postAmendment,
  postCancellation,
  postCheckIn,
  postCheckOut,
  postNoShow,
} from "./http/reservation-changes.ts";
import { ReservationListSchema, getReservation, getReservations, postReservation, prepareReservation } from "./http/reservations.ts";
import { getRoot } from "./http/root.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { deleteSession, postSession } from "./http/sessions.ts";
import { StayQuerySchema } from "./http/stay-query.ts";
import type { HttpContext, HttpEnv, OpenHandler, Route } from "./http/types.ts";
import {
  WebhookListSchema,
  deleteWebhook,
  getWebhooks,
  patchWebhook,
  postWebhook,
  postWebhookRotation,
  postWebhookTest,
} from "./http/webhooks.ts";
import { deliverSoon } from "./events/deliver-webhooks.ts";
import { URL_CHARS_MAX } from "./http/limits.ts";
import { admitAddress } from "./access/shut-out.ts";
import { clientAddress } from "./host/client-address.ts";
import { useGroup } from "./host/group-database.ts";
import { requestContext } from "./host/request-context.ts";
import { logRequest } from "./host/request-log.ts";
import { failureOf } from "./host/failure-of.ts";
import { postAlpineBits } from "./alpinebits/endpoint.ts";
import { describeOta } from "./ota/describe.ts";
import { postOta } from "./ota/endpoint.ts";
import { describeLines, describeOperations } from "./soap/describe.ts";
import { getCancelStep, getDatesStep, postCancelStep, postDatesStep } from "./pages/book/change-stay.ts";
import { getDetails, postDetails } from "./pages/book/details.ts";
import { getHotel } from "./pages/book/get-hotel.ts";
import { getSearch } from "./pages/book/get-search.ts";
import { type PageHandler, answerPage } from "./pages/book/handle-page.ts";
import { getFindBooking, getReservationPage, postFindBooking } from "./pages/book/reservation.ts";
import { getBooking, postBookingMove } from "./pages/console/booking.ts";
import { getBookings } from "./pages/console/bookings.ts";
import { getDocument } from "./pages/console/document.ts";
import { getAmend, postAmend } from "./pages/console/amend-booking.ts";
import { getCancel, postCancel } from "./pages/console/cancel-booking.ts";
import { getDocumentForms, postDocumentForm } from "./pages/console/post-document.ts";
import { getCalendar, postCalendar } from "./pages/console/calendar.ts";
import { getExplain } from "./pages/console/explain.ts";
import { getEvents as getEventsPage, postResume } from "./pages/console/events.ts";
import { type ConsoleHandler, answerConsole } from "./pages/console/handle-console.ts";
import { getDaysExport, getDocumentsFile, getPeriodExport } from "./pages/console/ledger-files.ts";
import { getLedger } from "./pages/console/ledger.ts";
import { getPeriod, postPeriod } from "./pages/console/period.ts";
import { getEventsNews, getTodayNews } from "./pages/console/news.ts";
import { getConsole, postConsole, postSignOut } from "./pages/console/sign-in.ts";
import { getToday, postToday } from "./pages/console/today.ts";
import type { Scope } from "./access/rules/principal.ts";
import { exportDocument, postSoap } from "./soap/endpoint.ts";
import { EXCEPTIONS } from "./soap/exceptions.ts";

/** The caller's own reservations, or with `bookings` every one. */
const OWN_OR_ALL = ["reservations", "bookings"] as const;

/** A page of a group's booking page. */
function page(handler: PageHandler): OpenHandler {
  return (c, ctx) => answerPage(handler, { request: c.req.raw, param: (name) => c.req.param(name) ?? "" }, ctx);
}

/** A page of the console, for operators with the scope; null: for all of them. `isBare`: what needs none of their hotels. */
function desk(scope: Scope | null, handler: ConsoleHandler, isBare = false): OpenHandler {
  return (c, ctx) => answerConsole({ handler, scope, isBare }, { request: c.req.raw, param: (name) => c.req.param(name) ?? "" }, ctx);
}

export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/hotels/:groupId", access: "hotels", query: HotelQuerySchema, handler: getHotels, prepare: prepareHotels },
  { method: "GET", path: "/availabilities/:groupId", access: "availability", query: StayQuerySchema, handler: getAvailability },
  { method: "GET", path: "/offers/:groupId/:hotelId", access: "availability", query: StayQuerySchema, handler: getOffers },
  { method: "GET", path: "/profile/:groupId", access: "profile", handler: getProfile },
  { method: "POST", path: "/reservations/:groupId", access: "reservations", handler: postReservation, prepare: prepareReservation },
  { method: "GET", path: "/reservations/:groupId", access: OWN_OR_ALL, query: ReservationListSchema, handler: getReservations },
  { method: "GET", path: "/reservations/:groupId/:reservationId", access: OWN_OR_ALL, handler: getReservation },
  { method: "PATCH", path: "/reservations/:groupId/:reservationId", access: OWN_OR_ALL, handler: patchReservation },
  { method: "GET", path: "/reservations/:groupId/:reservationId/cancellation", access: OWN_OR_ALL, handler: getCancellation },
  { method: "POST", path: "/reservations/:groupId/:reservationId/cancellation", access: OWN_OR_ALL, handler: postCancellation },
  {
    method: "POST",
    path: "/reservations/:groupId/:reservationId/amendment",
    access: OWN_OR_ALL,
    query: AmendmentQuerySchema,
    handler: postAmendment,
  },
  { method: "POST", path: "/reservations/:groupId/:reservationId/check-in", access: "bookings", handler: postCheckIn },
  { method: "POST", path: "/reservations/:groupId/:reservationId/check-out", access: "bookings", handler: postCheckOut },
  { method: "POST", path: "/reservations/:groupId/:reservationId/no-show", access: "bookings", handler: postNoShow },
  { method: "POST", path: "/documents/:groupId", access: "ledger", handler: postDocument },
  { method: "GET", path: "/documents/:groupId", access: "ledger", query: DocumentListSchema, handler: getDocuments },
  { method: "GET", path: "/accounts/:groupId/:reference", access: "ledger", query: AccountQuerySchema, handler: getAccount },
  { method: "GET", path: "/periods/:groupId/:hotelId", access: "ledger", handler: getPeriods },
  { method: "POST", path: "/periods/:groupId/:hotelId/:periodId/close", access: "ledger", handler: postPeriodClose },
  { method: "GET", path: "/ari/:groupId/:hotelId", access: "rates", query: AriQuerySchema, handler: getAri },
  { method: "POST", path: "/ari/:groupId/:hotelId", access: "rates", handler: postAri },
  { method: "GET", path: "/explanations/:groupId/:hotelId", access: "explain", query: StayQuerySchema, handler: getExplanation },
  { method: "GET", path: "/content/:groupId", access: "content", handler: getContent },
  { method: "GET", path: "/content/:groupId/hotels/:hotelId", access: "content", handler: getHotelContent },
  { method: "PUT", path: "/content/:groupId/hotels/:hotelId", access: "content", handler: putHotelContent },
  { method: "DELETE", path: "/content/:groupId/hotels/:hotelId", access: "content", handler: deleteHotelContent },
  { method: "PUT", path: "/content/:groupId/promotions/:code", access: "content", handler: putPromotionContent },
  { method: "DELETE", path: "/content/:groupId/promotions/:code", access: "content", handler: deletePromotionContent },
  { method: "PUT", path: "/content/:groupId/sale-codes/:code", access: "content", handler: putSaleCodeContent },
  { method: "PUT", path: "/content/:groupId/pay-codes/:code", access: "content", handler: putPayCodeContent },
  { method: "GET", path: "/events/:groupId", access: "events", query: EventQuerySchema, handler: getEvents },
  { method: "POST", path: "/webhooks/:groupId", access: "events", handler: postWebhook },
  { method: "GET", path: "/webhooks/:groupId", access: "events", query: WebhookListSchema, handler: getWebhooks },
  { method: "PATCH", path: "/webhooks/:groupId/:webhookId", access: "events", handler: patchWebhook },
  { method: "DELETE", path: "/webhooks/:groupId/:webhookId", access: "events", handler: deleteWebhook },
  { method: "POST", path: "/webhooks/:groupId/:webhookId/rotate", access: "events", handler: postWebhookRotation },
  { method: "POST", path: "/webhooks/:groupId/:webhookId/test", access: "events", handler: postWebhookTest },
  { method: "POST", path: "/sessions/:groupId", access: "open", handler: postSession },
  { method: "DELETE", path: "/sessions/:groupId", access: "session", handler: deleteSession },
  { method: "GET", path: "/soap", access: "open", handler: (c, ctx) => describeOperations(c.req.raw, ctx) },
  { method: "POST", path: "/soap", access: "open", handler: (c, ctx) => postSoap(c.req.raw, ctx) },
  { method: "GET", path: "/messages/:groupId/:hotelId", access: "rates", query: MessageQuerySchema, handler: getMessages },
  { method: "GET", path: "/ota", access: "open", handler: (c, ctx) => describeOta(c.req.raw, ctx) },
  { method: "POST", path: "/ota", access: "open", handler: (c, ctx) => postOta(c.req.raw, ctx) },
  { method: "POST", path: "/alpinebits", access: "open", handler: (c, ctx) => postAlpineBits(c.req.raw, ctx) },
  { method: "GET", path: "/", access: "open", handler: getRoot },
  { method: "GET", path: "/health", access: "open", handler: getHealth },
  { method: "GET", path: "/openapi.json", access: "open", handler: getAsset },
  { method: "GET", path: "/docs", access: "open", handler: getDocs },
  { method: "GET", path: "/llms.txt", access: "open", handler: getAsset },
  { method: "GET", path: "/docs/lines", access: "open", handler: describeLines },
  { method: "GET", path: "/docs/errors", access: "open", handler: errorsPage(EXCEPTIONS) },
  { method: "GET", path: "/book/:groupId", access: "open", handler: page(getSearch) },
  { method: "GET", path: "/book/:groupId/hotels/:hotelId", access: "open", handler: page(getHotel) },
  { method: "GET", path: "/book/:groupId/hotels/:hotelId/details", access: "open", handler: page(getDetails) },
  { method: "POST", path: "/book/:groupId/hotels/:hotelId/details", access: "open", handler: page(postDetails) },
  { method: "GET", path: "/book/:groupId/manage", access: "open", handler: page(getFindBooking) },
  { method: "POST", path: "/book/:groupId/manage", access: "open", handler: page(postFindBooking) },
  { method: "GET", path: "/book/:groupId/:reservationId", access: "open", handler: page(getReservationPage) },
  { method: "GET", path: "/book/:groupId/:reservationId/dates", access: "open", handler: page(getDatesStep) },
  { method: "POST", path: "/book/:groupId/:reservationId/dates", access: "open", handler: page(postDatesStep) },
  { method: "GET", path: "/book/:groupId/:reservationId/cancel", access: "open", handler: page(getCancelStep) },
  { method: "POST", path: "/book/:groupId/:reservationId/cancel", access: "open", handler: page(postCancelStep) },
  { method: "GET", path: "/console", access: "open", handler: (c, ctx) => getConsole(c.req.raw, ctx) },
  { method: "POST", path: "/console", access: "open", handler: (c, ctx) => postConsole(c.req.raw, ctx) },
  { method: "POST", path: "/console/sign-out", access: "open", handler: desk(null, postSignOut, true) },
  { method: "GET", path: "/console/today", access: "open", handler: desk("bookings", getToday) },
  { method: "GET", path: "/console/today/news", access: "open", handler: desk("bookings", getTodayNews, true) },
  { method: "POST", path: "/console/today", access: "open", handler: desk("bookings", postToday) },
  { method: "GET", path: "/console/bookings", access: "open", handler: desk("bookings", getBookings) },
  { method: "GET", path: "/console/bookings/:reservationId", access: "open", handler: desk("bookings", getBooking) },
  { method: "POST", path: "/console/bookings/:reservationId/move", access: "open", handler: desk("bookings", postBookingMove) },
  { method: "GET", path: "/console/bookings/:reservationId/amend", access: "open", handler: desk("bookings", getAmend) },
  { method: "POST", path: "/console/bookings/:reservationId/amend", access: "open", handler: desk("bookings", postAmend) },
  { method: "GET", path: "/console/bookings/:reservationId/cancel", access: "open", handler: desk("bookings", getCancel) },
  { method: "POST", path: "/console/bookings/:reservationId/cancel", access: "open", handler: desk("bookings", postCancel) },
  { method: "GET", path: "/console/bookings/:reservationId/documents", access: "open", handler: desk("ledger", getDocumentForms) },
  { method: "POST", path: "/console/bookings/:reservationId/documents", access: "open", handler: desk("ledger", postDocumentForm) },
  { method: "GET", path: "/console/calendar", access: "open", handler: desk("rates", getCalendar) },
  { method: "POST", path: "/console/calendar", access: "open", handler: desk("rates", postCalendar) },
  { method: "GET", path: "/console/explain", access: "open", handler: desk("explain", getExplain) },
  { method: "GET", path: "/console/documents/:modifiedKey", access: "open", handler: desk("ledger", getDocument) },
  { method: "GET", path: "/console/events", access: "open", handler: desk("events", getEventsPage) },
  { method: "GET", path: "/console/events/news", access: "open", handler: desk("events", getEventsNews, true) },
  { method: "POST", path: "/console/events/webhooks/:webhookId/resume", access: "open", handler: desk("events", postResume) },
  { method: "GET", path: "/console/ledger", access: "open", handler: desk("ledger", getLedger) },
  { method: "GET", path: "/console/ledger/documents.csv", access: "open", handler: desk("ledger", getDocumentsFile) },
  { method: "GET", path: "/console/ledger/transactions.xml", access: "open", handler: desk("ledger", getDaysExport(exportDocument)) },
  { method: "GET", path: "/console/ledger/periods/:hotelId/:periodId", access: "open", handler: desk("ledger", getPeriod) },
  { method: "POST", path: "/console/ledger/periods/:hotelId/:periodId", access: "open", handler: desk("ledger", postPeriod) },
  {
    method: "GET",
    path: "/console/ledger/periods/:hotelId/:periodId/transactions.xml",
    access: "open",
    handler: desk("ledger", getPeriodExport(exportDocument)),
  },
  { method: "GET", path: "/assets/*", access: "open", handler: getAsset },
];

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

const NOTHING_HERE: WireFailure = { code: "not_found", detail: "There is nothing at this path." };

const URL_TOO_LONG: WireFailure = {
  code: "invalid_parameter",
  errors: [{ parameter: "", code: "too_big", detail: `The URL has more than ${URL_CHARS_MAX} characters.` }],
};

/** The service. `fetch(request, platform, executionContext)`. */
export function createApp(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(boundary);
  for (const route of ROUTES) app.on(route.method, route.path, (c) => handle(route, c));
  for (const path of new Set(ROUTES.map((route) => route.path))) app.all(path, (c) => otherMethod(path, c));
  app.notFound((c) => (c.req.method === "OPTIONS" ? preflight(ALL_METHODS, c.req.path) : problem(c, NOTHING_HERE)));
  app.onError((error, c) => problem(c, caught(error, c)));
  return app;
}

async function boundary(c: HttpContext, next: () => Promise<void>): Promise<void> {
  const ctx = requestContext(c.env, c.executionCtx, clientAddress(c.req.raw));
  c.set("ctx", ctx);
  const startMs = ctx.now();
  const admitted = admitAddress(ctx);
  if (!admitted.ok) c.res = problem(c, admitted.failure);
  else if (c.req.raw.url.length > URL_CHARS_MAX) c.res = problem(c, URL_TOO_LONG);
  else await next();
  const { headers } = c.res;
  const tookMs = ctx.now() - startMs;
  headers.set("X-Request-Id", ctx.requestId);
  headers.set("Server-Timing", `total;dur=${tookMs}`);
  securityHeaders(headers);
  crossOriginHeaders(headers, c.req.path);
  // Whatever a proved caller has written, its events go out now; a page's answer leads on to another page.
  if (ctx.trace.groupId !== null && c.res.status < 400 && !READS.has(c.req.method)) deliverSoon(ctx, ctx.trace.groupId);
  if (ctx.requestLog) logRequest(ctx, c.req.method, c.res.status, tookMs);
}

async function handle(route: Route, c: HttpContext): Promise<Response> {
  const ctx = c.get("ctx");
  ctx.trace.route = route.path;
  const groupId = c.req.param("groupId");
  if (groupId !== undefined) useGroup(ctx, groupId);
  if (route.access === "open") return route.handler(c, ctx);
  const caller = await admit(c.req.raw, ctx, groupId ?? "", route);
  if (!caller.ok) return problem(c, caller.failure);
  const answer = await route.handler(c, caller.value);
  noteUnknownParameters(answer.headers, c.req.url, route.query);
  return answer;
}

function otherMethod(path: string, c: HttpContext): Response {
  c.get("ctx").trace.route = path;
  const methods = ROUTES.filter((route) => route.path === path).map((route) => route.method);
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return c.req.method === "OPTIONS" ? preflight(allow, c.req.path) : problem(c, { code: "method_not_allowed", allow });
}

function problem(c: HttpContext, failure: WireFailure): Response {
  return problemResponse(c.get("ctx"), failure);
}

function caught(error: unknown, c: HttpContext): WireFailure {
  const failure = failureOf(error);
  // A move announces itself: its refusals are no faults.
  if (failure.code === "group_moving") return failure;
  c.get("ctx").log({ event: "error", detail: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return failure;
}
