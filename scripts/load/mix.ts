/** The requests of a mixed hour, and what each has to answer. Random by a seed, so that a run can be repeated. */
import { DAY_MS, formatDate, todayIn } from "../../src/base/calendar-date.ts";
import { randomFrom } from "../../cli/demo/random.ts";
import { LIFE_OPERATIONS, type LifeOperation, type Stay, createLives } from "./life.ts";
import type { LoadGroup, LoadRoom } from "./prepare-group.ts";

/** Of a hundred requests. "life": what becomes of a reservation that was made. */
const SHARES = { hotels: 65, availability: 22, reservation: 4, life: 6, ari: 2, export: 1 } as const;
type Kind = keyof typeof SHARES;
const KINDS = Object.keys(SHARES) as Kind[];

export type Operation = Exclude<Kind, "life"> | LifeOperation;
export const OPERATIONS: readonly Operation[] = [...KINDS.filter((kind) => kind !== "life"), ...LIFE_OPERATIONS];

/** Of a hundred reservations, those whose guests are at the desk already. */
const WALK_INS = 40;

const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja"];
const NIGHTS_MAX = 7;
const EXPORT_DAYS_MAX = 7;
/** Unavailable: a visitor may ask for what others have booked meanwhile. */
const CONFLICT = 409;

/** How a request went: `refused` where there was no room left, `fault` where the answer is not what it should be. */
export type Verdict = { refused: boolean; fault: string | null };

/** Sends one request. Throws what fetch throws. */
export type Step = (url: string) => Promise<Verdict>;

export interface Mix {
  next(): { operation: Operation; step: Step };
  /** Reservations confirmed so far. */
  confirmed(): ReadonlySet<string>;
  /** What has become of them, as far as that was answered. */
  stays(): readonly Stay[];
}

/** An endless mix over a group. */
export function createMix(group: LoadGroup, seed: number): Mix {
  const random = randomFrom(seed);
  const confirmed = new Set<string>();
  let exports = 0;
  const below = (end: number): number => random.between(0, end - 1);
  const lives = createLives(group, below);
  const steps: Readonly<Record<Exclude<Kind, "life">, () => Step>> = {
    hotels: () => listHotels(group, LANGUAGES[below(LANGUAGES.length)] ?? "en"),
    availability: () => findAvailability(group, stay(group, below), 1 + below(2)),
    reservation: () => {
      const room = group.rooms[below(group.rooms.length)] ?? NO_ROOM;
      const dates = below(100) < WALK_INS ? fromToday(room, below) : stay(group, below);
      return reserve(group, room, dates, (made) => {
        confirmed.add(made.reservationId);
        lives.begin(made, room);
      });
    },
    ari: () => changePrice(group, stay(group, below), below),
    export: () => exportDays(group, below, group.sessions[exports++ % group.sessions.length] ?? ""),
  };
  return {
    next: () => {
      const kind = pick(below(100));
      if (kind !== "life") return { operation: kind, step: steps[kind]() };
      return lives.next() ?? { operation: "reservation", step: steps.reservation() };
    },
    confirmed: () => confirmed,
    stays: () => lives.known(),
  };
}

const NO_ROOM: LoadRoom = { hotelId: "", roomId: "", rateId: "", timezone: "UTC" };

function pick(percent: number): Kind {
  let end = 0;
  return KINDS.find((kind) => (end += SHARES[kind]) > percent) ?? "hotels";
}

function fromToday({ timezone }: LoadRoom, below: (end: number) => number): [string, string] {
  const today = todayIn(timezone, Date.now());
  return [formatDate(today), formatDate(today + 1 + below(NIGHTS_MAX))];
}

function stay({ nights: [first, last] }: LoadGroup, below: (end: number) => number): [string, string] {
  const length = 1 + below(NIGHTS_MAX);
  const arrival = first + below(last - first - length + 1);
  return [formatDate(arrival), formatDate(arrival + length)];
}

