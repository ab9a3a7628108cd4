/** POST /ota: what pushes change, by the same code as POST /ari: docs/interface.md §15. */
import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { PUSH_MESSAGES_MAX } from "../../src/partners/limits.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { insertToken, platform, ask } from "../support/in-worker.ts";
import { type Partner, type PartnerAnswer, all, basic, errorsOf, message, sendOta } from "../support/partner-calls.ts";
import { booking, reservation, reserve } from "../support/reserve.ts";

const pms: Partner = { client: "pms", key: "mine-pms-key" };
const channel: Partner = { client: "channel", key: "mine-channel-key" };

let groupId: string;
let euro: string;
let groups = 0;

beforeEach(async () => {
  groups += 1;
  groupId = `g${groups}`;
  ({ euro } = await addBookableGroup(env.DB, groupId, 10));
  for (const { client, key } of [pms, channel])
    await insertToken(own({ client, key }).key, groupId, { subject: client, scopes: ["rates", "bookings"] });
});

/** The same client's key in this test's group. */
const own = ({ client, key }: Partner): Partner => ({ client, key: `${key}-${groupId}` });

const send = (partner: Partner, body: string): Promise<PartnerAnswer> => sendOta(own(partner), body);
const avail = (inner: string, hotelId = euro): string =>
  message("OTA_HotelAvailNotifRQ", `<AvailStatusMessages HotelCode="${hotelId}">${inner}</AvailStatusMessages>`);
const one = (attributes: string, control: string, inner = ""): string =>
  `<AvailStatusMessage ${attributes}><StatusApplicationControl Start="${night(10)}" End="${night(11)}" ${control}/>${inner}</AvailStatusMessage>`;
const limit = (left: number): string => avail(one(`BookingLimit="${left}"`, 'InvTypeCode="DBL"'));
const rates = (base: string, additional = ""): string =>
  message(
    "OTA_HotelRateAmountNotifRQ",
    `<RateAmountMessages HotelCode="${euro}"><RateAmountMessage><StatusApplicationControl Start="${night(10)}" End="${night(11)}" InvTypeCode="DBL" RatePlanCode="FLEX"/><Rates><Rate>${base}${additional}</Rate></Rates></RateAmountMessage></RateAmountMessages>`,
  );
const base = (...amounts: string[]): string =>
  `<BaseByGuestAmts>${amounts.map((amount) => `<BaseByGuestAmt ${amount}/>`).join("")}</BaseByGuestAmts>`;

interface Offer {
  roomId: string;
  rateId: string;
  totalPrice: number;
  unitsLeft: number;
}

async function offers(query = ""): Promise<Offer[]> {
  const path = `/offers/${groupId}/${euro}?arrival=${night(10)}&departure=${night(12)}${query}`;
  const answer = await exports.default.fetch(`http://tabard.test${path}`, { headers: { Authorization: `Bearer ${groupId}-key` } });
  expect(answer.status).toBe(200);
  return (await answer.json<{ offers: Offer[] }>()).offers;
}

const offer = async (roomId: string, rateId: string, query = ""): Promise<Offer | undefined> =>
  (await offers(query)).find((found) => found.roomId === roomId && found.rateId === rateId);

async function book(): Promise<string> {
  const answer = await reserve(groupId, reservation([booking(euro)]));
  expect(answer.status).toBe(200);
  return (await answer.json<{ reference: string }>()).reference;
}

async function succeed(partner: Partner, body: string): Promise<PartnerAnswer> {
  const answer = await send(partner, body);
  expect(errorsOf(answer)).toEqual([]);
  expect(answer.message.children[0]?.local).toBe("Success");
  return answer;
}

