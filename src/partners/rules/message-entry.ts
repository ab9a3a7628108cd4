/** A partner's message as it is noted: what came, what it changed. No personal data, no text of a guest. Pure. */
import { FAULTS_NAMED_MAX } from "../limits.ts";
import type { CalendarEntry } from "../../selling/rules/calendar-entry.ts";

export interface MessageDetail {
  /** Messages inside the message. */
  elements?: number;
  rooms?: readonly string[];
  /** First and last night named. */
  from?: string;
  to?: string;
  nightsChanged?: number;
  /** Reservations sent, or acknowledged. */
  reservations?: number;
  errors?: readonly string[];
  warnings?: readonly string[];
}

export interface MessageEntry {
  hotelId: string;
  /** "OTA", or "AlpineBits" and its version. */
  protocol: string;
  /** The message's root. */
  message: string;
  echoToken: string | null;
  accepted: boolean;
  detail: MessageDetail;
}

/** A token as senders make them; anything longer or with spaces might be a text about somebody. */
const TOKEN = /^[\w.:+/=-]{1,64}$/;

/** The token if it is one word. */
export function tokenOf(echoToken: string | null): string | null {
  return echoToken !== null && TOKEN.test(echoToken) ? echoToken : null;
}

/** What entries are about. */
export function spanOf(entries: readonly CalendarEntry[]): Pick<MessageDetail, "rooms" | "from" | "to"> {
  const [first] = entries;
  if (!first) return {};
  let { from, to } = first;
  const rooms = new Set<string>();
  for (const entry of entries) {
    if (rooms.size < FAULTS_NAMED_MAX) rooms.add(entry.room);
    if (entry.from < from) from = entry.from;
    if (entry.to > to) to = entry.to;
  }
  return { rooms: [...rooms], from, to };
}
