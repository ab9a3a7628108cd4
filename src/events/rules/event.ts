/** What happened to a group: the types of events and what a change says of them (docs/interface.md §17). Pure. */

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
