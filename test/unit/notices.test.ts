/** What an answer tells of a query that it passes over: docs/interface.md §5.5. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { NOTICED_NAMES_MAX, NOTICED_NAME_CHARS_MAX } from "../../src/http/limits.ts";
import { AmendmentSchema, CancellationSchema } from "../../src/http/change-schema.ts";
import { DocumentSchema } from "../../src/http/document-schema.ts";
import { fieldHeaders, noteUnknownParameters } from "../../src/http/notices.ts";
import { ReservationSchema } from "../../src/http/reservation-schema.ts";
import { StayQuerySchema } from "../../src/http/stay-query.ts";

function noticesOf(query: string, schema: z.ZodMiniObject | undefined = StayQuerySchema): string | null {
  const headers = new Headers();
  noteUnknownParameters(headers, `http://tabard.test/availabilities/g1${query}`, schema);
  return headers.get("Tabard-Notice");
}

/** A member of a list of tokens with string parameters, as RFC 9651 writes it. */
const NOTICE = /^unknown_parameter;name="[\x20\x21\x23-\x5b\x5d-\x7e]*"(?:;did_you_mean="(\w+)")?$/;

describe("a parameter that the operation does not read", () => {
  it.each([
    ["adult", "adults"],
    ["Adults", "adults"],
    ["adutls", "adults"],
    ["child", "children"],
    ["childrens", "children"],
    ["infants", "infant"],
    ["room", "rooms"],
    ["arival", "arrival"],
    ["arrival_date", "arrival"],
    ["departure-date", "departure"],
    ["promo", "promoCode"],
    ["promocode", "promoCode"],
    ["promo_code", "promoCode"],
  ])("named %s is told with %s, which it may mean", (name, meant) => {
    expect(noticesOf(`?${name}=3`)).toBe(`unknown_parameter;name="${name}";did_you_mean="${meant}"`);
  });

  it.each(["currency", "from", "x", "to", "utm_source", "a"])("named %s is told alone: nothing is like it", (name) => {
    expect(noticesOf(`?${name}=3`)).toBe(`unknown_parameter;name="${name}"`);
  });

  it("is told once, each beside the others, and only the first of very many", () => {
    expect(noticesOf("?adult=1&adult=2&x")).toBe('unknown_parameter;name="adult";did_you_mean="adults", unknown_parameter;name="x"');
    const many = Array.from({ length: 500 }, (_, at) => `n${at}=1`).join("&");
    expect(noticesOf(`?${many}`)?.split(", ")).toHaveLength(NOTICED_NAMES_MAX);
  });

  it("is any one where the operation reads none", () => {
    expect(noticesOf("?limit=3", undefined)).toBe('unknown_parameter;name="limit"');
    expect(noticesOf("", undefined)).toBeNull();
    expect(noticesOf("?", undefined)).toBeNull();
  });

  it("is not what objects have by themselves", () => {
    expect(noticesOf("?toString=1")).toBe('unknown_parameter;name="toString"');
  });
});

describe("a field that the operation does not read", () => {
  const told = (schema: z.core.$ZodType, body: unknown): string | null => fieldHeaders(schema, body)["Tabard-Notice"] ?? null;

  it("is told by its place, with the one that it may mean, at any depth", () => {
    const guest = { firstName: "Ada", useBillingDetails: true };
    const booking = { hotelId: "h", promocode: "TEN", adult: "2", childen: "1", extras: [{ id: "SPA", chargeDay: [] }], guest };
    expect(told(ReservationSchema, { billingDetails: { firstname: "Ada", fax: "1" }, bookings: [{}, booking] })).toBe(
      [
        'unknown_field;name="/billingDetails/fax"',
        'unknown_field;name="/bookings/1/promocode";did_you_mean="promoCode"',
        'unknown_field;name="/bookings/1/childen";did_you_mean="children"',
        'unknown_field;name="/bookings/1/extras/0/chargeDay";did_you_mean="chargeDays"',
        'unknown_field;name="/bookings/1/guest/firstName";did_you_mean="firstname"',
      ].join(", "),
    );
    expect(told(AmendmentSchema, { bookings: [], expectedTotal: 1 })).toBe(
      'unknown_field;name="/expectedTotal";did_you_mean="expectedTotals"',
    );
    expect(told(CancellationSchema, { waivefee: true })).toBe('unknown_field;name="/waivefee";did_you_mean="waiveFee"');
    const charge = { transactionType: "Proforma", bookingId: "b", lines: [{ saleCode: "A", gross: 1, text: "x" }], duedate: "" };
    expect(told(DocumentSchema, charge)).toBe('unknown_field;name="/lines/0/text", unknown_field;name="/duedate";did_you_mean="dueDate"');
  });

  it("is none where all are known, or there is no body", () => {
    const booking = { extras: [{ id: "SPA", details: [["a"]], images: [{ url: "u", alt: "" }], chargeDays: [["2026-12-01"]] }], guest: {} };
    expect(told(ReservationSchema, { billingDetails: {}, bookings: [booking] })).toBeNull();
    expect(told(CancellationSchema, undefined)).toBeNull();
  });

  it("is told in plain characters, and only the first of very many", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`"é~/${at}`, 1]));
    expect(told(CancellationSchema, many)?.split(", ")).toEqual(
      Array.from({ length: NOTICED_NAMES_MAX }, (_, at) => `unknown_field;name="/??~0~1${at}"`),
    );
    expect(told(CancellationSchema, { toString: 1 })).toBe('unknown_field;name="/toString"');
  });
});

it("says nothing of a query that is read whole, however it is written", () => {
  expect(noticesOf("?arrival=x&departure=&adults=1&children&infant=%20&rooms=1+1&promoCode=%26&promo%43ode=&&")).toBeNull();
});

it("writes whatever a client sends as one plain list, which no name breaks out of", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom('"', "\\", "\r\nSet-Cookie: a=b", "a;b=c", "a, b", "%", "\u0000", "é", ""),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      const known = new Set(Object.keys(StayQuerySchema.shape));
      const query = new URLSearchParams(names.map((one): [string, string] => [one, "1"]));
      const unknown = new Set([...query.keys()].filter((one) => !known.has(one)));
      const told = noticesOf(`?${query.toString()}`);
      // No name holds a quote any more, so this is where members end.
      const members = told === null ? [] : told.split(/, (?=unknown_parameter;name=")/);
      expect(members).toHaveLength(Math.min(unknown.size, NOTICED_NAMES_MAX));
      for (const member of members) {
        const [, meant] = NOTICE.exec(member) ?? expect.fail(member);
        if (meant !== undefined) expect(known).toContain(meant);
        expect(member.length).toBeLessThan(NOTICED_NAME_CHARS_MAX + 80);
      }
    }),
  );
});
