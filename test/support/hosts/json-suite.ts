/** The JSON interface, every operation and every error of docs/interface.md §4 and §5, at whatever host the URL names. */
import { expect, it } from "vitest";
import { call, day, post } from "../../../harness/calls.ts";

type Json = Record<string, unknown>;

interface Offer {
  roomId: string;
  rateId: string;
  totalPrice: number;
}

interface Offers {
  hotelId: string;
  currencyCode: string;
  offers: Offer[];
  extras: Json[];
}

const STAY = `arrival=${day(30)}&departure=${day(32)}`;

async function offersOf(url: string): Promise<Offers> {
  const [entry] = await readJson<{ id: string }[]>(call(url, `/availabilities/demo?${STAY}`));
  return readJson(call(url, `/offers/demo/${entry?.id}?${STAY}`));
}

async function readJson<T>(answer: Promise<Response>): Promise<T> {
  return (await answer).json() as Promise<T>;
}

async function expectProblem(answer: Promise<Response>, status: number, code: string): Promise<Json> {
  const response = await answer;
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const problem = (await response.json()) as Json;
  expect([response.status, problem.code]).toEqual([status, code]);
  expect(problem).toMatchObject({ status, type: `urn:tabard:problem:${code}`, requestId: response.headers.get("X-Request-Id") });
  return problem;
}

/** A reservation of the cheapest offer. */
async function reservable(url: string, change: Json = {}): Promise<Json> {
  const { hotelId, offers } = await offersOf(url);
  const { roomId, rateId } = offers[0] ?? { roomId: "", rateId: "" };
  const dates = { checkInDate: day(30), checkOutDate: day(32) };
  const booking = { hotelId, roomId, rateId, ...dates, adult: "2", guest: { useBillingDetails: true }, ...change };
  return { billingDetails: { firstname: "Ada", lastname: "Łukasiewicz", email: "ada@guest.test" }, bookings: [booking] };
}

async function userSession(url: string): Promise<string> {
  const credentials = { email: "guest@demo.test", password: "demo-password" };
  return (await readJson<{ sessionId: string }>(post(url, "/sessions/demo", credentials, {}, ""))).sessionId;
}

/** Registers the tests; `url` is known when they run. */
export function jsonSuite(url: () => string): void {
  operations(url);
  reservations(url);
  refusals(url);
  refusedReservations(url);
}

