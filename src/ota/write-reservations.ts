/**
 * OTA_ResRetrieveRS: reservations in OpenTravel's shape, as SiteMinder's pmsXchange documents fill it (docs/interface.md §15).
 * Elements stand in the schema's order. Pure.
 */
import { formatDate } from "../base/calendar-date.ts";
import { type Money, formatDecimal } from "../base/money.ts";
import type { Delivery, DeliveryKind } from "../partners/rules/delivery.ts";
import type { BillingDetails, BookedExtra, Booking, Guest } from "../reservations/rules/reservation.ts";
import { writeElement, writeText } from "../xml/write-element.ts";

/** pmsXchange's words. */
const STATUSES: Readonly<Record<DeliveryKind, string>> = { book: "Book", modify: "Modify", cancel: "Cancel" };

/** OpenTravel's list UIT: a reservation, and a reference to a message. */
const RESERVATION_ID = 14;
const MESSAGE_ID = 16;

const COUNTRY_CODE = /^[A-Z]{2}$/;

/** A stay with the numbers that its guest and its extras are referred to by. */
interface NumberedStay {
  booking: Booking;
  guestRph: number;
  serviceRphs: readonly number[];
}

/** The list; empty for none. */
export function writeReservations(deliveries: readonly Delivery[]): string {
  return writeElement("ReservationsList", {}, deliveries.map(writeReservation).join(""));
}

function writeReservation(delivery: Delivery): string {
  const stays = numberStays(delivery.stays);
  const attributes = {
    CreateDateTime: new Date(delivery.createdMs).toISOString(),
    LastModifyDateTime: new Date(delivery.changedMs).toISOString(),
    ResStatus: STATUSES[delivery.kind],
  };
  return writeElement(
    "HotelReservation",
    attributes,
    writeElement("UniqueID", { Type: RESERVATION_ID, ID: delivery.reference }) +
      writeElement("UniqueID", { Type: MESSAGE_ID, ID: delivery.messageId }) +
      writeElement("RoomStays", {}, stays.map((stay) => writeStay(stay, delivery.hotelId)).join("")) +
      writeServices(stays) +
      writeElement("ResGuests", {}, stays.map((stay) => writeGuest(stay, delivery.billingDetails)).join("")) +
      writeGlobalInfo(delivery),
  );
}

function numberStays(bookings: readonly Booking[]): NumberedStay[] {
  let services = 0;
  return bookings.map((booking, index) => ({ booking, guestRph: index + 1, serviceRphs: booking.extras.map(() => (services += 1)) }));
}

function writeStay({ booking, guestRph, serviceRphs }: NumberedStay, hotelId: string): string {
  const { roomId, rateId, currencyCode } = booking;
  const rphs = serviceRphs.map((rph) => writeElement("ServiceRPH", { RPH: rph })).join("");
  return writeElement(
    "RoomStay",
    {},
    writeElement("RoomTypes", {}, writeElement("RoomType", { RoomTypeCode: roomId })) +
      writeElement("RatePlans", {}, writeElement("RatePlan", { RatePlanCode: rateId })) +
      writeElement("RoomRates", {}, writeRoomRate(booking)) +
      writeElement("GuestCounts", {}, writeGuestCounts(booking)) +
      writeElement("TimeSpan", { Start: formatDate(booking.checkIn), End: formatDate(booking.checkOut) }) +
      writeElement("Total", { AmountAfterTax: amount(booking.totalPrice), CurrencyCode: currencyCode }) +
      writeElement("BasicPropertyInfo", { HotelCode: hotelId }) +
      writeElement("ResGuestRPHs", {}, writeElement("ResGuestRPH", { RPH: guestRph })) +
      writeComments(booking) +
      (rphs === "" ? "" : writeElement("ServiceRPHs", {}, rphs)),
  );
}

/** A rate for each night: ExpireDate is the first night it no longer holds for. */
function writeRoomRate({ roomId, rateId, checkIn, nights, currencyCode }: Booking): string {
  const rates = nights.map((price, index) => {
    const dates = { EffectiveDate: formatDate(checkIn + index), ExpireDate: formatDate(checkIn + index + 1) };
    const base = writeElement("Base", { AmountAfterTax: amount(price), CurrencyCode: currencyCode });
    return writeElement("Rate", { ...dates, RateTimeUnit: "Day", UnitMultiplier: 1 }, base);
  });
  return writeElement(
    "RoomRate",
    { RoomTypeCode: roomId, RatePlanCode: rateId, NumberOfUnits: 1 },
    writeElement("Rates", {}, rates.join("")),
  );
}

