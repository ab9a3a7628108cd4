/** What happened to a group: the types of events, who sees them and what they look like (docs/interface.md §17). Pure. */
import { base64Url, sha256, utf8 } from "../../base/bytes.ts";

export const EVENT_TYPES = [
  "reservation.created",
  "booking.amended",
  "booking.guest_changed",
  "booking.cancelled",
  "booking.checked_in",
  "booking.checked_out",
  "booking.no_show",
  "document.posted",
  "period.closed",
  "ari.changed",
  "content.changed",
  "webhook.disabled",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Units of a room sold on the nights [from, until), negative where they were given back. Day numbers. */
export interface SoldUnits {
  hotelId: string;
  roomId: string;
  from: number;
  until: number;
  units: number;
}

/** An event as a change writes it; the database gives it its sequence. */
export interface NewEvent {
  type: EventType;
  /** The path to read the truth at. */
  subject: string;
  /** Null: of several hotels, or of the whole group. */
  hotelId: string | null;
  /** No personal data: events are never erased. */
  data: Readonly<Record<string, unknown>>;
  sold?: readonly SoldUnits[];
}

/** An event as the log holds it. */
export interface StoredEvent {
  sequence: number;
  type: string;
  atMs: number;
  subject: string;
  hotelId: string | null;
  /** JSON object. */
  data: string;
}

/** What a reader asked for and may see. */
export interface EventFilter {
  types: ReadonlySet<string>;
  /** Null: all hotels of the group. */
  hotelId: string | null;
}

/** Half of SHA-256 keeps ids apart for ever. */
const ID_BYTES = 16;

/** The types a pattern stands for: a type, `booking.*`, or `*` for all. Empty where it stands for none. */
export function typesOf(pattern: string): EventType[] {
  if (!pattern.endsWith("*")) return EVENT_TYPES.filter((type) => type === pattern);
  const stem = pattern.slice(0, -1);
  return stem === "" || stem.endsWith(".") ? EVENT_TYPES.filter((type) => type.startsWith(stem)) : [];
}

/** All types any of the patterns stands for. */
export function typesOfAll(patterns: readonly string[]): ReadonlySet<EventType> {
  return new Set(patterns.flatMap(typesOf));
}

/**
 * The event as a reader may see it, or null. Whoever is bound to a hotel sees that hotel's; of an event of several
 * hotels, which names them in `data.bookings`, its own bookings alone.
 */
export function seenBy(event: StoredEvent, { types, hotelId }: EventFilter): StoredEvent | null {
  if (!types.has(event.type)) return null;
  if (hotelId === null || event.hotelId === hotelId) return event;
  if (event.hotelId !== null) return null;
  const data = JSON.parse(event.data) as { bookings?: { hotelId?: unknown }[] };
  const bookings = Array.isArray(data.bookings) ? data.bookings.filter((one) => one.hotelId === hotelId) : [];
  return bookings.length > 0 ? { ...event, data: JSON.stringify({ ...data, bookings }) } : null;
}

/**
 * The event's id, of what never changes of it, so that every reader and every retry gives it the same. With its moment: after
 * a database is restored to an earlier state, sequences come again, and must not be taken for events that a receiver has had.
 */
export function eventId(groupId: string, { sequence, atMs }: Pick<StoredEvent, "sequence" | "atMs">): string {
  return `evt_${base64Url(sha256(utf8(`${groupId}\0${sequence}\0${atMs}`)).subarray(0, ID_BYTES))}`;
}

/** The event as JSON: `{"id","sequence","type","timestamp","subject","data"}`. */
export function writeEvent(groupId: string, event: StoredEvent): string {
  const { sequence, type, atMs, subject, data } = event;
  const head = JSON.stringify({ id: eventId(groupId, event), sequence, type, timestamp: new Date(atMs).toISOString(), subject });
  return `${head.slice(0, -1)},"data":${data}}`;
}