function operations(url: () => string): void {
  it("describes itself", async () => {
    for (const [path, type] of [
      ["/", "application/json"],
      ["/health", "application/json"],
      ["/openapi.json", "application/json"],
      ["/docs", "text/html"],
      ["/docs/errors", "text/html"],
      ["/assets/site.css", "text/css"],
      ["/assets/built/swagger-ui-bundle.js", "text/javascript"],
    ]) {
      const answer = await call(url(), path ?? "", {}, "");
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("Content-Type")).toContain(type);
      expect((await answer.text()).length).toBeGreaterThan(10);
      expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("answers HEAD without a body and OPTIONS with what is allowed", async () => {
    const head = await call(url(), "/hotels/demo", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const options = await call(url(), "/reservations/demo", { method: "OPTIONS" }, "");
    expect(options.status).toBe(204);
    expect(options.headers.get("Access-Control-Allow-Headers")).toContain("Idempotency-Key");
  });

  it("lists hotels in the language asked for, once per ETag", async () => {
    const answer = await call(url(), "/hotels/demo?language=de-CH");
    expect(answer.headers.get("Content-Language")).toBe("de");
    expect(await answer.json()).toHaveLength(12);
    const again = await call(url(), "/hotels/demo?language=de-CH", { headers: { "If-None-Match": answer.headers.get("ETag") ?? "" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("prices a stay alike in availability and offers", async () => {
    const entries = await readJson<{ id: string; priceFrom: number }[]>(call(url(), `/availabilities/demo?${STAY}`));
    expect(entries.length).toBeGreaterThan(0);
    const { hotelId, offers } = await offersOf(url());
    expect(entries[0]).toMatchObject({ id: hotelId, priceFrom: Math.min(...offers.map(({ totalPrice }) => totalPrice)) });
  });

  it("opens a session, reads its profile and ends it", async () => {
    const session = await userSession(url());
    expect(await readJson(call(url(), "/profile/demo", {}, session))).toMatchObject({ email: "guest@demo.test", country: "GB" });
    expect((await call(url(), "/sessions/demo", { method: "DELETE" }, session)).status).toBe(204);
    await expectProblem(call(url(), "/profile/demo", {}, session), 401, "unauthorized");
  });
}

function reservations(url: () => string): void {
  it("takes a reservation, gives it again, and once per Idempotency-Key", async () => {
    const body = await reservable(url());
    const key = { "Idempotency-Key": "hosts-1" };
    const first = await post(url(), "/reservations/demo", body, key);
    expect(first.status).toBe(200);
    const reservation = (await first.json()) as Json;
    expect(first.headers.get("Location")).toContain(`/reservations/demo/${String(reservation.reservationId)}`);
    expect(await readJson(call(url(), `/reservations/demo/${String(reservation.reservationId)}`))).toEqual(reservation);
    const again = await post(url(), "/reservations/demo", body, key);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await again.json()).toEqual(reservation);
    const other = await reservable(url(), { adult: "1" });
    await expectProblem(post(url(), "/reservations/demo", other, key), 422, "idempotency_key_reused");
  });

  it("sells no unit twice, however many ask at once", async () => {
    const body = await reservable(url(), { checkInDate: day(60), checkOutDate: day(61), adult: "1" });
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(url(), "/reservations/demo", body)));
    const statuses = new Set(answers.map(({ status }) => status));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(statuses).toEqual(new Set([200, 409]));
  });
}

function refusals(url: () => string): void {
  it("asks for a token, a live one, and one that may", async () => {
    const headers = await Promise.all(
      (["", "unknown", "rival-key"] as const).map(async (token) => {
        const answer = await call(url(), "/hotels/demo", {}, token);
        await answer.text();
        return [answer.status, answer.headers.get("WWW-Authenticate")];
      }),
    );
    const invalid = [401, 'Bearer error="invalid_token"'];
    expect(headers).toEqual([[401, "Bearer"], invalid, invalid]);
    const profile = await call(url(), "/profile/demo");
    expect(profile.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    await expectProblem(post(url(), "/sessions/demo", { email: "guest@demo.test", password: "no" }, {}, ""), 401, "unauthorized");
  });

  it("names what it cannot read or does not know", async () => {
    await expectProblem(call(url(), "/nothing"), 404, "not_found");
    await expectProblem(call(url(), `/offers/demo/nowhere?${STAY}`), 404, "not_found");
    await expectProblem(call(url(), "/reservations/demo/unknown"), 404, "not_found");
    const { errors } = await expectProblem(call(url(), "/availabilities/demo?arrival=2027-02-30&adults=x"), 400, "invalid_parameter");
    expect((errors as Json[]).map(({ parameter }) => parameter)).toEqual(["arrival", "departure", "adults"]);
    const wrongMethod = await call(url(), "/hotels/demo", { method: "PUT", body: "{}" });
    expect([wrongMethod.status, wrongMethod.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    await wrongMethod.text();
  });

  it("reads JSON of at most 256 KiB and nothing else", async () => {
    await expectProblem(post(url(), "/reservations/demo", "{"), 400, "malformed_json");
    await expectProblem(post(url(), "/reservations/demo", "{}", { "Content-Type": "text/plain" }), 415, "unsupported_media_type");
    const large = JSON.stringify({ padding: "x".repeat(256 * 1024) });
    await expectProblem(post(url(), "/reservations/demo", large), 413, "body_too_large");
  });
}

function refusedReservations(url: () => string): void {
  it("says what is wrong with a reservation", async () => {
    const { errors } = await expectProblem(post(url(), "/reservations/demo", { bookings: [{}] }), 422, "invalid_reservation");
    expect((errors as Json[]).map(({ pointer }) => pointer)).toContain("/bookings/0/hotelId");
    const past = await reservable(url(), { checkInDate: day(-3), checkOutDate: day(-1) });
    await expectProblem(post(url(), "/reservations/demo", past), 422, "invalid_reservation");
  });

  it("says which bookings it cannot take, or for another price", async () => {
    const crowded = await reservable(url(), { adult: "20" });
    const problem = await expectProblem(post(url(), "/reservations/demo", crowded), 409, "unavailable");
    expect(problem.unavailableBookings).toEqual([0]);
    const { extras } = await offersOf(url());
    const dearer = await reservable(url(), { extras: [{ ...extras[0], price: 0.01 }] });
    await expectProblem(post(url(), "/reservations/demo", dearer), 409, "price_changed");
  });
}
