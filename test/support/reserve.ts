/** Requests to the reservations of a group, for tests inside workerd. */
import { exports } from "cloudflare:workers";
import { night } from "../../harness/bookable-group.ts";

const base = "http://tabard.test";

export const BILLING = { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" };

type Json = Record<string, unknown>;

/** A booking of two nights at FLEX for two adults. */
export function booking(hotelId: string, change: Json = {}): Json {
  return {
    hotelId,
    roomId: "DBL",
    rateId: "FLEX",
    checkInDate: night(10),
    checkOutDate: night(12),
    adult: "2",
    guest: { useBillingDetails: true },
    ...change,
  };
}

/** A reservation of these bookings. */
export function reservation(bookings: readonly Json[], billing: Json = {}): Json {
  return { billingDetails: { ...BILLING, ...billing }, bookings };
}

/** POST /reservations/{groupId}. */
export function reserve(groupId: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return exports.default.fetch(`${base}/reservations/${groupId}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${groupId}-key`, "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** GET of a path as the group's key. */
export function read(groupId: string, path: string, method = "GET"): Promise<Response> {
  return exports.default.fetch(base + path, { method, headers: { Authorization: `Bearer ${groupId}-key` } });
}

export interface ReservationAnswer {
  reservationId: string;
  reference: string;
  createdAt: string;
  bookings: Record<string, unknown>[];
  totals: { currencyCode: string; totalPrice: number; prepaymentDue: number }[];
}

export interface ProblemAnswer {
  code: string;
  detail: string;
  errors?: { pointer: string; code: string; detail: string }[];
  unavailableBookings?: number[];
}
