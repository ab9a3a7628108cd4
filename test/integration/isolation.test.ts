/**
 * Nobody in where they do not belong: every route of the table and every operation × every kind of caller × ids of the
 * other group in path, query and body (docs/interface.md §3). A route without an entry here fails.
 */
import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/app.ts";
import { HOTEL_KEY_SCOPES, KEY_SCOPES, type Scope, USER_SCOPES } from "../../src/access/rules/principal.ts";
import { night } from "../../harness/bookable-group.ts";
import { booking, reservation } from "../support/reserve.ts";
import { type GroupOfTest, addGroup, countRows, restoreWebhooks, tokenOf } from "../support/two-groups.ts";

let mine: GroupOfTest;
let theirs: GroupOfTest;

interface Call {
  path: string;
  body?: unknown;
}

interface Entry {
  /** The route as its own group's callers use it; `group` is whose ids stand in the path, `ids` whose stand elsewhere. */
  call: (group: GroupOfTest, ids: GroupOfTest) => Call;
  /** Kinds of callers of the own group that pass. "everyone": the route is open. */
  admits: readonly string[] | "everyone";
  /** Statuses besides success that say a caller was let in. */
  passes?: readonly number[];
  /** Kinds that hold the scope, to whom the whole group's things are not found. */
  hiddenFrom?: readonly string[];
  /** Status where only the path's group is the caller's own. Absent: the route takes no other ids. */
  foreign?: { status: number; code: string };
  /**
   * What a caller bound to a hotel gets for another hotel of its group: needed of every route that admits one. "hidden":
   * the route names no hotel, and its answer holds nothing of the other one.
   */
  otherHotel?: { status: number; code: string } | "hidden";
}

const stay = `arrival=${night(20)}&departure=${night(22)}`;
const open = (path: string): Entry => ({ call: () => ({ path }), admits: "everyone" });
const KEYS = ["key", ...KEY_SCOPES.map((scope) => `key-without-${scope}`)];
/** Callers that know one hotel of the group alone. */
const BOUND = ["key-of-hotel", "desk-of-hotel"];

/** Every kind of live caller that has the scope. */
function withScope(scope: Scope): string[] {
  const has = (scopes: readonly Scope[]): boolean => scopes.includes(scope);
  return [
    ...(has(KEY_SCOPES) ? KEYS.filter((kind) => kind !== `key-without-${scope}`) : []),
    ...(has(HOTEL_KEY_SCOPES) ? ["desk", ...BOUND] : []),
    ...(has(USER_SCOPES) ? ["user"] : []),
  ];
}

const SESSIONS = ["user", "desk", "desk-of-hotel", "desk-without-scopes"];

const OWN_OR_ALL = [...new Set([...withScope("reservations"), ...withScope("bookings")])];