describe("a push", () => {
  it("shows in the next offers", async () => {
    await succeed(pms, limit(3));
    expect(await offer("DBL", "FLEX")).toMatchObject({ unitsLeft: 3 });
    await succeed(pms, rates(base('AmountAfterTax="77.50" CurrencyCode="EUR"')));
    expect((await offer("DBL", "FLEX"))?.totalPrice).toBe(155);
    await succeed(pms, avail(one("", 'InvTypeCode="DBL" RatePlanCode="FLEX"', `<RestrictionStatus Status="Close"/>`)));
    expect([await offer("DBL", "FLEX"), (await offer("DBL", "SAVER"))?.rateId]).toEqual([undefined, "SAVER"]);
    await succeed(pms, avail(one("", 'InvTypeCode="DBL" RatePlanCode="FLEX"', `<RestrictionStatus Restriction="Master" Status="Open"/>`)));
    expect(await offer("DBL", "FLEX")).toBeDefined();
    await succeed(
      pms,
      avail(one("", 'InvTypeCode="DBL"', `<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="3"/></LengthsOfStay>`)),
    );
    expect((await offers()).map(({ roomId }) => roomId)).not.toContain("DBL");
    await succeed(
      pms,
      avail(one("", 'InvTypeCode="DBL"', `<LengthsOfStay><LengthOfStay MinMaxMessageType="SetMinLOS" Time="1"/></LengthsOfStay>`)),
    );
    expect(await offer("DBL", "FLEX")).toBeDefined();
  });

  it("sets prices by number of adults, and one for all clears them", async () => {
    const stored = async (): Promise<unknown> => {
      const path = `/ari/${groupId}/${euro}?from=${night(10)}&to=${night(10)}`;
      const answer = await exports.default.fetch(`http://tabard.test${path}`, { headers: { Authorization: `Bearer ${own(pms).key}` } });
      const { rooms } = await answer.json<{ rooms: { room: string; nights: { rates: Record<string, unknown> }[] }[] }>();
      return rooms.find(({ room }) => room === "DBL")?.nights[0]?.rates["FLEX"];
    };
    const total = async (adults: number): Promise<number | undefined> => (await offer("DBL", "FLEX", `&adults=${adults}`))?.totalPrice;
    await succeed(pms, rates(base('NumberOfGuests="1" AmountAfterTax="60"', 'NumberOfGuests="2" AmountAfterTax="80.5"')));
    expect(await stored()).toMatchObject({ price: 100, prices: { 1: 60, 2: 80.5 } });
    expect([await total(1), await total(2)]).toEqual([120, 161]);
    const adult = `<AdditionalGuestAmounts><AdditionalGuestAmount AgeQualifyingCode="10" Amount="25"/></AdditionalGuestAmounts>`;
    await succeed(pms, rates(base('AmountAfterTax="90"'), adult));
    expect(await stored()).toMatchObject({ price: 90, extraAdult: 25 });
    expect(await stored()).not.toHaveProperty("prices");
    expect([await total(1), await total(2)]).toEqual([180, 180]);
  });

  it("is taken whole or not at all", async () => {
    const answer = await send(pms, avail(one('BookingLimit="3"', 'InvTypeCode="DBL"') + one('BookingLimit="3"', 'InvTypeCode="XXX"')));
    expect(errorsOf(answer)).toEqual(["12/402 Room type code not found for this hotel"]);
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(10);
  });

  it("says what of it lies in the past", async () => {
    const past = `<AvailStatusMessage BookingLimit="3"><StatusApplicationControl Start="${night(-3)}" End="${night(1)}" InvTypeCode="DBL"/></AvailStatusMessage>`;
    expect(all((await succeed(pms, avail(past))).message, "Warning")).toHaveLength(1);
  });

  it("has at most 250,000 elements and attributes", async () => {
    const startMs = Date.now();
    const answer = await send(pms, avail("<x/>".repeat(1_000_000)));
    expect([answer.status, answer.text.includes("malformed_xml"), answer.text.includes("more than 250000")]).toEqual([400, true, true]);
    expect(Date.now() - startMs).toBeLessThan(5_000);
  });

  it("has at most 5,000 messages", async () => {
    const many = one('BookingLimit="1"', 'InvTypeCode="DBL"').repeat(PUSH_MESSAGES_MAX + 1);
    expect(errorsOf(await send(pms, avail(many)))).toEqual(["12/450 There are more than 5000 AvailStatusMessage."]);
    await succeed(pms, avail(many.slice(0, (many.length / (PUSH_MESSAGES_MAX + 1)) * PUSH_MESSAGES_MAX)));
  });
});

