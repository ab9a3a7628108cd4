/** What a client sees of the service: one answer of each kind, in a form that can be compared. */
import assert from "node:assert/strict";
import { night } from "../../harness/bookable-group.ts";
import { exportOf, textOf } from "../../harness/calls.ts";
import { GROUP, SESSION, type Service, reservation, xmlPost } from "./service-in-process.ts";

export const LISTING = `/hotels/${GROUP}`;
export const AVAILABILITY = `/availabilities/${GROUP}?arrival=${night(20)}&departure=${night(23)}`;
export const RESERVATIONS = `/reservations/${GROUP}`;
export const EXPORT = xmlPost(exportOf(SESSION, "2000-01-01T00:00:00", "2999-12-31T00:00:00"));

export interface Answers {
  hotels: string;
  availability: string;
  /** Of a reservation that was made and read again. */
  total: unknown;
  exportCode: string | null;
}

let reservations = 0;

/** One of each, all of which must succeed. */
export async function askAll(service: Service): Promise<Answers> {
  const { reservationId, totals } = JSON.parse(await textOfOk(service.ask(RESERVATIONS, reservation(0, `all-${reservations++}`)))) as {
    reservationId: string;
    totals: unknown;
  };
  const again = JSON.parse(await textOfOk(service.ask(`${RESERVATIONS}/${reservationId}`))) as { totals: unknown };
  assert.deepEqual(again.totals, totals);
  return {
    hotels: await textOfOk(service.ask(LISTING)),
    availability: await textOfOk(service.ask(AVAILABILITY)),
    total: totals,
    exportCode: textOf(await textOfOk(service.ask("/soap", EXPORT, "")), "ExceptionCode"),
  };
}

/** The text of an answer that must be 200. */
export async function textOfOk(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

/** That an answer is a 503 that says when to come back. */
export async function expectOverloaded(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  const text = await response.text();
  assert.equal(response.status, 503, text);
  assert.equal((JSON.parse(text) as { code: string }).code, "overloaded");
  assert.ok(response.headers.get("Retry-After"));
}

/** That the books agree and hold so many reservations. */
export async function expectReservations(service: Service, wanted: number): Promise<void> {
  const accounts = await service.accounts();
  assert.deepEqual(accounts.faults, []);
  assert.equal(accounts.reservations, wanted);
  assert.equal(accounts.newestKey, wanted * 2);
}
