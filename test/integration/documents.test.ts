/** POST and GET /documents, GET /accounts: docs/interface.md §12. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { line } from "../support/ledger.ts";
import { type DocumentAnswer, type BookedStay, bookStay, call, setStatus } from "../support/documents.ts";
import { type GroupOfTest, addGroup, tokenOf } from "../support/two-groups.ts";

interface AccountAnswer {
  reference: string;
  siteId: string;
  currencyCode: string;
  expected: number;
  charged: number;
  paid: number;
  balance: number;
  documents: DocumentAnswer[];
}

const KEY = tokenOf("d1", "key");
const BOUND = tokenOf("d1", "key-of-hotel");
let group: GroupOfTest;

const post = (body: unknown, headers: Record<string, string> = {}, token = KEY) =>
  call<DocumentAnswer>(token, "/documents/d1", body, headers);
const account = async (reference: string, token = KEY) =>
  (await call<AccountAnswer>(token, `/accounts/d1/${encodeURIComponent(reference)}`)).body;
const sums = ({ expected, charged, paid, balance }: AccountAnswer) => ({ expected, charged, paid, balance });
const stay = (): Promise<BookedStay> => bookStay("d1", group.hotelId);

beforeAll(async () => {
  group = await addGroup("d1");
  await env.DB.prepare("INSERT INTO pay_codes VALUES ('d1', 'CARD', 'Card', '1210')").run();
});

describe("the account of a stay", () => {
  it("goes from what is expected through a deposit, charges and an invoice to a correction and a refund", async () => {
    const { bookingId, reference, hotelId, totalPrice } = await stay();
    expect(sums(await account(reference))).toEqual({ expected: totalPrice, charged: 0, paid: 0, balance: 0 });
    const deposit = await post({ transactionType: "Payment", bookingId, payCode: "CARD", gross: 50, externalReference: "TX-1" });
    expect([deposit.status, deposit.body]).toMatchObject([
      201,
      {
        transactionType: "Payment",
        siteId: hotelId,
        transactionReference: reference,
        uniqueReferenceNumber: `${reference}-2`,
        secondReference: "TX-1",
        gross: 50,
      },
    ]);
    expect(deposit.body.lines).toEqual([
      { saleCode: "", payCode: "CARD", nominalCode: "1210", taxCode: "", description: "Card", gross: 50, nett: 50, tax: 0 },
    ]);
    const charge = await post({
      transactionType: "Proforma",
      bookingId,
      lines: [{ saleCode: "MEAL", gross: 22.6, description: "Dinner" }],
    });
    expect([charge.status, charge.body.uniqueReferenceNumber]).toEqual([201, `${reference}-3`]);
    expect(charge.body.lines[0]).toMatchObject({ gross: 22.6, nett: 20, tax: 2.6 });
    expect(sums(await account(reference))).toEqual({ expected: totalPrice + 22.6, charged: 0, paid: 50, balance: -50 });
    expect(await post({ transactionType: "Invoice", bookingId })).toMatchObject({ status: 409, body: { code: "not_changeable" } });
    await setStatus(bookingId, "in_house");
    const invoice = await post({ transactionType: "Invoice", bookingId });
    expect([invoice.status, invoice.body.uniqueReferenceNumber, invoice.body.gross]).toEqual([
      201,
      `${hotelId}-I-000001`,
      totalPrice + 22.6,
    ]);
    expect(sums(await account(reference))).toEqual({ expected: 0, charged: totalPrice + 22.6, paid: 50, balance: totalPrice - 27.4 });
    const nothing = await post({ transactionType: "Invoice", bookingId });
    expect([nothing.status, nothing.body.errors?.[0]?.pointer]).toEqual([422, "/bookingId"]);
    const urn = invoice.body.uniqueReferenceNumber;
    const credit = await post({ transactionType: "CreditNote", invoice: urn, lines: [{ saleCode: "MEAL", gross: 10 }] });
    expect(credit.body).toMatchObject({ uniqueReferenceNumber: `${hotelId}-C-000001`, secondReference: urn, gross: 10 });
    const rest = await post({ transactionType: "CreditNote", invoice: urn, lines: [{ saleCode: "MEAL", gross: 12.6 }] });
    // The parts add up to the line they take back, tax and all.
    expect(credit.body.lines[0]!.tax + rest.body.lines[0]!.tax).toBeCloseTo(2.6, 4);
    expect(await post({ transactionType: "CreditNote", invoice: urn, lines: [{ saleCode: "MEAL", gross: 0.0001 }] })).toMatchObject({
      status: 409,
      body: { code: "exceeds_invoice" },
    });
    const refund = await post({
      transactionType: "Payment",
      bookingId,
      payCode: "CARD",
      gross: 22.6,
      refundOf: deposit.body.uniqueReferenceNumber,
    });
    expect(refund.body).toMatchObject({ transactionType: "Payment", gross: -22.6, secondReference: deposit.body.uniqueReferenceNumber });
    expect(
      await post({ transactionType: "Payment", payCode: "CARD", gross: 27.5, refundOf: deposit.body.uniqueReferenceNumber }),
    ).toMatchObject({
      status: 409,
      body: { code: "exceeds_payment" },
    });
    expect(sums(await account(reference))).toEqual({
      expected: 0,
      charged: totalPrice,
      paid: 27.4,
      balance: Number((totalPrice - 27.4).toFixed(4)),
    });
    await setStatus(bookingId, "checked_out");
    expect(await post({ transactionType: "Proforma", bookingId, lines: [{ saleCode: "MEAL", gross: 1 }] })).toMatchObject({
      status: 409,
      body: { code: "not_changeable" },
    });
  });

  it("numbers what many callers post at once without a gap, and invoices what is open once", async () => {
    const { bookingId, reference } = await stay();
    await setStatus(bookingId, "in_house");
    const charges = Array.from({ length: 10 }, () =>
      post({ transactionType: "Proforma", bookingId, lines: [{ saleCode: "MEAL", gross: 1 }] }),
    );
    const invoices = Array.from({ length: 3 }, () => post({ transactionType: "Invoice", bookingId }));
    const answers = await Promise.all([...charges, ...invoices]);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(11);
    const { documents, expected, charged } = await account(reference);
    const own = documents
      .filter(({ transactionType }) => transactionType === "Proforma")
      .map(({ uniqueReferenceNumber }) => uniqueReferenceNumber);
    expect(new Set(own).size).toBe(11);
    const total = documents.filter(({ transactionType }) => transactionType === "Proforma").reduce((sum, { gross }) => sum + gross, 0);
    expect(expected + charged).toBeCloseTo(total, 4);
  });
});

describe("any other account", () => {
  it("is invoiced, paid and corrected by its reference", async () => {
    const hotelId = group.hotelId;
    const lines = [
      { saleCode: "MEAL", gross: 113 },
      { saleCode: "ACCOM", gross: 106, description: "Hall\nfor a day" },
    ];
    const body = {
      transactionType: "Invoice",
      hotelId,
      reference: "EVENT/7",
      accountNumber: "CO7",
      accountType: 3,
      lines,
      dueDate: "2030-01-31",
    };
    const invoice = await post(body);
    expect(invoice).toMatchObject({
      status: 201,
      body: { gross: 219, transactionReference: "EVENT/7", dueDate: "2030-01-31T00:00:00.000Z" },
    });
    const paid = await post({ transactionType: "Payment", hotelId, reference: "EVENT/7", payCode: "CASH", gross: 219 });
    expect(paid.body).toMatchObject({ uniqueReferenceNumber: "EVENT/7-2", accountNumber: "CO7", accountType: 3 });
    const read = await call<AccountAnswer>(KEY, "/accounts/d1/EVENT%2F7");
    expect(sums(read.body)).toEqual({ expected: 0, charged: 219, paid: 219, balance: 0 });
    const newest = await env.DB.prepare("SELECT max(sequence) AS newest FROM events WHERE group_id = 'd1'").first<{ newest: number }>();
    expect(read.headers.get("Event-Sequence")).toBe(String(newest?.newest));
  });
});

describe("an Idempotency-Key", () => {
  it("gives the stored answer again, byte for byte, whatever came after", async () => {
    const { bookingId } = await stay();
    const body = { transactionType: "Proforma", bookingId, lines: [{ saleCode: "MEAL", gross: 5 }] };
    const first = await post(body, { "Idempotency-Key": "charge-1" });
    await setStatus(bookingId, "cancelled");
    const again = await post(body, { "Idempotency-Key": "charge-1" });
    expect([again.status, again.text, again.headers.get("Idempotency-Replayed")]).toEqual([201, first.text, "true"]);
    expect((await post({ ...body, lines: [{ saleCode: "MEAL", gross: 6 }] }, { "Idempotency-Key": "charge-1" })).body.code).toBe(
      "idempotency_key_reused",
    );
  });
});

describe("a request that cannot be taken", () => {
  const cases: [string, () => unknown, string[]][] = [
    ["without a type", () => ({}), ["/transactionType"]],
    ["that is a list", () => [], [""]],
    [
      "of an unknown booking",
      () => ({ transactionType: "Proforma", bookingId: "x", lines: [{ saleCode: "MEAL", gross: 1 }] }),
      ["/bookingId"],
    ],
    [
      "with every fault at once",
      () => ({ transactionType: "Proforma", lines: [{ saleCode: "", gross: -1 }, { gross: 1.00001 }], transactionDate: "2999-01-01" }),
      ["/bookingId", "/lines/0/saleCode", "/lines/0/gross", "/lines/1/saleCode", "/lines/1/gross", "/transactionDate"],
    ],
    [
      "with a sale code twice",
      () => ({
        transactionType: "CreditNote",
        invoice: "x",
        lines: [
          { saleCode: "A", gross: 1 },
          { saleCode: "A", gross: 1 },
        ],
      }),
      ["/lines/1/saleCode"],
    ],
    ["of an unknown invoice", () => ({ transactionType: "CreditNote", invoice: "x", lines: [{ saleCode: "A", gross: 1 }] }), ["/invoice"]],
    ["of an unknown hotel", () => ({ transactionType: "Payment", hotelId: "x", reference: "R", payCode: "CARD", gross: 1 }), ["/hotelId"]],
    [
      "of an unknown pay code",
      () => ({ transactionType: "Payment", hotelId: group.hotelId, reference: "R", payCode: "GOLD", gross: 1 }),
      ["/payCode"],
    ],
    ["of an unknown payment", () => ({ transactionType: "Payment", refundOf: "x", payCode: "CARD", gross: 1 }), ["/refundOf"]],
    ["of no account", () => ({ transactionType: "Payment", payCode: "CARD", gross: 1 }), ["/bookingId"]],
    [
      "with an impossible date",
      () => ({ transactionType: "Payment", hotelId: group.hotelId, reference: "R", payCode: "CARD", gross: 1, dueDate: "2026-02-30" }),
      ["/dueDate"],
    ],
  ];
  for (const [what, body, pointers] of cases) {
    it(`is 422 ${what}`, async () => {
      const answer = await post(body());
      expect([answer.status, answer.body.code]).toEqual([422, "invalid_document"]);
      expect(answer.body.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    });
  }
});

describe("a caller bound to a hotel", () => {
  it("gives back its own payment, where history has another hotel's of the same name before it", async () => {
    const paid = (siteId: string) =>
      line({
        siteId,
        transactionType: "Payment",
        transactionReference: `OLD-${siteId}`,
        uniqueReferenceNumber: "OLD-1",
        saleCode: "",
        payCode: "CARD",
        tax: 0,
      });
    const history = [group.otherHotelId, group.hotelId]
      .map((siteId) => paid(siteId))
      .map((one) => ({ lines: [{ ...one, nett: one.gross }], periodDay: Math.floor(Date.now() / 86_400_000) }));
    await env.DB.batch(bindAll(env.DB, postingStatements("d1", history, Date.now())) as D1PreparedStatement[]);
    const refund = await post({ transactionType: "Payment", refundOf: "OLD-1", payCode: "CARD", gross: 0.01 }, {}, BOUND);
    expect([refund.status, refund.body.siteId]).toEqual([201, group.hotelId]);
  });

  it("knows its hotel's bookings, invoices, documents and accounts alone", async () => {
    const there = await bookStay("d1", group.otherHotelId, { roomId: "TWN" });
    const charge = { transactionType: "Proforma", bookingId: there.bookingId, lines: [{ saleCode: "MEAL", gross: 1 }] };
    expect((await post(charge, {}, BOUND)).body.errors?.[0]?.pointer).toBe("/bookingId");
    expect((await call(BOUND, `/accounts/d1/${there.reference}`)).status).toBe(404);
    expect((await call(BOUND, `/accounts/d1/${there.reference}?hotelId=${group.otherHotelId}`)).status).toBe(404);
    expect((await call(BOUND, `/documents/d1?hotelId=${group.otherHotelId}`)).status).toBe(404);
    const seen = await call<{ documents: DocumentAnswer[] }>(BOUND, "/documents/d1?limit=200");
    expect(new Set(seen.body.documents.map(({ siteId }) => siteId))).toEqual(new Set([group.hotelId]));
    expect((await call(KEY, "/documents/d1?hotelId=nowhere")).status).toBe(404);
  });
});

describe("the list of documents", () => {
  it("comes in order of ModifiedKey, in pages, by hotel, type and reference", async () => {
    type Page = { documents: DocumentAnswer[]; next: number | null };
    const all = (await call<Page>(KEY, "/documents/d1?limit=200")).body.documents;
    expect(all.map(({ modifiedKey }) => modifiedKey)).toEqual(all.map((_, at) => at + 1));
    const paged: DocumentAnswer[] = [];
    for (let after: number | null = 0; after !== null;) {
      const { body }: { body: Page } = await call<Page>(KEY, `/documents/d1?limit=7&after=${after}`);
      paged.push(...body.documents);
      after = body.next;
    }
    expect(paged).toEqual(all);
    const reference = all.at(-1)!.transactionReference;
    const filters: [string, (one: DocumentAnswer) => boolean][] = [
      [`hotelId=${group.hotelId}`, (one) => one.siteId === group.hotelId],
      [
        `hotelId=${group.otherHotelId}&transactionType=Proforma`,
        (one) => one.siteId === group.otherHotelId && one.transactionType === "Proforma",
      ],
      ...["Payment", "Invoice", "CreditNote", "Proforma"].map((type): [string, (one: DocumentAnswer) => boolean] => [
        `transactionType=${type}`,
        (one) => one.transactionType === type,
      ]),
      [`reference=${reference}`, (one) => one.transactionReference === reference],
      [
        `reference=EVENT/7&transactionType=Payment&hotelId=${group.hotelId}`,
        (one) => one.transactionReference === "EVENT/7" && one.transactionType === "Payment",
      ],
      ["reference=nobody", () => false],
    ];
    for (const [query, wanted] of filters) {
      for (const after of [0, 4, all.length, all.length + 5]) {
        const { body } = await call<Page>(KEY, `/documents/d1?limit=200&after=${after}&${query}`);
        expect([query, body.documents]).toEqual([query, all.filter((one) => wanted(one) && one.modifiedKey > after)]);
      }
    }
    expect((await call(KEY, "/documents/d1?transactionType=Bill&limit=0")).body.errors?.map(({ parameter }) => parameter)).toEqual([
      "limit",
      "transactionType",
    ]);
  });
});
