/** The form that amends a booking: what is filled in, and what it asks for (docs/interface.md §11, §20). Pure. */
import { formatDate, parseDate } from "../../base/calendar-date.ts";
import { stayingExtras } from "../../reservations/rules/amendment-plan.ts";
import type { BookingAmendment, Pricing } from "../../reservations/rules/amendment-plan.ts";
import type { Booking, ExtraRequest } from "../../reservations/rules/reservation.ts";
import { PARTY_MEMBERS_MAX } from "../../selling/limits.ts";
import { PROMO_CODE_CHARS_MAX } from "../limits.ts";
import { readCount } from "../read-count.ts";

/** Fields with one value. */
const TEXT_FIELDS = ["checkIn", "checkOut", "room", "rate", "adults", "children", "promo", "beds"] as const;
type TextField = (typeof TEXT_FIELDS)[number];

/** As it is filled in. */
export interface AmendFields extends Readonly<Record<TextField, string>> {
  prices: Pricing;
  /** Which of the booking's extras stay, by their positions in it. */
  keep: readonly string[];
  /** Ids of extras that are added. */
  add: readonly string[];
}

/** What the form was sent with; what it leaves out is as it was booked. */
export function readFields(booking: Booking, sent: URLSearchParams): AmendFields {
  const booked: Record<TextField, string> = {
    checkIn: formatDate(booking.checkIn),
    checkOut: formatDate(booking.checkOut),
    room: booking.roomId,
    rate: booking.rateId,
    adults: String(booking.adults),
    children: String(booking.children),
    promo: booking.promoCode,
    beds: booking.bedConfiguration,
  };
  const texts = TEXT_FIELDS.map((name) => [name, (sent.get(name) ?? booked[name]).trim()]);
  const all = booking.extras.map((_, at) => String(at));
  return {
    ...(Object.fromEntries(texts) as Record<TextField, string>),
    prices: sent.get("prices") === "current" ? "current" : "keep",
    keep: sent.has("extras") ? all.filter((at) => sent.getAll("keep").includes(at)) : all,
    add: [...new Set(sent.getAll("add"))],
  };
}

/** For a form that carries them on unseen. */
export function carriedFields({ keep, add, ...texts }: AmendFields): [name: string, value: string][] {
  const lists = [...keep.map((at): [string, string] => ["keep", at]), ...add.map((id): [string, string] => ["add", id])];
  return [...Object.entries(texts), ["extras", "1"], ...lists];
}

export type ReadAmendment = { ok: true; asked: BookingAmendment } | { ok: false; faults: string[] };

/** In house only the check-out and the extras are asked for: the rest may not change any more. */
export function readAmendment(booking: Booking, fields: AmendFields): ReadAmendment {
  const faults: string[] = [];
  const [checkIn, checkOut] = [parseDate(fields.checkIn), parseDate(fields.checkOut)];
  const [adult, children] = [readCount(fields.adults, 1, PARTY_MEMBERS_MAX), readCount(fields.children, 0, PARTY_MEMBERS_MAX)];
  const isStay = checkIn !== null && checkOut !== null && checkOut > checkIn;
  if (!isStay) faults.push("Please choose real dates, the check-out after the check-in.");
  if (adult === null) faults.push(`Adults: must be a number from 1 to ${PARTY_MEMBERS_MAX}.`);
  if (children === null) faults.push(`Children: must be a number from 0 to ${PARTY_MEMBERS_MAX}.`);
  if (fields.promo.length > PROMO_CODE_CHARS_MAX) faults.push(`Promo code: must have at most ${PROMO_CODE_CHARS_MAX} characters.`);
  if (!isStay || adult === null || children === null || faults.length > 0) return { ok: false, faults };
  const asked = { checkOutDate: checkOut, extras: extrasAsked(booking, fields, { checkIn, checkOut }) };
  if (booking.status === "in_house") return { ok: true, asked };
  const { room: roomId, rate: rateId, promo: promoCode } = fields;
  // Beds that stay are not judged again: the room may have others by now.
  const beds = fields.beds === booking.bedConfiguration ? {} : { bedConfiguration: fields.beds };
  return { ok: true, asked: { ...asked, checkInDate: checkIn, roomId, rateId, adult, children, promoCode, ...beds } };
}

/** Undefined: those of the booking, as they are. */
function extrasAsked(
  { extras }: Booking,
  { keep, add }: AmendFields,
  stay: { checkIn: number; checkOut: number },
): ExtraRequest[] | undefined {
  if (keep.length === extras.length && add.length === 0) return undefined;
  const kept = extras.filter((_, at) => keep.includes(String(at)));
  return [...stayingExtras(kept, stay), ...add.map((id): ExtraRequest => ({ id, chargeDays: [] }))];
}
