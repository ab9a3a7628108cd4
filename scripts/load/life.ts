/**
 * What becomes of the bookings that a load makes: each step asks for the next thing of one booking, and knows what the answer has to
 * be, because nobody else asks for that booking meanwhile.
 */
import { parseDate, formatDate, todayIn } from "../../src/base/calendar-date.ts";
import type { LoadGroup, LoadRoom } from "./prepare-group.ts";
import type { Step, Verdict } from "./mix.ts";

export const LIFE_OPERATIONS = [
  "amendment",
  "guest",
  "charge",
  "payment",
  "cancellation",
  "check-in",
  "check-out",
  "reading",
  "repeating",
] as const;
export type LifeOperation = (typeof LIFE_OPERATIONS)[number];

type Status = "confirmed" | "in_house" | "checked_out" | "cancelled";

/** A reservation of one booking, as its last answer had it. */
export interface Stay {
  reservationId: string;
  bookingId: string;
  version: number;
  status: Status;
  checkIn: string;
  checkOut: string;
  timezone: string;
}

interface Known extends Stay {
  /** The newest write, to be sent again. */
  last: { request: Request; text: string } | null;
}

interface Answered {
  version: number;
  bookings: { bookingId: string; status: Status; checkInDate: string; checkOutDate: string }[];
}

export interface Lives {
  /** A reservation that was made just now. */
  begin(answer: Answered & { reservationId: string }, room: LoadRoom): void;
  /** A next step of a booking that nobody else asks for; null where there is none. */
  next(): { operation: LifeOperation; step: Step } | null;
  /** What is known of the reservations: of those whose last answer came. */
  known(): readonly Stay[];
}

/** What a stay may grow to by amending it. */
const NIGHTS_MAX = 9;
const CONFLICT = 409;

/** `below` gives random numbers from 0. */
export function createLives(group: LoadGroup, below: (end: number) => number): Lives {
  /** Those that nobody asks for at the moment. */
  const idle: Known[] = [];
  const asked = new Map<LifeOperation, number>(LIFE_OPERATIONS.map((operation) => [operation, 0]));
  return {
    begin: ({ reservationId, version, bookings: [booking] }, { timezone }) => {
      if (!booking) return;
      const { bookingId, status, checkInDate: checkIn, checkOutDate: checkOut } = booking;
      idle.push({ reservationId, bookingId, version, status, checkIn, checkOut, timezone, last: null });
    },
    next: () => {
      const at = below(idle.length);
      const stay = idle[at];
      if (!stay) return null;
      // What was asked for least is next, so that even a short run asks for everything.
      const operations = operationsOf(stay, group);
      const operation = operations.reduce((least, one) => ((asked.get(one) ?? 0) < (asked.get(least) ?? 0) ? one : least), "reading");
      asked.set(operation, (asked.get(operation) ?? 0) + 1);
      idle.splice(at, 1);
      const step: Step = async (url) => {
        const verdict = await takeStep(url, group, stay, operation);
        // Of a booking whose answer is wrong, or never came, nothing more is known.
        if (verdict.fault === null) idle.push(stay);
        return verdict;
      };
      return { operation, step };
    },
    known: () => idle,
  };
}

/** What can be asked for now and has to be granted; an amendment may find no room. */
function operationsOf({ status, checkIn, timezone, last }: Known, { saleCodes, payCodes }: LoadGroup): LifeOperation[] {
  const again: LifeOperation[] = last ? ["reading", "repeating"] : ["reading"];
  const payment: LifeOperation[] = payCodes.length > 0 ? ["payment"] : [];
  const charge: LifeOperation[] = saleCodes.length > 0 ? ["charge"] : [];
  switch (status) {
    case "confirmed": {
      const arrives = (parseDate(checkIn) ?? 0) <= todayIn(timezone, Date.now());
      return [...again, "amendment", "guest", "cancellation", ...payment, ...charge, ...(arrives ? ["check-in" as const] : [])];
    }
    case "in_house":
      return [...again, "guest", "check-out", ...payment, ...charge];
    case "checked_out":
    case "cancelled":
      return [...again, ...payment];
  }
}

const BECOMES: Partial<Record<LifeOperation, Status>> = { cancellation: "cancelled", "check-in": "in_house", "check-out": "checked_out" };

async function takeStep(url: string, group: LoadGroup, stay: Known, operation: LifeOperation): Promise<Verdict> {
  if (operation === "repeating" && stay.last) {
    const { request, text } = stay.last;
    const again = await (await fetch(request.clone())).text();
    return verdictOf(again === text ? null : `the same key got another answer: ${again.slice(0, 200)} instead of ${text.slice(0, 200)}`);
  }
  const request = requestOf(url, group, stay, operation);
  const isKept = request.method === "POST";
  const answer = await fetch(request.clone());
  const text = await answer.text();
  if (operation === "amendment" && answer.status === CONFLICT) return { refused: true, fault: null };
  const fault = `${operation}: ${answer.status} ${text.slice(0, 200)}`;
  if (operation === "charge" || operation === "payment") {
    if (answer.status !== 201) return verdictOf(fault);
  } else {
    if (answer.status !== 200) return verdictOf(fault);
    const told = JSON.parse(text) as Answered;
    const [booking] = told.bookings;
    const expected = { version: stay.version + (operation === "reading" ? 0 : 1), status: BECOMES[operation] ?? stay.status };
    if (told.version !== expected.version || booking?.status !== expected.status)
      return verdictOf(`${fault}, expected ${JSON.stringify(expected)}`);
    Object.assign(stay, expected, { checkIn: booking.checkInDate, checkOut: booking.checkOutDate });
  }
  if (isKept) stay.last = { request, text };
  return verdictOf(null);
}

function verdictOf(fault: string | null): Verdict {
  return { refused: false, fault };
}

function requestOf(url: string, { groupId, key, saleCodes, payCodes }: LoadGroup, stay: Stay, operation: LifeOperation): Request {
  const { reservationId, bookingId } = stay;
  const reservation = `/reservations/${groupId}/${reservationId}`;
  const send = (path: string, content: unknown, method = "POST"): Request => {
    const body = JSON.stringify(content);
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
    const sent = { method, headers, body };
    return new Request(url + path, sent);
  };
  const documents = `/documents/${groupId}`;
  switch (operation) {
    case "amendment":
      return send(`${reservation}/amendment`, { bookings: [{ bookingId, checkOutDate: otherDeparture(stay) }] });
    case "guest":
      return send(reservation, { billingDetails: { firstname: `Ada ${stay.version}` } }, "PATCH");
    case "charge":
      return send(documents, { transactionType: "Proforma", bookingId, lines: [{ saleCode: saleCodes[0], gross: 12.5 }] });
    case "payment":
      return send(documents, { transactionType: "Payment", bookingId, payCode: payCodes[0], gross: 20 });
    case "cancellation":
    case "check-in":
    case "check-out":
      return send(`${reservation}/${operation}`, { bookings: [{ bookingId }] });
    case "reading":
    case "repeating":
      return new Request(url + reservation, { headers: { Authorization: `Bearer ${key}` } });
  }
}

/** A night longer, or back to one night: always another date than it was. */
function otherDeparture({ checkIn, checkOut }: Stay): string {
  const [from, to] = [parseDate(checkIn) ?? 0, parseDate(checkOut) ?? 0];
  return formatDate(to - from < NIGHTS_MAX ? to + 1 : from + 1);
}
