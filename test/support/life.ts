/** A service whose clock can be set, and a group whose bookings live in it. */
import { env } from "cloudflare:workers";
import { DAY_MS } from "../../src/base/calendar-date.ts";
import { addBookableGroup, addKey, night, today } from "../../harness/bookable-group.ts";
import { stampGroup } from "../../harness/stamp-group.ts";
import { ask, platform } from "./in-worker.ts";
import { booking, reservation } from "./reserve.ts";

export interface BookingJson {
  bookingId: string;
  reference: string;
  hotelId: string;
  roomId: string;
  status: string;
  checkInDate: string;
  checkOutDate: string;
  currencyCode: string;
  totalPrice: number;
  roomPrice: number;
  guest: { title: string; firstname: string; lastname: string };
  nights: { date: string; price: number }[];
  extras: { id: string; name: string; quantity: number; price: number; totalPrice: number }[];
  cancellationFees: { from: string; fee: number }[];
}

export interface ReservationJson {
  reservationId: string;
  reference: string;
  version: number;
  status: string;
  createdAt: string;
  billingDetails: Record<string, unknown>;
  bookings: BookingJson[];
  totals: { currencyCode: string; totalPrice: number; prepaymentDue: number }[];
  cancellations?: { bookingId: string; fee: number; currencyCode: string }[];
}

export interface ProblemJson {
  code: string;
  detail: string;
  errors?: { pointer: string; code: string; detail: string }[];
  bookings?: { bookingId: string; status: string }[];
  unavailableBookings?: number[];
}

export interface Answered<T> {
  status: number;
  headers: Headers;
  text: string;
  json: T;
}

/** From 48 hours before check-in (15:00 in Lisbon) the first night, from check-in on everything; who never comes pays half. */
export const POLICY = {
  tiers: [
    { hoursBefore: 48, fee: { nights: 1 } },
    { hoursBefore: 0, fee: { basisPoints: 10_000 } },
  ],
  noShow: { basisPoints: 5000 },
  saleCode: "MEAL",
};

/** A group with its keys: `G-key` may everything, `G-site` is a web site's, `G-desk` is bound to the hotel in Lisbon. */
export async function startLife(groupId: string, units = 5) {
  const { euro, yen } = await addBookableGroup(env.DB, groupId, units);
  await addKey(env.DB, groupId, `${groupId}-site`, ["hotels", "availability", "reservations"], { client: "site" });
  await addKey(env.DB, groupId, `${groupId}-other`, ["reservations"], { client: "other" });
  await addKey(env.DB, groupId, `${groupId}-desk`, ["bookings", "ledger"], { client: "desk", hotelId: euro });
  await env.DB.batch([
    env.DB.prepare("UPDATE rates SET cancellation = ?2 WHERE group_id = ?1 AND rate_id = 'FLEX' AND hotel_id = ?3").bind(
      groupId,
      JSON.stringify(POLICY),
      euro,
    ),
    ...stampGroup(env.DB, groupId),
  ]);
  const clock = { ms: today * DAY_MS + 12 * 3_600_000 };
  const host = platform({ now: () => clock.ms });
  const call = async <T = ReservationJson>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    token = `${groupId}-key`,
  ): Promise<Answered<T>> => {
    const init: RequestInit = { method, headers: { Authorization: `Bearer ${token}`, ...headers } };
    if (body !== undefined) init.body = JSON.stringify(body);
    const answer = await ask(host, path, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: (text === "" ? null : JSON.parse(text)) as T };
  };
  const reservations = `/reservations/${groupId}`;
  /** Books, for the client of `token`. */
  const book = async (bookings: Record<string, unknown>[] = [booking(euro)], token = `${groupId}-site`): Promise<ReservationJson> => {
    const made = await call("POST", reservations, reservation(bookings), {}, token);
    if (made.status !== 200) throw new Error(made.text);
    return made.json;
  };
  /** The only booking of a reservation. */
  const only = ({ bookings }: ReservationJson): BookingJson => {
    const [first] = bookings;
    if (!first) throw new Error("no booking");
    return first;
  };
  const at = ({ reservationId }: ReservationJson, verb = ""): string => `${reservations}/${reservationId}${verb && `/${verb}`}`;
  /** Noon UTC of the day so many ahead of the first. */
  const setDay = (ahead: number, hour = 12): void => {
    clock.ms = (today + ahead) * DAY_MS + hour * 3_600_000;
  };
  const sold = async (roomId: string, ahead: number): Promise<number> => {
    const row = await env.DB.prepare("SELECT sold FROM stock WHERE hotel_id = ?1 AND room_id = ?2 AND night = ?3")
      .bind(roomId === "TWN" ? yen : euro, roomId, today + ahead)
      .first<{ sold: number }>();
    return row?.sold ?? -1;
  };
  /** The documents of a booking: type, unique reference, second reference, [[sale code, gross in units]]. */
  const documents = async (reference: string): Promise<unknown[][]> => {
    const { results } = await env.DB.prepare(
      `SELECT transaction_type AS type, unique_reference_number AS reference, second_reference AS second,
        json_group_array(json_array(sale_code, gross / 10000.0)) AS lines FROM
        (SELECT * FROM ledger_lines WHERE group_id = ?1 AND transaction_reference = ?2 ORDER BY modified_key, line)
       GROUP BY modified_key ORDER BY modified_key`,
    )
      .bind(groupId, reference)
      .all<{ type: string; reference: string; second: string | null; lines: string }>();
    return results.map((row) => [row.type, row.reference, row.second, JSON.parse(row.lines)]);
  };
  const events = async (type: string): Promise<Record<string, unknown>[]> => {
    const { results } = await env.DB.prepare("SELECT data FROM events WHERE group_id = ?1 AND type = ?2 ORDER BY sequence")
      .bind(groupId, type)
      .all<{ data: string }>();
    return results.map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  };
  return { groupId, euro, yen, host, clock, call, book, only, at, setDay, sold, documents, events, reservations, night };
}

export type Life = Awaited<ReturnType<typeof startLife>>;
