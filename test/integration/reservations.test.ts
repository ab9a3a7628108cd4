/** POST and GET /reservations: docs/interface.md §4.6. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { type ReservationAnswer, booking, read, reservation, reserve } from "../support/reserve.ts";

let euro = "";
let yen = "";

beforeAll(async () => {
  ({ euro, yen } = await addBookableGroup(env.DB, "g1"));
});

describe("POST /reservations/{groupId}", () => {
  it("confirms a booking with its prices and says where to find it", async () => {
    const answer = await reserve("g1", reservation([booking(euro)]));
    expect(answer.status).toBe(200);
    const body = await answer.json<ReservationAnswer>();
    expect(body).toEqual({
      reservationId: expect.stringMatching(/^[\w-]{22}$/) as string,
      reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/) as string,
      groupId: "g1",
      version: 1,
      status: "confirmed",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      billingDetails: {
        title: "",
        firstname: "Ada",
        lastname: "Lovelace",
        phone: "",
        email: "ada@guest.test",
        address1: "",
        address2: "",
        city: "",
        postcode: "",
        country: "",
        mailList: false,
      },
      bookings: [
        {
          bookingId: `${body.reservationId}-1`,
          reference: `${body.reference}-1`,
          hotelId: euro,
          roomId: "DBL",
          rateId: "FLEX",
          checkInDate: night(10),
          checkOutDate: night(12),
          status: "confirmed",
          adult: "2",
          children: "0",
          promoCode: "",
          bedConfiguration: "",
          guest: { title: "", firstname: "Ada", lastname: "Lovelace" },
          currencyCode: "EUR",
          nights: [
            { date: night(10), price: 100 },
            { date: night(11), price: 100 },
          ],
          extras: [],
          roomPrice: 200,
          extrasPrice: 0,
          totalPrice: 200,
          prepaymentDue: 50,
          cancellationFees: [
            { from: body.createdAt, fee: 0 },
            { from: expect.stringMatching(`^${night(10)}T1[45]:00:00.000Z$`) as string, fee: 100 },
          ],
        },
      ],
      totals: [{ currencyCode: "EUR", totalPrice: 200, prepaymentDue: 50 }],
    });
    expect(answer.headers.get("Location")).toBe(`/reservations/g1/${body.reservationId}`);
    expect(answer.headers.get("ETag")).toBe('"v1"');
  });

  it("prices extra guests, promo codes, hidden rates and several currencies", async () => {
    const answer = await reserve(
      "g1",
      reservation([
        booking(euro, { adult: "3", children: "1" }),
        booking(euro, { promoCode: "summer15" }),
        booking(euro, { rateId: "SECRET", promoCode: "MEMBER" }),
        booking(yen, { roomId: "TWN", rateId: "SAVER" }),
      ]),
    );
    const body = await answer.json<ReservationAnswer>();
    expect(body.bookings.map(({ roomPrice }) => roomPrice)).toEqual([260, 170, 100, 180]);
    expect(body.bookings.map(({ prepaymentDue }) => prepaymentDue)).toEqual([65, 42.5, 0, 180]);
    expect(body.totals).toEqual([
      { currencyCode: "EUR", totalPrice: 530, prepaymentDue: 107.5 },
      { currencyCode: "JPY", totalPrice: 180, prepaymentDue: 180 },
    ]);
  });

  it("prices extras from the catalogue, and the prepaid ones are due", async () => {
    const extras = [
      { id: "BREAKFAST", price: 12.5, currency: "EUR", chargeMode: "PerPerson" },
      { id: "BREAKFAST", chargeDays: [[night(10)]] },
      { id: "PARKING", chargePrepayment: false },
      { id: "CHAMPAGNE", chargeDays: [[night(10)], [night(11)]] },
      { id: "CLUB" },
    ];
    const answer = await reserve("g1", reservation([booking(euro, { extras })]));
    const [only] = (await answer.json<ReservationAnswer>()).bookings;
    // 12.5 × 2 guests × 2 nights, × 1 day; 8 × 2 nights; 45 × 2 days; no child.
    expect(only).toMatchObject({ roomPrice: 200, extrasPrice: 50 + 25 + 16 + 90, totalPrice: 381, prepaymentDue: 50 + 16 + 90 });
  });

  it("takes one unit of every night of the stay and no more", async () => {
    const sold = async (): Promise<unknown[]> =>
      (await env.DB.prepare("SELECT sum(sold) AS sold FROM stock WHERE hotel_id = ?1 AND room_id = 'SGL'").bind(euro).all()).results;
    const [before] = (await sold()) as { sold: number }[];
    expect(
      (await reserve("g1", reservation([booking(euro, { roomId: "SGL", checkInDate: night(20), checkOutDate: night(27) })]))).status,
    ).toBe(200);
    expect(await sold()).toEqual([{ sold: (before?.sold ?? 0) + 7 }]);
  });

  it("keeps whoever stays, or the billing details", async () => {
    const guest = { title: "Mr", firstname: "Charles", lastname: "Babbage" };
    const answer = await reserve("g1", reservation([booking(euro, { guest }), booking(euro)], { title: "Countess" }));
    const { reservationId } = await answer.json<ReservationAnswer>();
    const { results } = await env.DB.prepare(
      "SELECT guest ->> 'title' AS title, guest ->> 'lastname' AS lastname FROM booking_versions WHERE reservation_id = ?1 ORDER BY booking_id",
    )
      .bind(reservationId)
      .all();
    expect(results).toEqual([
      { title: "Mr", lastname: "Babbage" },
      { title: "Countess", lastname: "Lovelace" },
    ]);
  });

  it("takes as many bookings and extras as may be sent", async () => {
    const extras = Array.from({ length: 50 }, () => ({ id: "BREAKFAST" }));
    const answer = await reserve("g1", reservation(Array.from({ length: 20 }, () => booking(euro, { extras }))));
    expect((await answer.json<ReservationAnswer>()).bookings).toHaveLength(20);
  });
});

describe("GET /reservations/{groupId}/{reservationId}", () => {
  it("gives the same bytes as the POST did", async () => {
    const made = await reserve("g1", reservation([booking(yen, { roomId: "TWN" }), booking(euro, { extras: [{ id: "PARKING" }] })]));
    const found = await read("g1", made.headers.get("Location") ?? "");
    expect(found.status).toBe(200);
    expect(await found.text()).toBe(await made.text());
    const head = await read("g1", made.headers.get("Location") ?? "", "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("is 404 for an unknown id and for another group's", async () => {
    await addBookableGroup(env.DB, "g2");
    const { reservationId } = await (await reserve("g1", reservation([booking(euro)]))).json<ReservationAnswer>();
    const ids = [reservationId, "nothing", "%00", "%E0%A4%A", "%F0%9F%9B%8F", "x".repeat(5000), "';--"];
    for (const path of ids.map((id) => `/reservations/g2/${id}`)) {
      const answer = await read("g2", path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: "not_found" });
    }
  });
});
