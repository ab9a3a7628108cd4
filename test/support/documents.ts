/** What tests of documents share: a booking to post to, its state, and the requests. */
import { env, exports } from "cloudflare:workers";
import { booking, reservation, reserve } from "./reserve.ts";

export interface DocumentAnswer {
  modifiedKey: number;
  modifiedDate: string;
  transactionType: string;
  siteId: string;
  transactionReference: string;
  uniqueReferenceNumber: string;
  secondReference: string | null;
  periodId: number;
  gross: number;
  lines: {
    saleCode: string;
    payCode: string;
    nominalCode: string;
    taxCode: string;
    description: string;
    gross: number;
    nett: number;
    tax: number;
  }[];
}

export interface Answer<T> {
  status: number;
  body: T & { code?: string; detail?: string; errors?: { pointer?: string; parameter?: string; code: string }[] };
  headers: Headers;
  text: string;
}

/** A request of a caller; a body makes it a POST. */
export async function call<T = Record<string, unknown>>(
  token: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const init = { headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers } };
  const response = await exports.default.fetch(
    `http://tabard.test${path}`,
    body === undefined ? init : { ...init, method: "POST", body: JSON.stringify(body) },
  );
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), headers: response.headers, text };
}

export interface BookedStay {
  bookingId: string;
  reference: string;
  hotelId: string;
  totalPrice: number;
}

/** Books one stay at a hotel of a bookable group. */
export async function bookStay(groupId: string, hotelId: string, change: Record<string, unknown> = {}): Promise<BookedStay> {
  const answer = await reserve(groupId, reservation([booking(hotelId, change)]));
  const { bookings } = await answer.json<{ bookings: BookedStay[] }>();
  return bookings[0]!;
}

/** Gives a booking another state, as a change of its reservation would. */
export async function setStatus(bookingId: string, status: string): Promise<void> {
  const own = "(SELECT reservation_id FROM bookings WHERE booking_id = ?1)";
  const columns = await env.DB.prepare("SELECT name FROM pragma_table_info('booking_versions')").all<{ name: string }>();
  const names = columns.results.map(({ name }) => name);
  const values = names.map((name) => {
    if (name === "version") return `(SELECT max(version) FROM reservation_versions WHERE reservation_id = ${own})`;
    if (name === "fee") return `iif(?2 IN ('cancelled', 'no_show'), 0, NULL)`;
    return name === "status" ? "?2" : name;
  });
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO reservation_versions (reservation_id, version, group_id, change_id, caller, at_ms, billing)
       SELECT reservation_id, version + 1, group_id, ?2, caller, at_ms, billing FROM reservation_versions WHERE reservation_id = ${own} ORDER BY version DESC LIMIT 1`,
    ).bind(bookingId, crypto.randomUUID()),
    env.DB.prepare(
      `INSERT INTO booking_versions (${names.join(", ")}) SELECT ${values.join(", ")} FROM booking_versions WHERE booking_id = ?1 ORDER BY version DESC LIMIT 1`,
    ).bind(bookingId, status),
  ]);
}