describe("a count", () => {
  it("is as of now for a client that never read reservations", async () => {
    await book();
    await succeed(pms, limit(5));
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(5);
  });

  it("never resells what was sold since the client last acknowledged", async () => {
    await succeed(pms, message("OTA_ReadRQ", `<ReadRequests><HotelReadRequest HotelCode="${euro}"/></ReadRequests>`));
    const references = [await book(), await book()];
    await succeed(pms, limit(5));
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(3);
    // Read, and still not acknowledged.
    await succeed(pms, message("OTA_ReadRQ", `<ReadRequests><HotelReadRequest HotelCode="${euro}"/></ReadRequests>`));
    await succeed(pms, limit(5));
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(3);
    const acknowledge = (reference = ""): string =>
      message(
        "OTA_NotifReportRQ",
        `<Success/><NotifDetails><HotelNotifReport><HotelReservations><HotelReservation><UniqueID Type="14" ID="${reference}"/></HotelReservation></HotelReservations></HotelNotifReport></NotifDetails>`,
      );
    await succeed(pms, acknowledge(references[0]));
    await succeed(pms, limit(5));
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(4);
    await succeed(pms, acknowledge(references[1]));
    await succeed(pms, limit(5));
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(5);
    // Another client has its own view.
    await succeed(channel, limit(2));
    expect((await offer("DBL", "FLEX"))?.unitsLeft).toBe(2);
  });

  it("fewer than what was sold is none, and no error", async () => {
    await succeed(pms, message("OTA_ReadRQ", `<ReadRequests><HotelReadRequest HotelCode="${euro}"/></ReadRequests>`));
    await book();
    await book();
    await succeed(pms, limit(1));
    expect(await offer("DBL", "FLEX")).toBeUndefined();
  });
});

describe("GET /messages/{groupId}/{hotelId}", () => {
  interface Page {
    messages: Record<string, unknown>[];
    next: string | null;
  }
  const list = async (query = "", host = platform()): Promise<Page> => {
    const answer = await ask(host, `/messages/${groupId}/${euro}${query}`, { headers: { Authorization: `Bearer ${own(pms).key}` } });
    expect(answer.status).toBe(200);
    return answer.json<Page>();
  };
  /** With all the work a request leaves behind its answer. */
  const push = async (body: string, host = platform()): Promise<void> => {
    await ask(host, "/ota", { method: "POST", headers: { Authorization: basic(own(pms)), "Content-Type": "text/xml" }, body });
  };

  it("answers what came, what it changed and what was wrong, newest first", async () => {
    await push(limit(3));
    await push(avail(one('BookingLimit="x"', 'InvTypeCode="DBL"')));
    const { messages, next } = await list();
    expect(next).toBeNull();
    expect(messages).toMatchObject([
      {
        client: "pms",
        protocol: "OTA",
        message: "OTA_HotelAvailNotifRQ",
        status: "refused",
        errors: ["AvailStatusMessage 1: BookingLimit must be a whole number of rooms."],
      },
      { echoToken: "echo-1", status: "accepted", elements: 1, rooms: ["DBL"], from: night(10), to: night(11), nightsChanged: 2 },
    ]);
  });

  it("gives pages, and nothing older than 14 days", async () => {
    const dayMs = 86_400_000;
    for (const days of [20, 13, 2, 1]) await push(limit(days), platform({ now: () => Date.now() - days * dayMs }));
    const first = await list("?limit=2");
    const second = await list(`?limit=2&after=${first.next}`);
    expect([first.messages.length, second.messages.length, second.next]).toEqual([2, 1, null]);
    const bad = await ask(platform(), `/messages/${groupId}/${euro}?after=x`, { headers: { Authorization: `Bearer ${own(pms).key}` } });
    expect(bad.status).toBe(400);
  });

  it("holds nothing of a guest", async () => {
    await book();
    await push(
      message(
        "OTA_ReadRQ",
        `<ReadRequests><HotelReadRequest HotelCode="${euro}"/></ReadRequests>`,
        'EchoToken="Ada Lovelace ada@guest.test"',
      ),
    );
    expect(await list()).toMatchObject({ messages: [{ message: "OTA_ReadRQ", reservations: 1, echoToken: null }] });
    const rows = await env.DB.prepare(
      "SELECT json_group_array(json_array(client, message, echo_token, detail)) AS text FROM partner_messages",
    ).first<{ text: string }>();
    expect(rows?.text).not.toMatch(/Lovelace|guest\.test/);
  });
});
