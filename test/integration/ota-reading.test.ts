/** POST /ota: who calls, in which form, and what is read: docs/interface.md §15. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { UNPROVED_BYTES_MAX } from "../../src/partners/limits.ts";
import { OTA_MESSAGES } from "../../src/ota/messages.ts";
import { DEMO_SETTING, writeCommand, writeEnvelope, writeSample } from "../../src/ota/samples.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { insertToken } from "../support/in-worker.ts";
import {
  type Partner,
  type PartnerForm,
  all,
  basic,
  errorsOf,
  message,
  readAnswer,
  security,
  sendOta,
  valueOf,
} from "../support/partner-calls.ts";
import { type ReservationAnswer, booking, reservation, reserve } from "../support/reserve.ts";

const NOT_PROVED = "4/448 Invalid Username and/or Password";
const FORMS: readonly PartnerForm[] = ["bare", "soap11", "soap12"];
const PING = message(
  "OTA_PingRQ",
  "<EchoData>Hello &amp; good bye</EchoData>",
  'EchoToken="tok-1" Version="2.5" TimeStamp="x" Target="Production"',
);

const pms: Partner = { client: "pms", key: "mine-pms-key" };
const channel: Partner = { client: "channel é", key: "mine-channel-key" };
const desk: Partner = { client: "desk", key: "mine-desk-key" };
const theirs: Partner = { client: "pms", key: "theirs-pms-key" };

let euro: string;
let yen: string;

beforeAll(async () => {
  ({ euro, yen } = await addBookableGroup(env.DB, "mine"));
  await addBookableGroup(env.DB, "theirs");
  await insertToken(pms.key, "mine", { subject: pms.client, scopes: ["rates", "bookings"] });
  await insertToken(channel.key, "mine", { subject: channel.client, scopes: ["rates", "bookings"] });
  await insertToken(desk.key, "mine", { subject: desk.client, scopes: ["bookings"], hotelId: euro });
  await insertToken(theirs.key, "theirs", { subject: theirs.client, scopes: ["rates", "bookings"] });
});

async function book(hotelId: string, change: Record<string, unknown> = {}): Promise<ReservationAnswer> {
  const answer = await reserve("mine", reservation([booking(hotelId, hotelId === euro ? change : { roomId: "TWN", ...change })]));
  expect(answer.status).toBe(200);
  return answer.json<ReservationAnswer>();
}

const readRequest = (hotelId: string | null): string =>
  message(
    "OTA_ReadRQ",
    `<ReadRequests><HotelReadRequest${hotelId === null ? "" : ` HotelCode="${hotelId}"`}><SelectionCriteria SelectionType="Undelivered"/></HotelReadRequest></ReadRequests>`,
  );
const report = (...ids: string[]): string =>
  message(
    "OTA_NotifReportRQ",
    `<Success/><NotifDetails><HotelNotifReport><HotelReservations>${ids.map((id) => `<HotelReservation><UniqueID Type="14" ID="${id}"/></HotelReservation>`).join("")}</HotelReservations></HotelNotifReport></NotifDetails>`,
  );

/** [status, reference] of every reservation that is not acknowledged. */
async function unread(partner: Partner, hotelId: string | null): Promise<[string | undefined, string | undefined][]> {
  const answer = await sendOta(partner, readRequest(hotelId));
  expect(errorsOf(answer)).toEqual([]);
  return all(answer.message, "HotelReservation").map((one) => [valueOf(one, "ResStatus"), valueOf(one.children[0], "ID")]);
}