function writeGuestCounts({ adults, children }: Booking): string {
  const count = (age: number, number: number): string => writeElement("GuestCount", { AgeQualifyingCode: age, Count: number });
  return count(10, adults) + (children > 0 ? count(8, children) : "");
}

function writeComments({ bedConfiguration }: Booking): string {
  if (bedConfiguration === "") return "";
  return writeElement("Comments", {}, writeElement("Comment", { Name: "Bed configuration" }, writeText("Text", bedConfiguration)));
}

function writeServices(stays: readonly NumberedStay[]): string {
  const services = stays.flatMap(({ booking, serviceRphs }) =>
    booking.extras.map((extra, index) => writeService(extra, serviceRphs[index] ?? 0, booking.currencyCode)),
  );
  return services.length === 0 ? "" : writeElement("Services", {}, services.join(""));
}

function writeService({ id, name, quantity, unitPrice, total }: BookedExtra, rph: number, currencyCode: string): string {
  const price = (element: string, money: Money): string =>
    writeElement(element, { AmountAfterTax: amount(money), CurrencyCode: currencyCode });
  const comment = writeElement("Comments", {}, writeElement("Comment", {}, writeText("Text", name)));
  return writeElement(
    "Service",
    { ServiceInventoryCode: id, Quantity: quantity, ServiceRPH: rph },
    writeElement("Price", {}, price("Base", unitPrice) + price("Total", total)) + writeElement("ServiceDetails", {}, comment),
  );
}

/** The guest of a room; address and telephone are the billing details'. */
function writeGuest({ booking, guestRph }: NumberedStay, billing: BillingDetails): string {
  const isBooker = booking.guest.firstname === billing.firstname && booking.guest.lastname === billing.lastname;
  const customer = isBooker ? writeCustomer(booking.guest, billing) : writeElement("Customer", {}, writeName(booking.guest));
  return writeElement("ResGuest", { ResGuestRPH: guestRph }, writeProfiles(customer));
}

function writeProfiles(customer: string): string {
  return writeElement("Profiles", {}, writeElement("ProfileInfo", {}, writeElement("Profile", { ProfileType: 1 }, customer)));
}

function writeCustomer(name: Guest, { phone, email, address1, address2, city, postcode, country }: BillingDetails): string {
  const address =
    writeText("AddressLine", address1) +
    writeText("AddressLine", address2) +
    writeText("CityName", city) +
    writeText("PostalCode", postcode) +
    writeCountry(country);
  return writeElement(
    "Customer",
    {},
    writeName(name) +
      (phone === "" ? "" : writeElement("Telephone", { PhoneTechType: 1, PhoneNumber: phone })) +
      writeText("Email", email) +
      (address === "" ? "" : writeElement("Address", {}, address)),
  );
}

/** A code stands in its attribute, anything else is the country's name. */
function writeCountry(country: string): string {
  return COUNTRY_CODE.test(country) ? writeElement("CountryName", { Code: country }) : writeText("CountryName", country);
}

/** The schema wants a surname; whoever was erased has none. */
function writeName({ title, firstname, lastname }: Guest): string {
  return writeElement(
    "PersonName",
    {},
    writeText("NamePrefix", title) + writeText("GivenName", firstname) + writeText("Surname", lastname || "-"),
  );
}

function writeGlobalInfo({ stays, reference, reservationId, hotelId, billingDetails }: Delivery): string {
  const [first] = stays;
  const span = {
    Start: formatDate(Math.min(...stays.map(({ checkIn }) => checkIn))),
    End: formatDate(Math.max(...stays.map(({ checkOut }) => checkOut))),
  };
  const total = stays.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
  const ids =
    writeElement("HotelReservationID", { ResID_Type: RESERVATION_ID, ResID_Value: reference, ResID_Source: "Tabard" }) +
    writeElement("HotelReservationID", { ResID_Type: 40, ResID_Value: reservationId, ResID_Source: "Tabard" });
  return writeElement(
    "ResGlobalInfo",
    {},
    writeElement("TimeSpan", span) +
      writeElement("Total", { AmountAfterTax: amount(total), CurrencyCode: first?.currencyCode ?? null }) +
      writeElement("HotelReservationIDs", {}, ids) +
      writeProfiles(writeCustomer(billingDetails, billingDetails)) +
      writeElement("BasicPropertyInfo", { HotelCode: hotelId }),
  );
}

/** With two decimals, or as many as the amount has. */
function amount(money: Money): string {
  return formatDecimal(money).replace(/0{1,2}$/, "");
}