function listHotels({ groupId, key, hotels }: LoadGroup, language: string): Step {
  return async (url) => {
    const answer = await fetch(`${url}/hotels/${groupId}?language=${language}`, { headers: { Authorization: `Bearer ${key}` } });
    const text = await answer.text();
    const right = answer.status === 200 && (JSON.parse(text) as unknown[]).length === hotels;
    return { refused: false, fault: right ? null : wrong(answer, text) };
  };
}

function findAvailability({ groupId, key }: LoadGroup, [arrival, departure]: [string, string], adults: number): Step {
  return async (url) => {
    const query = new URLSearchParams({ arrival, departure, adults: String(adults) });
    const answer = await fetch(`${url}/availabilities/${groupId}?${query.toString()}`, { headers: { Authorization: `Bearer ${key}` } });
    const text = await answer.text();
    const right = answer.status === 200 && (JSON.parse(text) as { priceFrom: number }[]).every(({ priceFrom }) => priceFrom > 0);
    return { refused: false, fault: right ? null : wrong(answer, text) };
  };
}

type Made = Parameters<ReturnType<typeof createLives>["begin"]>[0];

function reserve(
  group: LoadGroup,
  { hotelId, roomId, rateId }: LoadRoom,
  [checkInDate, checkOutDate]: [string, string],
  made: (reservation: Made) => void,
): Step {
  const billingDetails = { firstname: "Ada", lastname: "Lovelace", email: "ada@guest.test" };
  const booking = { hotelId, roomId, rateId, checkInDate, checkOutDate, adult: "1", guest: { useBillingDetails: true } };
  const body = { billingDetails, bookings: [booking] };
  const headers = { Authorization: `Bearer ${group.key}`, "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
  return async (url) => {
    const answer = await fetch(`${url}/reservations/${group.groupId}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status === CONFLICT) return { refused: true, fault: null };
    if (answer.status !== 200) return { refused: false, fault: wrong(answer, text) };
    made(JSON.parse(text) as Made);
    return { refused: false, fault: null };
  };
}

/** A property system moves the price of a room and rate, or closes it to arrival and opens it again. */
function changePrice({ groupId, key, rooms }: LoadGroup, [from, to]: [string, string], below: (end: number) => number): Step {
  const { hotelId, roomId: room, rateId } = rooms[below(rooms.length)] ?? NO_ROOM;
  const entry = { room, from, to, rates: { [rateId]: { price: 50 + below(200), closedToArrival: below(20) === 0 ? true : null } } };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return async (url) => {
    const answer = await fetch(`${url}/ari/${groupId}/${hotelId}`, {
      method: "POST",
      headers,
      body: JSON.stringify({ calendar: [entry] }),
    });
    const text = await answer.text();
    const right = answer.status === 200 && (JSON.parse(text) as { nightsChanged: number }).nightsChanged >= 0;
    return { refused: false, fault: right ? null : wrong(answer, text) };
  };
}

function exportDays({ ledgerMs: [fromMs, untilMs] }: LoadGroup, below: (end: number) => number, session: string): Step {
  const after = fromMs + below(untilMs - fromMs);
  const before = after + (1 + below(EXPORT_DAYS_MAX)) * DAY_MS;
  const children = [
    `<sessionId>${session}</sessionId>`,
    `<beforeTimestamp>${new Date(before).toISOString()}</beforeTimestamp>`,
    `<afterTimestamp>${new Date(after).toISOString()}</afterTimestamp>`,
    "<transactionList/><useLessThanToDate>true</useLessThanToDate>",
  ];
  const name = "cim_FinancialExportReportV2";
  const body = `<${name} xmlns="urn:tabard:financial-export">${children.join("")}</${name}>`;
  return async (url) => {
    const answer = await fetch(`${url}/soap`, { method: "POST", headers: { "Content-Type": "text/xml" }, body });
    const text = await answer.text();
    const right = answer.status === 200 && text.includes("<ExceptionCode>0<") && text.trimEnd().endsWith(`</${name}Response>`);
    return { refused: false, fault: right ? null : wrong(answer, text) };
  };
}

function wrong(answer: Response, text: string): string {
  return `${answer.status} ${text.slice(0, 200)}`;
}