describe("who calls", () => {
  it.each(FORMS)("is proved in the form %s, and answered in it", async (form) => {
    const { status, message: answer, text, headers } = await sendOta(form === "soap12" ? pms : channel, PING, form);
    expect(status).toBe(200);
    expect([answer.local, valueOf(answer, "EchoToken"), valueOf(answer, "Version")]).toEqual(["OTA_PingRS", "tok-1", "2.5"]);
    expect(answer.children.map(({ local, text: inner }) => [local, inner])).toEqual([
      ["Success", ""],
      ["EchoData", "Hello & good bye"],
    ]);
    expect(text.includes("Envelope")).toBe(form !== "bare");
    expect(headers.get("Content-Type")).toBe(form === "soap12" ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8");
  });

  it.each([
    ["nobody", null],
    ["a wrong key", { client: "pms", key: "wrong" }],
    ["another client's name", { client: "channel", key: pms.key }],
    ["another case of the name", { client: "PMS", key: pms.key }],
    ["no name", { client: "", key: pms.key }],
  ])("is not %s, in any form", async (_who, partner) => {
    for (const form of FORMS) {
      const answer = await sendOta(partner, PING, form);
      expect([answer.status, errorsOf(answer), valueOf(answer.message, "EchoToken")]).toEqual([200, [NOT_PROVED], "tok-1"]);
      expect(answer.message.local).toBe("OTA_PingRS");
    }
  });

  it("may send Basic with an envelope, and is not two users at once", async () => {
    const envelope = (header: string): string =>
      `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>${header}</e:Header><e:Body>${PING}</e:Body></e:Envelope>`;
    const send = async (body: string, headers: Record<string, string>): Promise<string[]> =>
      errorsOf(
        await readAnswer(
          await exports.default.fetch("http://tabard.test/ota", {
            method: "POST",
            headers: { "Content-Type": "text/xml", ...headers },
            body,
          }),
        ),
      );
    expect(await send(envelope(""), { Authorization: basic(pms) })).toEqual([]);
    expect(await send(envelope(security(pms) + security(pms)), {})).toEqual([NOT_PROVED]);
    expect(await send(envelope(security(pms).replace("#PasswordText", "#PasswordDigest")), {})).toEqual([NOT_PROVED]);
  });

  it("is told what the key lacks", async () => {
    const answer = await sendOta(desk, message("OTA_HotelAvailRQ", ""));
    expect(errorsOf(answer)).toEqual([NOT_PROVED, "6/497 The key lacks the scope rates."]);
  });

  it("is proved before more than the first 16 KiB are parsed", async () => {
    // Broken behind the bound: whoever is nobody does not learn of it.
    const long = PING.replace("Hello", `${"x".repeat(UNPROVED_BYTES_MAX)}<broken`);
    expect(errorsOf(await sendOta(null, long))).toEqual([NOT_PROVED]);
    expect(errorsOf(await sendOta({ ...pms, key: "wrong" }, long, "soap11"))).toEqual([NOT_PROVED]);
    expect((await sendOta(pms, long)).text).toContain("malformed_xml");
    const hidden = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><pad>${"x".repeat(UNPROVED_BYTES_MAX)}</pad>${security(pms)}</e:Header><e:Body>${PING}</e:Body></e:Envelope>`;
    const answer = await exports.default.fetch("http://tabard.test/ota", {
      method: "POST",
      headers: { "Content-Type": "text/xml" },
      body: hidden,
    });
    expect(await answer.text()).toContain("Fault");
  });
});

describe("what is no message", () => {
  it.each([
    ["<a/>", 400, "unknown_operation"],
    [message("OTA_VehResRQ", ""), 400, "unknown_operation"],
    ["<OTA_PingRQ/>", 400, "unknown_operation"],
    ["<OTA_PingRQ", 400, "malformed_xml"],
    ["", 400, "malformed_xml"],
    [`<!DOCTYPE a>${PING}`, 400, "malformed_xml"],
  ])("is refused: %s", async (body, status, code) => {
    const answer = await sendOta(pms, body);
    expect([answer.status, all(answer.message, "code")[0]?.text]).toEqual([status, code]);
  });

  it("is refused as too large or of another type", async () => {
    const send = (body: BodyInit, type: string): Promise<Response> =>
      exports.default.fetch("http://tabard.test/ota", {
        method: "POST",
        headers: { "Content-Type": type, Authorization: basic(pms) },
        body,
      });
    const untyped = (headers: Record<string, string>): Promise<Response> =>
      exports.default.fetch("http://tabard.test/ota", {
        method: "POST",
        headers: { Authorization: basic(pms), ...headers },
        body: new TextEncoder().encode(PING),
      });
    expect([(await untyped({})).status, (await untyped({ Origin: "https://elsewhere.test" })).status]).toEqual([200, 415]);
    expect((await send(" ".repeat(4 * 1024 * 1024 + 1), "text/xml")).status).toBe(413);
    expect((await send(PING, "application/json")).status).toBe(415);
  });
});

describe("OTA_HotelAvailRQ", () => {
  const request = (hotelId: string): string =>
    message(
      "OTA_HotelAvailRQ",
      `<AvailRequestSegments><AvailRequestSegment AvailReqType="Room"><HotelSearchCriteria><Criterion><HotelRef HotelCode="${hotelId}"/></Criterion></HotelSearchCriteria></AvailRequestSegment></AvailRequestSegments>`,
      'AvailRatesOnly="true"',
    );

  it("lists every pair of a room and a rate", async () => {
    const { message: answer } = await sendOta(pms, request(euro));
    const pairs = all(answer, "RoomStay").map((stay) => [
      valueOf(all(stay, "RoomType")[0], "RoomTypeCode"),
      valueOf(all(stay, "RatePlan")[0], "RatePlanCode"),
    ]);
    expect(pairs).toEqual(["DBL", "SGL"].flatMap((room) => ["FLEX", "SAVER", "SECRET"].map((rate) => [room, rate])));
    expect(valueOf(answer, "Version")).toBe("1.0");
  });

  it.each(["nowhere", "theirs-euro", ""])("does not know the hotel %j", async (hotelId) => {
    expect(errorsOf(await sendOta(pms, request(hotelId)))).toEqual([`6/392 Hotel not found for HotelCode=${hotelId}`]);
  });
});

describe("reservations", () => {
  it("are sent until they are acknowledged, to each client for itself", async () => {
    const first = await book(euro);
    expect(await unread(pms, euro)).toEqual([["Book", first.reference]]);
    expect(await unread(pms, euro)).toEqual([["Book", first.reference]]);
    expect(errorsOf(await sendOta(pms, report(first.reference), "soap11"))).toEqual([]);
    expect(await unread(pms, euro)).toEqual([]);
    expect(await unread(channel, euro)).toEqual([["Book", first.reference]]);
    expect(await unread(theirs, "theirs-euro")).toEqual([]);
    await sendOta(channel, report(first.reference));
  });

  it("carry all that a property system needs", async () => {
    const { reference } = await book(euro, {
      children: "1",
      bedConfiguration: "twin",
      guest: { title: "Dr", firstname: "Grace <&>", lastname: "Hopper" },
    });
    const [sent] = all((await sendOta(pms, readRequest(euro), "soap12")).message, "HotelReservation");
    if (!sent) throw new Error("no reservation");
    const [stay] = all(sent, "RoomStay");
    expect(valueOf(all(sent, "UniqueID")[0], "ID")).toBe(reference);
    expect([valueOf(all(sent, "RoomType")[0], "RoomTypeCode"), valueOf(all(sent, "RatePlan")[0], "RatePlanCode")]).toEqual(["DBL", "FLEX"]);
    expect(stay?.children.map(({ local }) => local)).toEqual(
      "RoomTypes RatePlans RoomRates GuestCounts TimeSpan Total BasicPropertyInfo ResGuestRPHs Comments".split(" "),
    );
    expect(all(sent, "Rate").map((rate) => [valueOf(rate, "EffectiveDate"), valueOf(rate.children[0], "AmountAfterTax")])).toEqual([
      [night(10), "110.00"],
      [night(11), "110.00"],
    ]);
    expect(all(sent, "GuestCount").map((count) => [valueOf(count, "AgeQualifyingCode"), valueOf(count, "Count")])).toEqual([
      ["10", "2"],
      ["8", "1"],
    ]);
    expect(all(sent, "GivenName").map(({ text }) => text)).toEqual(["Grace <&>", "Ada"]);
    expect(all(sent, "Email").map(({ text }) => text)).toEqual(["ada@guest.test"]);
    expect(valueOf(all(sent, "Total").at(-1), "AmountAfterTax")).toBe("220.00");
    await sendOta(pms, report(reference));
  });

  it("are acknowledged exactly by the message's id", async () => {
    const { reference } = await book(euro);
    const [sent] = all((await sendOta(pms, readRequest(euro))).message, "HotelReservation");
    const messageId = valueOf(sent?.children[1], "ID") ?? "";
    const exact = (id: string): string => report(id).replace('Type="14"', 'Type="16"');
    const [, sequence] = messageId.split(".");
    await sendOta(pms, exact(`${reference}.${Number(sequence) - 1}`));
    expect(await unread(pms, euro)).toEqual([["Book", reference]]);
    await sendOta(pms, exact(messageId));
    expect(await unread(pms, euro)).toEqual([]);
  });

  it("of several hotels stand in each, and are known by the hotel's own part", async () => {
    const answer = await reserve("mine", reservation([booking(euro), booking(yen, { roomId: "TWN" })]));
    const { reference } = await answer.json<ReservationAnswer>();
    const sent = all((await sendOta(pms, readRequest(null))).message, "HotelReservation");
    expect(
      sent.map((one) => [
        valueOf(one.children[0], "ID"),
        all(one, "RoomStay").length,
        valueOf(all(one, "BasicPropertyInfo")[0], "HotelCode"),
      ]),
    ).toEqual([
      [reference, 1, euro],
      [reference, 1, yen],
    ]);
    expect((await unread(desk, euro)).length).toBeGreaterThan(0);
    await sendOta(desk, report(reference));
    expect(await unread(pms, yen)).toEqual([["Book", reference]]);
    await sendOta(pms, report(reference));
    expect(await unread(pms, null)).toEqual([]);
  });

  it("of another hotel are unknown to a hotel's key, and an id that was never sent acknowledges nothing", async () => {
    const { reference } = await book(yen);
    expect(errorsOf(await sendOta(desk, readRequest(yen)))).toEqual([`6/392 Hotel not found for HotelCode=${yen}`]);
    expect(await unread(desk, null)).toEqual(await unread(desk, euro));
    const answer = await sendOta(channel, report(reference));
    expect(all(answer.message, "Warning").map(({ text }) => text)).toEqual(["1 of these were never sent to this client."]);
    expect(await unread(channel, yen)).toContainEqual(["Book", reference]);
  });

  it.each([report(), message("OTA_NotifReportRQ", "<Success/>"), report("x").replace('ID="x"', "")])(
    "are not acknowledged by %s",
    async (body) => {
      expect(errorsOf(await sendOta(pms, body))).toEqual([expect.stringMatching(/^12\/450 /)]);
    },
  );
});

describe("GET /ota", () => {
  const get = (path: string): Promise<Response> => exports.default.fetch(`http://tabard.test${path}`);

  it("shows a sample of each message, that works as it stands", async () => {
    const page = await (await get("/ota")).text();
    const setting = { ...DEMO_SETTING, hotelId: euro, address: "http://tabard.test/ota", nowMs: Date.now(), ...pms };
    for (const one of OTA_MESSAGES) {
      expect(page).toContain(one.request);
      const quiet = one.name.startsWith("Hotel") && one.name !== "HotelAvail";
      const answer = await sendOta(pms, writeSample(one, setting));
      expect([answer.message.local, quiet || errorsOf(answer).length === 0]).toEqual([one.response, true]);
      expect(writeCommand(one, setting).match(/'/g)).toHaveLength(8);
      const enveloped = await exports.default.fetch("http://tabard.test/ota", {
        method: "POST",
        headers: { "Content-Type": "text/xml" },
        body: writeEnvelope(one, setting),
      });
      expect((await readAnswer(enveloped)).message.local).toBe(one.response);
    }
    expect(page.length).toBeLessThan(100_000);
  });

  it("describes itself to SOAP clients", async () => {
    const wsdl = await (await get("/ota?WSDL")).text();
    expect(wsdl).toContain('<soap:address location="http://tabard.test/ota"/>');
  });
});
