/** What a change of a reservation did, as an operator reads it: docs/interface.md §20. Pure. */
import type { BookingStep, HistoryStep, ToldState } from "../../reservations/rules/history.ts";
import type { BillingDetails } from "../../reservations/rules/reservation.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { SPEECH } from "./frame.ts";

/** Sentences without a verb: what there was, an arrow, what there is. The first version of a booking tells its beginning. */
export function stepWords(step: HistoryStep, hotels: readonly OwnHotel[]): string[] {
  const { bookings, billing, billingBefore, reason, isErasure } = step;
  if (isErasure) return ["Names, addresses and reasons are erased"];
  const told = bookings.flatMap((booking) => {
    const lines = bookingWords(booking, hotels);
    return lines.map((line) => (bookings.length > 1 ? `${booking.reference}: ${line}` : line));
  });
  const all = [...told, ...billingWords(billingBefore, billing), ...(reason === "" ? [] : [`Reason: ${reason}`])];
  if (all.length > 0) return all;
  return bookings.some(({ after }) => nameOfPerson(after.guest) === "") ? ["A name that is erased since"] : ["The terms of cancelling"];
}

/** A caller as people call it (docs/interface.md §10.4). */
export function callerWords(caller: string): string {
  const [kind = "", ...rest] = caller.split(":");
  const name = rest.join(":");
  if (kind === "page") return "The booking page";
  if (kind === "command") return `The command ${name}`;
  if (kind === "user") return "A guest, signed in";
  if (kind === "operator" && rest.length > 1) return `${rest.slice(1).join(":")} at ${rest[0] ?? ""}`;
  return name === "" ? caller : name;
}

type Field = (state: ToldState) => string;

/** What of a booking is other than it was. */
export function bookingWords(
  { hotelId, currencyCode, before, after }: Omit<BookingStep, "bookingId" | "reference">,
  hotels: readonly OwnHotel[],
): string[] {
  const hotel = hotels.find((one) => one.hotelId === hotelId);
  const nameOf = (list: OwnHotel["rooms"] | undefined, id: string): string => list?.find((one) => one.id === id)?.name ?? id;
  const fields: readonly (readonly [string, Field])[] = [
    ["State", ({ status }) => SPEECH.texts.status[status]],
    ["Stay", ({ checkIn, checkOut }) => `${SPEECH.date(checkIn)} to ${SPEECH.date(checkOut)}`],
    ["Room", ({ roomId }) => nameOf(hotel?.rooms, roomId)],
    ["Rate", ({ rateId }) => nameOf(hotel?.rates, rateId)],
    ["Guests", ({ adults, children }) => SPEECH.party(adults, children)],
    ["Guest", ({ guest }) => nameOfPerson(guest)],
    ["Beds", ({ bedConfiguration }) => bedConfiguration],
    ["Promo code", ({ promoCode }) => promoCode],
    ["Extras", ({ extrasPrice }) => (extrasPrice === 0 ? "" : SPEECH.money(extrasPrice, currencyCode))],
    ["Price", ({ totalPrice }) => SPEECH.money(totalPrice, currencyCode)],
    ["Fee", ({ fee }) => (fee === null ? "" : SPEECH.money(fee, currencyCode))],
  ];
  return fields.flatMap(([name, of]) => changeWords(name, before && of(before), of(after)));
}

function billingWords(before: BillingDetails | null, after: BillingDetails): string[] {
  // Who pays stands on the page: of the beginning nothing more is told.
  if (before === null) return [];
  const fields: readonly (readonly [string, (of: BillingDetails) => string])[] = [
    ["Payer", nameOfPerson],
    ["E-mail", ({ email }) => email],
    ["Telephone", ({ phone }) => phone],
    ["Address", (of) => addressOf(of).join(", ")],
    ["Letters by e-mail", ({ mailList }) => (mailList ? "yes" : "no")],
  ];
  return fields.flatMap(([name, of]) => changeWords(name, of(before), of(after)));
}

/** `before` null: there was none. */
function changeWords(name: string, before: string | null, after: string): string[] {
  if (before === null) return after === "" ? [] : [`${name}: ${after}`];
  return before === after ? [] : [`${name}: ${before || "none"} → ${after || "none"}`];
}

/** Title and name of a guest or of who pays; "" where they have been erased. */
export function nameOfPerson({ title, firstname, lastname }: { title: string; firstname: string; lastname: string }): string {
  return [title, firstname, lastname].filter((part) => part !== "").join(" ");
}

/** The lines of an address that hold anything. */
export function addressOf({ address1, address2, postcode, city, country }: BillingDetails): string[] {
  return [address1, address2, `${postcode} ${city}`.trim(), country].filter((line) => line !== "");
}
