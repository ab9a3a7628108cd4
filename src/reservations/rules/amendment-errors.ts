/** What makes an amendment invalid, as opposed to unavailable: docs/interface.md §11. Pure. */
import type { FieldError } from "../../base/result.ts";
import type { Catalogue } from "../../selling/rules/catalogue.ts";
import { type AmendedBooking, amendedRequest } from "./amendment-plan.ts";
import { bookingErrors } from "./booking-checks.ts";

/** The errors of what changes: what stays as it was booked is not judged again. Pointers into the request. */
export function amendmentErrors(catalogue: Catalogue, amended: readonly AmendedBooking[], nowMs: number): FieldError[] {
  return amended.flatMap((one) => {
    const wanted = amendedRequest(one);
    return bookingErrors(catalogue, [wanted], nowMs)
      .filter((error) => "pointer" in error && isOfChange(one, error.pointer.slice("/bookings/0/".length), error.code))
      .map((error) => ("pointer" in error ? { ...error, pointer: error.pointer.replace("/0/", `/${one.index}/`) } : error));
  });
}

function isOfChange({ booking, asked }: AmendedBooking, field: string, code: string): boolean {
  const [name, at] = field.split("/");
  switch (name) {
    case "checkInDate":
      return asked.checkInDate !== undefined && asked.checkInDate !== booking.checkIn;
    case "checkOutDate":
      return asked.checkInDate !== undefined || asked.checkOutDate !== undefined;
    case "roomId":
      return asked.roomId !== undefined && asked.roomId !== booking.roomId;
    case "rateId":
      return asked.rateId !== undefined && asked.rateId !== booking.rateId;
    case "promoCode":
      return asked.promoCode !== undefined && asked.promoCode !== booking.promoCode;
    case "bedConfiguration":
      return asked.bedConfiguration !== undefined || asked.roomId !== undefined;
    case "extras": {
      const id = asked.extras?.[Number(at)]?.id;
      return id !== undefined && !(code === "unknown" && booking.extras.some((extra) => extra.id === id));
    }
    default:
      return false;
  }
}
