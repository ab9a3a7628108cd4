/** What partners are told of a booking's life, and as of when their counts are: docs/interface.md §15.4, §15.5, §16.3. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { nightsOf } from "../support/ari.ts";
import { insertToken } from "../support/in-worker.ts";
import { type Partner, all, errorsOf, message, sendAlpine, sendOta, valueOf } from "../support/partner-calls.ts";
import { booking, reservation, reserve } from "../support/reserve.ts";

const GROUP = "life";
const pms: Partner = { client: "pms", key: "life-pms-key" };

interface Made {
  reservationId: string;
  reference: string;
  bookings: { bookingId: string }[];
}

let euro: string;
let yen: string;

beforeAll(async () => {
  ({ euro, yen } = await addBookableGroup(env.DB, GROUP, 5));
  await insertToken(`${GROUP}-rates`, GROUP, { subject: "reader", scopes: ["rates"] });
  await insertToken(pms.key, GROUP, { subject: pms.client, scopes: ["rates", "bookings"] });
});

async function book(...bookings: Record<string, unknown>[]): Promise<Made> {
  const answer = await reserve(GROUP, reservation(bookings));
  expect(answer.status).toBe(200);
  return answer.json<Made>();
}

async function change({ reservationId }: Made, verb: string, body: unknown, method = "POST"): Promise<void> {
  const path = `/reservations/${GROUP}/${reservationId}${verb && `/${verb}`}`;
  const answer = await exports.default.fetch(`http://tabard.test${path}`, {
    method,
    headers: { Authorization: `Bearer ${GROUP}-key`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([answer.status, answer.ok ? "" : await answer.text()]).toEqual([200, ""]);
}

/** [status, reference, departures, total] of what is not acknowledged; with `ack`, it is afterwards. */
async function unread(ack = true): Promise<unknown[][]> {
  const answer = await sendOta(
    pms,
    message(
      "OTA_ReadRQ",
      `<ReadRequests><HotelReadRequest HotelCode="${euro}"><SelectionCriteria SelectionType="Undelivered"/></HotelReadRequest></ReadRequests>`,
    ),
  );
  expect(errorsOf(answer)).toEqual([]);
  const sent = all(answer.message, "HotelReservation");
  if (ack && sent.length > 0) {
    const ids = sent.map((one) => `<HotelReservation><UniqueID Type="16" ID="${valueOf(one.children[1], "ID")}"/></HotelReservation>`);
    const report = `<Success/><NotifDetails><HotelNotifReport><HotelReservations>${ids.join("")}</HotelReservations></HotelNotifReport></NotifDetails>`;
    expect(errorsOf(await sendOta(pms, message("OTA_NotifReportRQ", report)))).toEqual([]);
  }
  return sent.map((one) => [
    valueOf(one, "ResStatus"),
    valueOf(one.children[0], "ID"),
    all(one, "RoomStay").map((stay) => valueOf(all(stay, "TimeSpan")[0], "End")),
  ]);
}

/** Counts so many rooms left. */
async function count(left: number, ahead = 10): Promise<void> {
  const status = `<AvailStatusMessage BookingLimit="${left}"><StatusApplicationControl Start="${night(ahead)}" End="${night(ahead)}" InvTypeCode="DBL"/></AvailStatusMessage>`;
  const sent = message("OTA_HotelAvailNotifRQ", `<AvailStatusMessages HotelCode="${euro}">${status}</AvailStatusMessages>`);
  expect(errorsOf(await sendOta(pms, sent))).toEqual([]);
}

/** Rooms left. */
async function left(ahead = 10): Promise<number | undefined> {
  const [only] = await nightsOf({ groupId: GROUP, euro, yen }, "DBL", night(ahead), night(ahead));
  return only?.left;
}

describe("a partner is told of", () => {
  it("changes and cancellations, each until it is acknowledged", async () => {
    const made = await book(booking(euro));
    expect(await unread()).toEqual([["Book", made.reference, [night(12)]]]);
    const [{ bookingId } = { bookingId: "" }] = made.bookings;
    await change(made, "amendment", { bookings: [{ bookingId, checkOutDate: night(13) }] });
    expect(await unread(false)).toEqual([["Modify", made.reference, [night(13)]]]);
    await change(made, "", { billingDetails: { phone: "+49 30 1" } }, "PATCH");
    expect(await unread()).toEqual([["Modify", made.reference, [night(13)]]]);
    await change(made, "cancellation", {});
    expect(await unread()).toEqual([["Cancel", made.reference, [night(13)]]]);
    expect(await unread()).toEqual([]);
  });

  it("a reservation that was changed before it read it, as a new one; cancelled before, as a cancellation", async () => {
    const made = await book(booking(euro));
    await change(made, "amendment", { bookings: [{ bookingId: made.bookings[0]?.bookingId, checkOutDate: night(14) }] });
    const gone = await book(booking(euro));
    await change(gone, "cancellation", {});
    expect(await unread()).toEqual([
      ["Book", made.reference, [night(14)]],
      ["Cancel", gone.reference, [night(12)]],
    ]);
  });

  it("the rooms that are left of a reservation, and only its own hotel's changes", async () => {
    const made = await book(booking(euro), booking(euro), booking(yen, { roomId: "TWN" }));
    await unread();
    await change(made, "cancellation", { bookings: [{ bookingId: made.bookings[2]?.bookingId }] });
    expect(await unread()).toEqual([]);
    await change(made, "cancellation", { bookings: [{ bookingId: made.bookings[0]?.bookingId }] });
    expect(await unread()).toEqual([["Modify", made.reference, [night(12)]]]);
    await change(made, "cancellation", {});
    expect(await unread()).toEqual([["Cancel", made.reference, [night(12), night(12)]]]);
  });

  it("cancellations by AlpineBits with the time they were made", async () => {
    const made = await book(booking(euro));
    await unread();
    await change(made, "cancellation", {});
    const request = `<OTA_ReadRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="7.000"><ReadRequests><HotelReadRequest HotelCode="${euro}"/></ReadRequests></OTA_ReadRQ>`;
    const answer = await (await sendAlpine(pms, "2024-10", "OTA_Read:GuestRequests", request)).text();
    expect(answer).toMatch(new RegExp(`ResStatus="Cancelled"[^]*<UniqueID Type="15" ID="${made.reference}`));
    await unread();
  });
});

describe("rooms left that a partner counts", () => {
  it("are those after the last reservation it acknowledged: what it has not seen is taken off", async () => {
    await count(4);
    expect(await left()).toBe(4);
    const made = await book(booking(euro));
    await count(4);
    expect(await left()).toBe(3);
    await unread();
    await count(3);
    expect(await left()).toBe(3);
    await change(made, "cancellation", {});
    expect(await left()).toBe(4);
    await count(3);
    expect(await left()).toBe(4);
    await unread();
    await count(4);
    expect(await left()).toBe(4);
  });

  it("never resell the room of a booking that moved", async () => {
    const made = await book(booking(euro));
    await unread();
    await count(2);
    await count(2, 20);
    await change(made, "amendment", {
      bookings: [{ bookingId: made.bookings[0]?.bookingId, checkInDate: night(20), checkOutDate: night(21) }],
    });
    expect([await left(), await left(20)]).toEqual([3, 1]);
    await count(2);
    await count(2, 20);
    expect([await left(), await left(20)]).toEqual([3, 1]);
    await unread();
    await count(3);
    await count(1, 20);
    expect([await left(), await left(20)]).toEqual([3, 1]);
  });
});
