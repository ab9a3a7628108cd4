/**
 * GuestRequests: reservations, changes and cancellations, as every version's schema takes them (AlpineBits HotelData 2024-10
 * §4.2.2). What a schema cannot hold (a room's code of more than 8 characters, a hotel's of more than 16) is left out. Pure.
 */
import { formatDate } from "../base/calendar-date.ts";
import { formatDecimal } from "../base/money.ts";
import type { Delivery, DeliveryKind } from "../partners/rules/delivery.ts";
import type { BillingDetails, Booking } from "../reservations/rules/reservation.ts";
import { escapeText } from "../xml/escape.ts";
import { writeElement } from "../xml/write-element.ts";

const STATUSES: Readonly<Record<DeliveryKind, string>> = { book: "Reserved", modify: "Modify", cancel: "Cancelled" };

/** OpenTravel's list UIT: a reservation, and a cancellation. */
const RESERVATION = 14;
const CANCELLATION = 15;

/** Lengths of the schemas. */
const ROOM_CODE_CHARS_MAX = 8;
const HOTEL_CODE_CHARS_MAX = 16;
const NAME_CHARS_MAX = 64;
const PREFIX_CHARS_MAX = 16;
const ADDRESS_LINE_CHARS_MAX = 255;
const POSTCODE_CHARS_MAX = 16;

/** Extras are named in the language of their catalogue, which is not known here. */
const EXTRAS_LANGUAGE = "en";

/** What a child's age is written as where bookings know none. */
const CHILD_AGE = 8;

/** The list; empty for none. */
export function writeGuestRequests(deliveries: readonly Delivery[]): string {
  return writeElement("ReservationsList", {}, deliveries.map(writeReservation).join(""));
}

function writeReservation(delivery: Delivery): string {
  const attributes = { CreateDateTime: new Date(delivery.createdMs).toISOString(), ResStatus: STATUSES[delivery.kind] };
  const uniqueId = writeElement("UniqueID", { Type: delivery.kind === "cancel" ? CANCELLATION : RESERVATION, ID: delivery.reference });
  if (delivery.kind === "cancel") return writeElement("HotelReservation", attributes, uniqueId);
  return writeElement(
    "HotelReservation",
    attributes,
    uniqueId +
      writeElement("RoomStays", {}, delivery.stays.map(writeStay).join("")) +
      writeGuests(delivery.billingDetails) +
      writeGlobalInfo(delivery),
  );
}

function writeStay(booking: Booking): string {
  const { roomId, rateId, adults, children, checkIn, checkOut, totalPrice, currencyCode } = booking;
  const room = roomId.length <= ROOM_CODE_CHARS_MAX ? { RoomTypeCode: roomId } : {};
  return writeElement(
    "RoomStay",
    {},
    writeElement("RoomTypes", {}, writeElement("RoomType", room)) +
      writeElement("RatePlans", {}, writeElement("RatePlan", { RatePlanCode: rateId })) +
      writeElement("GuestCounts", {}, writeElement("GuestCount", { Count: adults }) + writeChildren(children)) +
      writeElement("TimeSpan", { Start: formatDate(checkIn), End: formatDate(checkOut) }) +
      writeElement("Total", { AmountAfterTax: formatDecimal(totalPrice), CurrencyCode: currencyCode }),
  );
}

/** A count without an age is of adults. */
function writeChildren(children: number): string {
  return children === 0 ? "" : writeElement("GuestCount", { Count: children, Age: CHILD_AGE });
}

/** The person who booked, as far as the schema's types take what they wrote. */
function writeGuests(billing: BillingDetails): string {
  const phone = billing.phone.replace(/[^0-9+]/g, "").replace(/(?!^)\+/g, "");
  const country = /^[A-Z]{2}$/.test(billing.country) ? writeElement("CountryName", { Code: billing.country }) : "";
  const address =
    text("AddressLine", [billing.address1, billing.address2].filter(Boolean).join(", "), ADDRESS_LINE_CHARS_MAX) +
    text("CityName", billing.city, NAME_CHARS_MAX) +
    text("PostalCode", billing.postcode, POSTCODE_CHARS_MAX) +
    country;
  const name =
    text("NamePrefix", billing.title, PREFIX_CHARS_MAX) +
    text("GivenName", billing.firstname || "-", NAME_CHARS_MAX) +
    text("Surname", billing.lastname || "-", NAME_CHARS_MAX);
  const customer =
    writeElement("PersonName", {}, name) +
    (/^\+?[0-9]+$/.test(phone) ? writeElement("Telephone", { PhoneTechType: 1, PhoneNumber: phone }) : "") +
    (/^\S+@\S+$/.test(billing.email)
      ? writeElement("Email", { Remark: `newsletter:${billing.mailList ? "yes" : "no"}` }, escapeText(billing.email))
      : "") +
    (address === "" ? "" : writeElement("Address", {}, address));
  const profile = writeElement("Profile", {}, writeElement("Customer", {}, customer));
  return writeElement(
    "ResGuests",
    {},
    writeElement("ResGuest", {}, writeElement("Profiles", {}, writeElement("ProfileInfo", {}, profile))),
  );
}

/** Left out with a hotel whose code the schema cannot hold, since the code is required there. */
function writeGlobalInfo({ hotelId, reservationId, stays }: Delivery): string {
  if (hotelId.length > HOTEL_CODE_CHARS_MAX) return "";
  const ids = writeElement("HotelReservationID", { ResID_Type: 13, ResID_Value: reservationId, ResID_Source: "Tabard" });
  return writeElement(
    "ResGlobalInfo",
    {},
    writeComments(stays) + writeElement("HotelReservationIDs", {}, ids) + writeElement("BasicPropertyInfo", { HotelCode: hotelId }),
  );
}

/** What was booked besides the rooms, and what the schema has no field for. */
function writeComments(stays: readonly Booking[]): string {
  const extras = stays.flatMap((stay) => stay.extras.map(({ name, quantity }) => (quantity === 1 ? name : `${name} × ${quantity}`)));
  const items = extras.map((extra, index) =>
    writeElement("ListItem", { ListItem: index + 1, Language: EXTRAS_LANGUAGE }, escapeText(extra)),
  );
  const notes = stays.flatMap(({ roomId, guest, bedConfiguration }) => {
    const name = [guest.title, guest.firstname, guest.lastname].filter(Boolean).join(" ");
    return `${roomId}: ${[name, bedConfiguration].filter(Boolean).join(", ")}`;
  });
  const comments =
    (items.length === 0 ? "" : writeElement("Comment", { Name: "included services" }, items.join(""))) +
    writeElement("Comment", { Name: "customer comment" }, writeElement("Text", {}, escapeText(notes.join("\n"))));
  return writeElement("Comments", {}, comments);
}

/** An element with a text cut to what the schema holds; nothing for an empty one. */
function text(name: string, value: string, charsMax: number): string {
  const cut = Array.from(value).slice(0, charsMax).join("");
  return cut === "" ? "" : writeElement(name, {}, escapeText(cut));
}