/** A route below a reservation. */
function ofReservation(admits: readonly string[], path: string, body?: (ids: GroupOfTest) => unknown): Entry {
  return {
    call: (group, ids) => ({
      path: `/reservations/${group.groupId}/${ids.reservationId}${path}`,
      ...(body ? { body: body(ids) } : {}),
    }),
    admits,
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  };
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  "GET /": open("/"),
  "GET /health": open("/health"),
  "GET /openapi.json": open("/openapi.json"),
  "GET /docs": open("/docs"),
  "GET /docs/errors": open("/docs/errors"),
  "GET /docs/lines": open("/docs/lines"),
  "GET /llms.txt": open("/llms.txt"),
  "GET /assets/*": open("/assets/site.css"),
  "GET /soap": open("/soap"),
  // The caller of POST /soap stands in its body: the operations have their own table below.
  "POST /soap": open("/soap"),
  // Who sends these stands in the body, or comes with Basic: isolation-partners.test.ts.
  "GET /ota": open("/ota"),
  "POST /ota": open("/ota"),
  "POST /alpinebits": open("/alpinebits"),
  // Whom these show what is told by a cookie: book-pages.test.ts.
  "GET /book/:groupId": open("/book/mine"),
  "GET /book/:groupId/hotels/:hotelId": open("/book/mine/hotels/mine-euro"),
  "GET /book/:groupId/hotels/:hotelId/details": open("/book/mine/hotels/mine-euro/details"),
  "POST /book/:groupId/hotels/:hotelId/details": open("/book/mine/hotels/mine-euro/details"),
  "GET /book/:groupId/manage": open("/book/mine/manage"),
  "POST /book/:groupId/manage": open("/book/mine/manage"),
  "GET /book/:groupId/:reservationId": open("/book/mine/r"),
  "GET /book/:groupId/:reservationId/dates": open("/book/mine/r/dates"),
  "POST /book/:groupId/:reservationId/dates": open("/book/mine/r/dates"),
  "GET /book/:groupId/:reservationId/cancel": open("/book/mine/r/cancel"),
  "POST /book/:groupId/:reservationId/cancel": open("/book/mine/r/cancel"),
  // Whose cookie these take is told in console.test.ts; a token in a header is worth nothing here.
  "GET /console": open("/console"),
  "POST /console": open("/console"),
  "POST /console/sign-out": open("/console/sign-out"),
  "GET /console/today": open("/console/today"),
  "GET /console/today/news": open("/console/today/news"),
  "GET /console/events/news": open("/console/events/news"),
  "POST /console/today": open("/console/today"),
  "GET /console/bookings": open("/console/bookings"),
  "GET /console/bookings/:reservationId": open("/console/bookings/r"),
  "POST /console/bookings/:reservationId/move": open("/console/bookings/r/move"),
  "GET /console/bookings/:reservationId/amend": open("/console/bookings/r/amend"),
  "POST /console/bookings/:reservationId/amend": open("/console/bookings/r/amend"),
  "GET /console/bookings/:reservationId/cancel": open("/console/bookings/r/cancel"),
  "POST /console/bookings/:reservationId/cancel": open("/console/bookings/r/cancel"),
  "GET /console/bookings/:reservationId/documents": open("/console/bookings/r/documents"),
  "POST /console/bookings/:reservationId/documents": open("/console/bookings/r/documents"),
  "GET /console/calendar": open("/console/calendar"),
  "POST /console/calendar": open("/console/calendar"),
  "GET /console/explain": open("/console/explain"),
  "GET /console/documents/:modifiedKey": open("/console/documents/1"),
  "GET /console/events": open("/console/events"),
  "POST /console/events/webhooks/:webhookId/resume": open("/console/events/webhooks/w/resume"),
  "GET /console/ledger": open("/console/ledger"),
  "GET /console/ledger/documents.csv": open("/console/ledger/documents.csv"),
  "GET /console/ledger/transactions.xml": open("/console/ledger/transactions.xml"),
  "GET /console/ledger/periods/:hotelId/:periodId/transactions.xml": open("/console/ledger/periods/h/202601/transactions.xml"),
  "GET /console/ledger/periods/:hotelId/:periodId": open("/console/ledger/periods/h/202601"),
  "POST /console/ledger/periods/:hotelId/:periodId": open("/console/ledger/periods/h/202601"),
  "POST /sessions/:groupId": {
    call: (group, ids) => ({ path: `/sessions/${group.groupId}`, body: { email: ids.email, password: "wrong" } }),
    admits: "everyone",
  },
  "DELETE /sessions/:groupId": { call: (group) => ({ path: `/sessions/${group.groupId}` }), admits: SESSIONS, otherHotel: "hidden" },
  "GET /profile/:groupId": { call: (group) => ({ path: `/profile/${group.groupId}` }), admits: withScope("profile") },
  "GET /hotels/:groupId": {
    call: (group, ids) => ({ path: `/hotels/${group.groupId}?language=en&groupId=${ids.groupId}&hotelId=${ids.hotelId}` }),
    admits: withScope("hotels"),
  },
  "GET /availabilities/:groupId": {
    call: (group, ids) => ({ path: `/availabilities/${group.groupId}?${stay}&groupId=${ids.groupId}&hotelId=${ids.hotelId}` }),
    admits: withScope("availability"),
  },
  "GET /offers/:groupId/:hotelId": {
    call: (group, ids) => ({ path: `/offers/${group.groupId}/${ids.hotelId}?${stay}` }),
    admits: withScope("availability"),
    foreign: { status: 404, code: "not_found" },
  },
  "POST /reservations/:groupId": {
    call: (group, ids) => ({ path: `/reservations/${group.groupId}`, body: reservation([booking(ids.hotelId)]) }),
    admits: withScope("reservations"),
    foreign: { status: 422, code: "invalid_reservation" },
  },
  "GET /reservations/:groupId": {
    call: (group, ids) => ({ path: `/reservations/${group.groupId}?limit=200&hotelId=${ids.hotelId}` }),
    admits: OWN_OR_ALL,
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /reservations/:groupId/:reservationId": ofReservation(OWN_OR_ALL, ""),
  "PATCH /reservations/:groupId/:reservationId": ofReservation(OWN_OR_ALL, "", () => ({ billingDetails: { phone: "1" } })),
  "GET /reservations/:groupId/:reservationId/cancellation": ofReservation(OWN_OR_ALL, "/cancellation"),
  // The route before it in the table has cancelled it.
  "POST /reservations/:groupId/:reservationId/amendment": {
    ...ofReservation(OWN_OR_ALL, "/amendment", ({ reservationId }) => ({
      bookings: [{ bookingId: `${reservationId}-1`, bedConfiguration: "double" }],
    })),
    passes: [409],
  },
  // Its day has not come.
  "POST /reservations/:groupId/:reservationId/check-in": {
    ...ofReservation(withScope("bookings"), "/check-in", () => ({})),
    passes: [409],
  },
  "POST /reservations/:groupId/:reservationId/check-out": {
    ...ofReservation(withScope("bookings"), "/check-out", () => ({})),
    passes: [409],
  },
  "POST /reservations/:groupId/:reservationId/no-show": { ...ofReservation(withScope("bookings"), "/no-show", () => ({})), passes: [409] },
  "POST /reservations/:groupId/:reservationId/cancellation": ofReservation(OWN_OR_ALL, "/cancellation", () => ({})),
  "POST /documents/:groupId": {
    call: (group, ids) => ({
      path: `/documents/${group.groupId}`,
      body: { transactionType: "Payment", hotelId: ids.hotelId, reference: "CASH DESK", payCode: "CASH", gross: 1 },
    }),
    admits: withScope("ledger"),
    foreign: { status: 422, code: "invalid_document" },
    otherHotel: { status: 422, code: "invalid_document" },
  },
  "GET /documents/:groupId": {
    call: (group, ids) => ({ path: `/documents/${group.groupId}?limit=200&hotelId=${ids.hotelId}` }),
    admits: withScope("ledger"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /periods/:groupId/:hotelId": {
    call: (group, ids) => ({ path: `/periods/${group.groupId}/${ids.hotelId}` }),
    admits: withScope("ledger"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "POST /periods/:groupId/:hotelId/:periodId/close": {
    call: (group, ids) => ({ path: `/periods/${group.groupId}/${ids.hotelId}/202001/close` }),
    admits: withScope("ledger"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /accounts/:groupId/:reference": {
    call: (group, ids) => ({ path: `/accounts/${group.groupId}/desk-of-${ids.hotelId}?hotelId=${ids.hotelId}` }),
    admits: withScope("ledger"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /messages/:groupId/:hotelId": {
    call: (group, ids) => ({ path: `/messages/${group.groupId}/${ids.hotelId}?limit=5` }),
    admits: withScope("rates"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /explanations/:groupId/:hotelId": {
    call: (group, ids) => ({ path: `/explanations/${group.groupId}/${ids.hotelId}?${stay}` }),
    admits: withScope("explain"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /ari/:groupId/:hotelId": {
    call: (group, ids) => ({ path: `/ari/${group.groupId}/${ids.hotelId}?from=${night(20)}&to=${night(21)}` }),
    admits: withScope("rates"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /content/:groupId": {
    call: (group, ids) => ({ path: `/content/${group.groupId}?groupId=${ids.groupId}` }),
    admits: wholeGroup("content"),
    hiddenFrom: BOUND,
  },
  "GET /content/:groupId/hotels/:hotelId": {
    call: (group, ids) => ({ path: `/content/${group.groupId}/hotels/${ids.hotelId}` }),
    admits: withScope("content"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "PUT /content/:groupId/hotels/:hotelId": {
    call: (group, ids) => ({ path: `/content/${group.groupId}/hotels/${group.hotelId}`, body: contentOf(ids.hotelId) }),
    admits: withScope("content"),
    foreign: { status: 422, code: "invalid_content" },
    otherHotel: { status: 422, code: "invalid_content" },
  },
  "DELETE /content/:groupId/hotels/:hotelId": {
    // Hotels with bookings stay: whoever may delete learns that, and nobody else.
    call: (group, ids) => ({ path: `/content/${group.groupId}/hotels/${ids.hotelId}` }),
    admits: wholeGroup("content"),
    hiddenFrom: BOUND,
    passes: [409],
    foreign: { status: 404, code: "not_found" },
  },
  "PUT /content/:groupId/promotions/:code": {
    call: (group) => ({ path: `/content/${group.groupId}/promotions/NEW`, body: { code: "NEW", percent: 5 } }),
    admits: wholeGroup("content"),
    hiddenFrom: BOUND,
  },
  "DELETE /content/:groupId/promotions/:code": {
    call: (group) => ({ path: `/content/${group.groupId}/promotions/NOBODYS` }),
    admits: wholeGroup("content"),
    hiddenFrom: BOUND,
    passes: [404],
  },
  "PUT /content/:groupId/sale-codes/:code": {
    call: (group) => ({
      path: `/content/${group.groupId}/sale-codes/SPA`,
      body: { code: "SPA", nominalCode: "1", taxCode: "R", taxPercent: 1 },
    }),
    admits: wholeGroup("content"),
    hiddenFrom: BOUND,
  },
  "PUT /content/:groupId/pay-codes/:code": {
    call: (group) => ({ path: `/content/${group.groupId}/pay-codes/CASH`, body: { code: "CASH", nominalCode: "1" } }),
    admits: wholeGroup("content"),
    hiddenFrom: BOUND,
  },
  "POST /ari/:groupId/:hotelId": {
    call: (group, ids) => ({
      path: `/ari/${group.groupId}/${ids.hotelId}`,
      body: { calendar: [{ room: "DBL", from: night(20), to: night(21), rates: { FLEX: { price: 99 } } }] },
    }),
    admits: withScope("rates"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  },
  "GET /events/:groupId": {
    call: (group, ids) => ({ path: `/events/${group.groupId}?limit=200&groupId=${ids.groupId}&hotelId=${ids.hotelId}` }),
    admits: withScope("events"),
    otherHotel: "hidden",
  },
  "GET /webhooks/:groupId": {
    call: (group, ids) => ({ path: `/webhooks/${group.groupId}?groupId=${ids.groupId}&hotelId=${ids.hotelId}` }),
    admits: withScope("events"),
    otherHotel: "hidden",
  },
  "POST /webhooks/:groupId": {
    call: (group) => ({ path: `/webhooks/${group.groupId}`, body: { url: "http://127.0.0.1:9/", types: ["period.closed"] } }),
    admits: withScope("events"),
    otherHotel: "hidden",
  },
  "PATCH /webhooks/:groupId/:webhookId": ofWebhook("", { types: ["ari.changed"] }),
  "DELETE /webhooks/:groupId/:webhookId": ofWebhook(""),
  "POST /webhooks/:groupId/:webhookId/rotate": ofWebhook("/rotate"),
  "POST /webhooks/:groupId/:webhookId/test": ofWebhook("/test"),
};

/** Callers with the scope that may see the whole group. */
function wholeGroup(scope: Scope): string[] {
  return withScope(scope).filter((kind) => !BOUND.includes(kind));
}

/** The content of a hotel as tests make it. */
function contentOf(id: string): object {
  const [rates, rooms] = [
    ["FLEX", "SAVER", "SECRET"],
    ["DBL", "SGL", "TWN"],
  ];
  return {
    id,
    name: id,
    checkIn: "15:00",
    checkOut: "11:00",
    position: { latitude: 0, longitude: 0, timezone: "Europe/Lisbon" },
    currencyCode: "EUR",
    // As addGroup has it: the ledger keeps them.
    periods: "month",
    rooms: rooms.map((room) => ({
      id: room,
      name: room,
      baseAdults: 2,
      maxAdults: 3,
      maxChildren: 2,
      bedConfigurations: ["double", "twin"],
    })),
    rates: rates.map((rate) => ({ id: rate, name: rate, saleCode: "ACCOM", hidden: rate === "SECRET" })),
  };
}

/** A route of one endpoint, which is found by whoever may see it alone. */
function ofWebhook(below: string, body?: unknown): Entry {
  return {
    call: (group, ids) => ({ path: `/webhooks/${group.groupId}/${ids.webhookId}${below}`, body }),
    admits: withScope("events"),
    foreign: { status: 404, code: "not_found" },
    otherHotel: { status: 404, code: "not_found" },
  };
}

/** Every kind of caller, by the token it sends; null sends no header. */
const CALLERS: Readonly<Record<string, () => string | null>> = {
  nobody: () => null,
  "a malformed header": () => "Bearer",
  "another scheme": () => `Basic ${btoa("key:secret")}`,
  "a token with a space": () => `Bearer ${tokenOf("mine", "key")} x`,
  "an unknown token": () => "Bearer no-such-token",
  ...Object.fromEntries(
    ["mine", "theirs"].flatMap((group) =>
      [
        ...KEYS,
        "key-of-hotel",
        "key-revoked",
        "key-expired",
        "desk",
        "desk-of-hotel",
        "desk-without-scopes",
        "desk-expired",
        "desk-revoked",
        "user",
        "user-expired",
        "user-revoked",
        "operator",
        "operator-of-hotel",
        "operator-expired",
        "operator-revoked",
      ].map((kind) => [`${group} ${kind}`, () => `Bearer ${tokenOf(group, kind)}`]),
    ),
  ),
};

async function send(method: string, { path, body }: Call, authorization: string | null): Promise<{ answer: Response; text: string }> {
  const headers = new Headers({ "CF-Connecting-IP": crypto.randomUUID() });
  if (authorization !== null) headers.set("Authorization", authorization);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await exports.default.fetch(`http://tabard.test${path}`, init);
  return { answer, text: await answer.text() };
}

/** Names and texts that exist in the other group alone. */
function leaks(text: string): boolean {
  return text.includes("secret-of-theirs") || text.includes(`"${theirs.otherHotelId}"`);
}

beforeAll(async () => {
  mine = await addGroup("mine");
  theirs = await addGroup("theirs");
});

// A test may remove or rotate them.
beforeEach(() => Promise.all([mine, theirs].map(restoreWebhooks)));

// DELETE /sessions ends the session it is tried with.
beforeEach(() =>
  env.DB.prepare(
    "UPDATE tokens SET revoked_ms = NULL WHERE kind <> 'key' AND token_id IN (SELECT token_id FROM tokens WHERE revoked_ms > 1)",
  ).run(),
);

it("says what another hotel is to callers bound to one, for every route that admits them", () => {
  for (const [route, { admits, otherHotel }] of Object.entries(ENTRIES)) {
    const bound = admits !== "everyone" && BOUND.some((kind) => admits.includes(kind));
    expect([route, otherHotel !== undefined]).toEqual([route, bound]);
  }
});

it("has an entry for every route, and for none that is not there", () => {
  expect(Object.keys(ENTRIES).sort((a, b) => a.localeCompare(b))).toEqual(
    ROUTES.map(({ method, path }) => `${method} ${path}`).sort((a, b) => a.localeCompare(b)),
  );
});

describe.each(ROUTES.filter((route) => ENTRIES[`${route.method} ${route.path}`]?.admits !== "everyone"))(
  "$method $path",
  ({ method, path }) => {
    const { call, admits, foreign, otherHotel, passes = [], hiddenFrom = [] } = ENTRIES[`${method} ${path}`]!;
    const admitted = new Set((admits as readonly string[]).map((kind) => `mine ${kind}`));

    it.each(Object.keys(CALLERS).filter((name) => admitted.has(name)))("lets %s in", async (name) => {
      const reservationId = mine.ownReservationIds[name.slice("mine ".length)] ?? mine.reservationId;
      const { answer, text } = await send(method, call(mine, { ...mine, reservationId }), CALLERS[name]!());
      expect([200, 201, 204, ...passes]).toContain(answer.status);
      expect(leaks(text)).toBe(false);
    });

    it.runIf(hiddenFrom.length > 0).each(hiddenFrom)("hides it from %s, and stores nothing", async (kind) => {
      const before = await countRows();
      const { answer, text } = await send(method, call(mine, mine), `Bearer ${tokenOf("mine", kind)}`);
      expect([answer.status, JSON.parse(text)]).toMatchObject([404, { code: "not_found" }]);
      expect(await countRows()).toEqual(before);
    });

    const outside = Object.keys(CALLERS).filter((name) => !admitted.has(name) && !hiddenFrom.some((kind) => name === `mine ${kind}`));
    it.each(outside)("keeps %s out, and stores nothing", async (name) => {
      const before = await countRows();
      const authorization = CALLERS[name]!();
      const { answer, text } = await send(method, call(mine, mine), authorization);
      expect(answer.status).toBe(401);
      const own = name.startsWith("mine ") && !/-(expired|revoked)$/.test(name);
      const expected = own ? /^Bearer error="insufficient_scope"$/ : /^Bearer error="invalid_token"$/;
      const sentNone = ["nobody", "a malformed header", "another scheme"].includes(name);
      expect(answer.headers.get("WWW-Authenticate")).toMatch(sentNone ? /^Bearer$/ : expected);
      expect(JSON.parse(text)).toMatchObject({ code: "unauthorized", status: 401 });
      expect(await countRows()).toEqual(before);
    });

    it.each(Object.keys(CALLERS).filter((name) => name.startsWith("mine ")))(
      "answers %s alike for the other group and for none",
      async (name) => {
        const nowhere: GroupOfTest = { ...theirs, groupId: "nowhere" };
        const before = await countRows();
        const [there, none] = [
          await send(method, call(theirs, theirs), CALLERS[name]!()),
          await send(method, call(nowhere, theirs), CALLERS[name]!()),
        ];
        const problem = ({ text }: { text: string }): unknown => ({ ...(JSON.parse(text) as object), requestId: null });
        expect(there.answer.status).toBe(401);
        expect(none.answer.status).toBe(401);
        expect(problem(there)).toEqual(problem(none));
        expect(there.answer.headers.get("WWW-Authenticate")).toBe(none.answer.headers.get("WWW-Authenticate"));
        expect(await countRows()).toEqual(before);
      },
    );

    const knowsNoForeignId = async ({ status, code }: { status: number; code: string }): Promise<void> => {
      const before = await countRows();
      const unknown = { ...theirs, hotelId: "no-such-hotel", reservationId: "no-such-reservation", webhookId: "wh_none" };
      for (const kind of admits as readonly string[]) {
        for (const ids of [theirs, unknown]) {
          const { answer, text } = await send(method, call(mine, ids), `Bearer ${tokenOf("mine", kind)}`);
          expect(answer.status).toBe(status);
          expect(JSON.parse(text)).toMatchObject({ code });
          expect(leaks(text)).toBe(false);
        }
      }
      expect(await countRows()).toEqual(before);
    };

    const givesOwnData = async (): Promise<void> => {
      const [kind = ""] = admits as readonly string[];
      const { answer, text } = await send(method, call(mine, theirs), `Bearer ${tokenOf("mine", kind)}`);
      expect([200, 201, 204, ...passes]).toContain(answer.status);
      expect(leaks(text)).toBe(false);
    };

    const bound = BOUND.filter((kind) => admitted.has(`mine ${kind}`));
    it.runIf(otherHotel !== undefined).each(bound)("shows %s no other hotel of its group", async (kind) => {
      const before = await countRows();
      const others = { ...mine, hotelId: mine.otherHotelId, reservationId: mine.otherReservationId, webhookId: mine.otherWebhookId };
      const { answer, text } = await send(method, call(mine, others), `Bearer ${tokenOf("mine", kind)}`);
      expect(text).not.toContain(mine.otherHotelId);
      if (otherHotel === undefined || otherHotel === "hidden") return;
      expect(answer.status).toBe(otherHotel.status);
      expect(JSON.parse(text)).toMatchObject({ code: otherHotel.code });
      expect(await countRows()).toEqual(before);
    });

    if (foreign) it("knows no id of the other group", () => knowsNoForeignId(foreign));
    else it("gives its own group's data whatever other ids are sent along", givesOwnData);
  },
);

describe.each(ROUTES.filter((route) => ENTRIES[`${route.method} ${route.path}`]?.admits === "everyone"))(
  "$method $path",
  ({ method, path }) => {
    it("answers every caller alike and of no group", async () => {
      const statuses = new Set<number>();
      const before = await countRows();
      for (const authorization of Object.values(CALLERS)) {
        const { answer, text } = await send(method, ENTRIES[`${method} ${path}`]!.call(mine, theirs), authorization());
        statuses.add(answer.status);
        expect(leaks(text)).toBe(false);
      }
      expect(statuses.size).toBe(1);
      expect(await countRows()).toEqual(before);
    });
  },
);
