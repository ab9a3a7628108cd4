/** The history of a reservation: which versions are told, and in which words. */
import { describe, expect, it } from "vitest";
import { callerWords, stepWords } from "../../src/pages/console/history-words.ts";
import { ERASED_BILLING, ERASED_GUEST, ERASER } from "../../src/reservations/rules/erasure.ts";
import { type ToldState, type WrittenBooking, historySteps } from "../../src/reservations/rules/history.ts";
import type { BillingDetails } from "../../src/reservations/rules/reservation.ts";

const BILLING: BillingDetails = {
  title: "", firstname: "Margery", lastname: "Kempe", phone: "", email: "m@k.test", address1: "1 Staithe", address2: "",
  city: "Lynn", postcode: "PE30", country: "GB", mailList: false,
}; // prettier-ignore
const STATE: ToldState = {
  status: "confirmed", roomId: "DBL", rateId: "FLEX", checkIn: 20_000, checkOut: 20_002, adults: 2, children: 0, promoCode: "",
  bedConfiguration: "", guest: { title: "", firstname: "Margery", lastname: "Kempe" }, extrasPrice: 0, totalPrice: 3_000_000, fee: null,
}; // prettier-ignore
const HOTEL = {
  hotelId: "h", name: "Hotel", currencyCode: "EUR", timezone: "UTC", rooms: [{ id: "DBL", name: "Double" }, { id: "SGL", name: "Single" }], rates: [],
}; // prettier-ignore

function version(number: number, billing: Partial<BillingDetails> = {}, reason = "") {
  return { version: number, caller: "client:web", atMs: number, reason, billing: { ...BILLING, ...billing } };
}

function booking(id: string, ...states: [number, Partial<ToldState>][]): WrittenBooking {
  const written = states.map(([at, changed]) => ({ version: at, state: { ...STATE, ...changed } }));
  return { bookingId: id, reference: `R-${id}`, hotelId: "h", currencyCode: "EUR", states: written };
}

describe("the history of a reservation", () => {
  it("begins with what was booked, and tells of each version what it changed", () => {
    const bookings = [
      booking(
        "1",
        [1, {}],
        [2, { roomId: "SGL", totalPrice: 2_505_000 }],
        [4, { roomId: "SGL", totalPrice: 2_505_000, status: "cancelled", fee: 0 }],
      ),
    ];
    const steps = historySteps([version(1), version(2), version(3, { email: "n@k.test" }), version(4, {}, "Ill")], bookings, 0);
    expect(steps.map((step) => stepWords(step, [HOTEL]))).toEqual([
      [
        "State: Confirmed",
        "Stay: Fri, Oct 4, 2024 to Sun, Oct 6, 2024",
        "Room: Double",
        "Rate: FLEX",
        "Guests: 2 adults",
        "Guest: Margery Kempe",
        "Price: €300",
      ],
      ["Room: Double → Single", "Price: €300 → €250.50"],
      ["E-mail: m@k.test → n@k.test"],
      ["State: Confirmed → Cancelled", "Fee: none → €0", "E-mail: n@k.test → m@k.test", "Reason: Ill"],
    ]);
  });

  it("leaves out what concerns other bookings alone, and says of which booking it speaks where there are several", () => {
    const own = booking("1", [1, {}], [3, { status: "in_house" }]);
    const other = booking("2", [1, {}], [2, { status: "cancelled", fee: 0 }], [3, { status: "cancelled", fee: 0 }]);
    const versions = [version(1), version(2, {}, "Theirs"), version(3)];
    expect(historySteps(versions, [own], 0).map((step) => step.version)).toEqual([1, 3]);
    const [, , last] = historySteps(versions, [own, other], 0);
    expect(last && stepWords(last, [HOTEL])).toEqual(["R-1: State: Confirmed → In house"]);
  });

  it("begins behind the oldest version that it was given", () => {
    const steps = historySteps([version(7), version(8)], [booking("1", [5, {}], [8, { adults: 1 }])], 7);
    expect(steps.map((step) => stepWords(step, [HOTEL]))).toEqual([["Guests: 2 adults → 1 adult"]]);
  });

  it("tells that somebody was erased, and of what was changed before that it is erased", () => {
    const gone = { guest: ERASED_GUEST };
    const erased = { ...version(3, ERASED_BILLING), caller: ERASER };
    const versions = [version(1, ERASED_BILLING), version(2, ERASED_BILLING), erased];
    const steps = historySteps(versions, [booking("1", [1, gone], [2, gone])], 0);
    expect(steps.map((step) => stepWords(step, [HOTEL])).slice(1)).toEqual([
      ["A name that is erased since"],
      ["Names, addresses and reasons are erased"],
    ]);
    expect(steps.map(({ caller }) => callerWords(caller)).at(-1)).toBe("The command guest erase");
  });

  it("tells of one that changed nothing else that it gave other terms", () => {
    const [, terms] = historySteps([version(1), version(2)], [booking("1", [1, {}], [2, {}])], 0);
    expect(terms && stepWords(terms, [HOTEL])).toEqual(["The terms of cancelling"]);
  });

  it("calls callers as people do", () => {
    const callers = ["client:web", "operator:demo:DESK", "user:u-1", "page:book", "odd"];
    expect(callers.map(callerWords)).toEqual(["web", "DESK at demo", "A guest, signed in", "The booking page", "odd"]);
  });
});
