/** What the messages of docs/interface.md §15 mean for the calendar. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noFindings } from "../../src/ota/findings.ts";
import { readAvailNotif } from "../../src/ota/read-avail-notif.ts";
import { readInvCounts } from "../../src/ota/read-inv-counts.ts";
import { readRateAmounts } from "../../src/ota/read-rate-amounts.ts";
import type { CalendarEntry } from "../../src/selling/rules/calendar-entry.ts";
import { PRODUCTS, ota } from "../support/partner-products.ts";

type Reader = typeof readAvailNotif;

function read(reader: Reader, inner: string): { entries: CalendarEntry[]; errors: string[]; warnings: string[] } {
  const findings = noFindings();
  const entries = reader(ota(`<L>${inner}</L>`).children, PRODUCTS, findings);
  return { entries, errors: findings.errors.map(({ type, code, text }) => `${type}/${code} ${text}`), warnings: findings.warnings };
}

const NIGHTS = `Start="2027-05-01" End="2027-05-03"`;
const BOTH = `InvTypeCode="DBL" RatePlanCode="BAR"`;
const range = { from: "2027-05-01", to: "2027-05-03" };

const avail = (attributes: string, control: string, inner = ""): ReturnType<typeof read> =>
  read(readAvailNotif, `<AvailStatusMessage ${attributes}><StatusApplicationControl ${control}/>${inner}</AvailStatusMessage>`);
const stay = (kind: string, time: string): ReturnType<typeof read> =>
  avail("", `${NIGHTS} ${BOTH}`, `<LengthsOfStay><LengthOfStay MinMaxMessageType="${kind}" ${time} TimeUnit="Day"/></LengthsOfStay>`);
const rate = (inner: string, control = `${NIGHTS} ${BOTH}`): ReturnType<typeof read> =>
  read(
    readRateAmounts,
    `<RateAmountMessage><StatusApplicationControl ${control}/><Rates><Rate>${inner}</Rate></Rates></RateAmountMessage>`,
  );
const base = (...amounts: string[]): string =>
  `<BaseByGuestAmts>${amounts.map((one) => `<BaseByGuestAmt ${one}/>`).join("")}</BaseByGuestAmts>`;

describe("OTA_HotelAvailNotifRQ", () => {
  it("takes a BookingLimit as what is left of the room, both ends included", () => {
    expect(avail('BookingLimit="7"', `${NIGHTS} InvTypeCode="DBL"`)).toEqual({
      entries: [{ room: "DBL", ...range, left: 7, rates: {} }],
      errors: [],
      warnings: [],
    });
  });

  it.each([
    [`Status="Close"`, { stopSell: true }],
    [`Status="Open"`, { stopSell: false }],
    [`Restriction="Master" Status="Close"`, { stopSell: true }],
    [`Restriction="Arrival" Status="Close"`, { closedToArrival: true }],
    [`Restriction="Departure" Status="Open"`, { closedToDeparture: false }],
  ])("takes RestrictionStatus %s", (attributes, values) => {
    const { entries } = avail("", `${NIGHTS} ${BOTH}`, `<RestrictionStatus ${attributes}/>`);
    expect(entries).toEqual([{ room: "DBL", ...range, rates: { BAR: values } }]);
  });

  it.each([
    ["SetMinLOS", 'Time="3"', { minStayArrival: 3 }],
    ["SetMinLOS", 'Time="1"', { minStayArrival: null }],
    ["SetMinLOS", "", { minStayArrival: null }],
    ["SetMaxLOS", 'Time="14"', { maxStayArrival: 14 }],
    ["SetMaxLOS", 'Time="999"', { maxStayArrival: null }],
    ["SetForwardMinStay", 'Time="2"', { minStayThrough: 2 }],
    ["SetForwardMaxStay", 'Time="5"', { maxStayThrough: 5 }],
    ["SetForwardMaxStay", 'Time="999"', { maxStayThrough: null }],
  ])("takes %s %s", (kind, time, values) => {
    expect(stay(kind, time).entries).toEqual([{ room: "DBL", ...range, rates: { BAR: values } }]);
  });

  it("means all rates of the room without RatePlanCode, all rooms of the rate without InvTypeCode", () => {
    const close = `<RestrictionStatus Status="Close"/>`;
    const closed = { stopSell: true };
    expect(avail("", `${NIGHTS} InvTypeCode="DBL"`, close).entries).toEqual([
      { room: "DBL", ...range, rates: { BAR: closed, NR: closed } },
    ]);
    expect(avail("", `${NIGHTS} RatePlanCode="NR"`, close).entries).toEqual([
      { room: "DBL", ...range, rates: { NR: closed } },
      { room: "SGL", ...range, rates: { NR: closed } },
    ]);
  });

  it.each([
    [`Mon="1" Tue="true" Wed="0"`, ["mon", "tue"]],
    [`Weds="true" Thur="1" Fri="false"`, ["wed", "thu"]],
    [`Sat="0" Sun="false"`, ["mon", "tue", "wed", "thu", "fri"]],
  ])("limits the nights by %s", (flags, weekdays) => {
    expect(avail('BookingLimit="1"', `${NIGHTS} InvTypeCode="DBL" ${flags}`).entries[0]?.weekdays).toEqual(weekdays);
  });

  it.each([
    ['BookingLimit="1"', `${NIGHTS} InvTypeCode="XXX"`, "", "12/402 Room type code not found for this hotel"],
    ['BookingLimit="1"', `${NIGHTS} InvTypeCode="dbl"`, "", "12/402 Room type code not found for this hotel"],
    ['BookingLimit="1"', `${NIGHTS} RatePlanCode="XXX"`, "", "12/249 Rate code not found for this hotel"],
    ['BookingLimit="-1"', `${NIGHTS} ${BOTH}`, "", "12/450 AvailStatusMessage 1: BookingLimit must be a whole number of rooms."],
    [
      'BookingLimit="1"',
      `Start="2027-02-30" End="2027-03-01" ${BOTH}`,
      "",
      "12/450 AvailStatusMessage 1: Start and End must be real dates, YYYY-MM-DD.",
    ],
    ['BookingLimit="1"', `Start="2027-05-02" End="2027-05-01" ${BOTH}`, "", "12/450 AvailStatusMessage 1: End lies before Start."],
    [
      'BookingLimit="1"',
      `Start="0001-01-01" End="9999-12-31" ${BOTH}`,
      "",
      "12/450 AvailStatusMessage 1: Start and End are more than 1100 nights apart.",
    ],
    ["", `${NIGHTS} ${BOTH}`, "", "12/450 AvailStatusMessage 1: there is no BookingLimit, LengthOfStay or RestrictionStatus."],
    ["", `${NIGHTS} ${BOTH}`, `<RestrictionStatus Status="Shut"/>`, "12/450 AvailStatusMessage 1: Status must be Open or Close."],
    [
      "",
      `${NIGHTS} ${BOTH} Mon="maybe"`,
      `<RestrictionStatus Status="Open"/>`,
      "12/450 AvailStatusMessage 1: The flags Mon to Sun must be true or false.",
    ],
  ])("refuses %s %s %s", (attributes, control, inner, error) => {
    expect(avail(attributes, control, inner).errors).toContain(error);
  });

  it("names every fault once, and no more than anyone reads", () => {
    const message = `<AvailStatusMessage BookingLimit="x"><StatusApplicationControl ${NIGHTS} InvTypeCode="XXX"/></AvailStatusMessage>`;
    const { errors } = read(readAvailNotif, message.repeat(200));
    expect(errors.filter((error) => error.includes("Room type"))).toHaveLength(1);
    expect(errors).toHaveLength(51);
  });

  it("stops where the messages stand for more than the service works on at once", () => {
    const years = `Start="2027-01-01" End="2029-12-31"`;
    const message = `<AvailStatusMessage BookingLimit="1"><StatusApplicationControl ${years}/></AvailStatusMessage>`;
    // 1,096 nights of two rooms at two rates.
    const { entries, errors } = read(readAvailNotif, message.repeat(500));
    expect(errors).toEqual([expect.stringContaining("more than 2000000 nights of rooms and rates")]);
    expect(entries).toHaveLength(2 * Math.floor(2_000_000 / (1_096 * 4)));
    const short = `<RateAmountMessage><StatusApplicationControl ${NIGHTS}/><Rates>${`<Rate>${base('AmountAfterTax="1"')}</Rate>`.repeat(6_000)}</Rates></RateAmountMessage>`;
    const many = read(readRateAmounts, short.repeat(5));
    expect(many.errors).toEqual([expect.stringContaining("more than 50000 rooms and ranges")]);
    expect(many.entries).toHaveLength(48_000);
    expect(read(readAvailNotif, message.repeat(400)).errors).toEqual([]);
  });
});

describe("OTA_HotelRateAmountNotifRQ", () => {
  it("sets price and clears prices without NumberOfGuests", () => {
    expect(rate(base('AmountAfterTax="120.50" CurrencyCode="EUR"')).entries).toEqual([
      { room: "DBL", ...range, rates: { BAR: { price: 120.5, prices: null } } },
    ]);
  });

  it("sets prices with NumberOfGuests, and both where both are sent", () => {
    expect(rate(base('NumberOfGuests="1" AmountAfterTax="90"', 'NumberOfGuests="2" AmountAfterTax="110"')).entries[0]?.rates).toEqual({
      BAR: { prices: { 1: 90, 2: 110 } },
    });
    expect(rate(base('AmountAfterTax="100"', 'NumberOfGuests="1" AmountAfterTax="90"')).entries[0]?.rates).toEqual({
      BAR: { price: 100, prices: { 1: 90 } },
    });
  });

  it("sets the amounts of additional adults and children", () => {
    const additional = `<AdditionalGuestAmounts><AdditionalGuestAmount AgeQualifyingCode="10" Amount="35"/><AdditionalGuestAmount AgeQualifyingCode="8" Amount="0"/><AdditionalGuestAmount AgeQualifyingCode="7" Amount="5"/></AdditionalGuestAmounts>`;
    const { entries, errors, warnings } = rate(additional);
    expect([entries[0]?.rates, errors, warnings.length]).toEqual([{ BAR: { extraAdult: 35, child: 0 } }, [], 1]);
  });

  it.each([
    [base('AmountBeforeTax="100"'), "AmountBeforeTax alone cannot be sold: send AmountAfterTax."],
    [base('AmountAfterTax="100" CurrencyCode="USD"'), "CurrencyCode must be the hotel's, EUR."],
    [base('AmountAfterTax="0"'), "a price must be more than 0; to stop the sale send Status Close."],
    [base('AmountAfterTax="1e3"'), "AmountAfterTax must be an amount with at most four decimals."],
    [base('AmountAfterTax="-5"'), "AmountAfterTax must be an amount with at most four decimals."],
    [base('AmountAfterTax="100" NumberOfGuests="21"'), "NumberOfGuests must be 1 to 20."],
    [base('AmountAfterTax="100" NumberOfGuests="2"', 'AmountAfterTax="90" NumberOfGuests="2"'), "there are two amounts for 2 guests."],
    [base('AmountAfterTax="100"', 'AmountAfterTax="90"'), "there are two BaseByGuestAmt without NumberOfGuests."],
    [base('AmountAfterTax="100" AgeQualifyingCode="8"'), "a BaseByGuestAmt must be for adults, AgeQualifyingCode 10."],
    ["", "there is no BaseByGuestAmt and no AdditionalGuestAmount."],
  ])("refuses %s", (inner, sentence) => {
    expect(rate(inner).errors).toContain(`12/450 RateAmountMessage 1: ${sentence}`);
  });
});

describe("OTA_HotelInvCountNotifRQ", () => {
  const counts = (inner: string): ReturnType<typeof read> =>
    read(readInvCounts, `<Inventory><StatusApplicationControl ${NIGHTS} InvTypeCode="DBL"/><InvCounts>${inner}</InvCounts></Inventory>`);

  it("takes CountType 2 as what is left", () => {
    expect(counts('<InvCount CountType="2" Count="4"/>').entries).toEqual([{ room: "DBL", ...range, left: 4, rates: {} }]);
    expect(counts('<InvCount CountType="4" Count="9"/><InvCount CountType="2" Count="0"/>')).toMatchObject({
      entries: [{ left: 0 }],
      errors: [],
    });
  });

  it.each(["", '<InvCount CountType="6" Count="1"/>', '<InvCount CountType="2" Count="many"/>'])("refuses %s", (inner) => {
    expect(counts(inner)).toMatchObject({ entries: [], errors: [expect.stringMatching(/^12\/450 /)] });
  });
});

it("never throws, and never gives an entry that its errors do not tell of", () => {
  const value = fc.constantFrom(
    "",
    "1",
    "0",
    "999",
    "-1",
    "x",
    "DBL",
    "BAR",
    "Close",
    "Open",
    "Arrival",
    "2027-01-01",
    "2027-01-05",
    "true",
    "2",
    "10",
    "8",
  );
  const name = fc.constantFrom(
    ..."Start,End,InvTypeCode,RatePlanCode,Mon,Sun,BookingLimit,Status,Restriction,MinMaxMessageType,Time,TimeUnit,AmountAfterTax,NumberOfGuests,AgeQualifyingCode,CountType,Count,CurrencyCode".split(
      ",",
    ),
  );
  const elements =
    "StatusApplicationControl,LengthsOfStay,LengthOfStay,RestrictionStatus,Rates,Rate,BaseByGuestAmts,BaseByGuestAmt,InvCounts,InvCount".split(
      ",",
    );
  const element = (children: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
    fc.tuple(fc.constantFrom(...elements), fc.dictionary(name, value, { maxKeys: 5 }), children).map(([local, attributes, inner]) => {
      const text = Object.entries(attributes).map(([key, one]) => ` ${key}="${one}"`);
      return `<${local}${text.join("")}>${inner.join("")}</${local}>`;
    });
  let tree = element(fc.constant([]));
  for (let depth = 0; depth < 4; depth += 1) tree = element(fc.array(tree, { maxLength: 2 }));
  fc.assert(
    fc.property(fc.constantFrom(readAvailNotif, readRateAmounts, readInvCounts), fc.array(tree, { maxLength: 5 }), (reader, inner) => {
      const { entries } = read(reader, `<M>${inner.join("")}</M>`);
      for (const entry of entries) expect(entry.from <= entry.to && PRODUCTS.rooms.some(({ id }) => id === entry.room)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
