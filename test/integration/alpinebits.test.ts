/** The protocol of AlpineBits: headers, form, compression, faults (docs/interface.md §16). */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";
import { changeAri } from "../support/ari.ts";
import { insertToken } from "../support/in-worker.ts";
import { type Partner, basic, sendAlpine } from "../support/partner-calls.ts";

const NAMESPACE = `xmlns="http://www.opentravel.org/OTA/2003/05" Version="1.0"`;
const READ = "OTA_Read:GuestRequests";
const pms: Partner = { client: "pms", key: "mine-pms-key" };

let readRequest: string;
let hotel: string;

beforeAll(async () => {
  const { euro } = await addBookableGroup(env.DB, "mine");
  hotel = euro;
  await insertToken(pms.key, "mine", { subject: pms.client, scopes: ["rates", "bookings"] });
  readRequest = `<OTA_ReadRQ ${NAMESPACE}><ReadRequests><HotelReadRequest HotelCode="${euro}"/></ReadRequests></OTA_ReadRQ>`;
});

const send = async (
  ...[version, action, document, options]: [string | null, string, string | null, { gzip?: boolean }?]
): Promise<[number, string]> => {
  const answer = await sendAlpine(pms, version, action, document, options);
  expect(answer.headers.get("X-AlpineBits-Server-Accept-Encoding")).toBe("gzip");
  return [answer.status, await answer.text()];
};
const post = (headers: Record<string, string>, body: BodyInit): Promise<Response> =>
  exports.default.fetch("http://tabard.test/alpinebits", {
    method: "POST",
    headers: { Authorization: basic(pms), "X-AlpineBits-ClientProtocolVersion": "2024-10", ...headers },
    body,
  });

describe("a fault of the protocol is a text", () => {
  it.each([
    ["no version", null, READ, 400, "ERROR:the header X-AlpineBits-ClientProtocolVersion is missing"],
    ["another version", "2017-10", READ, 400, "ERROR:only the versions 2018-10, 2020-10, 2022-10, 2024-10 are spoken here"],
    ["no action", "2024-10", "", 400, "ERROR:unknown or missing action"],
    ["an unknown action", "2024-10", "OTA_Read:Everything", 400, "ERROR:unknown or missing action"],
    ["an action of another version", "2018-10", "OTA_HotelInvCountNotif:FreeRooms", 400, "ERROR:unknown or missing action"],
    ["prices", "2024-10", "OTA_HotelRatePlanNotif:RatePlans", 400, "ERROR:unknown or missing action"],
  ])("%s", async (_what, version, action, status, text) => {
    expect(await send(version, action, readRequest)).toEqual([status, text]);
  });

  it.each([
    ["no document", null, /^ERROR:the parameter request is missing$/],
    ["no XML", "hello", /^ERROR:the parameter request is not well-formed: /],
    ["a document type", `<!DOCTYPE OTA_ReadRQ><OTA_ReadRQ ${NAMESPACE}/>`, /^ERROR:.*document type/],
    ["another message", `<OTA_PingRQ ${NAMESPACE}/>`, /^ERROR:the parameter request must hold a OTA_ReadRQ/],
    ["another namespace", `<OTA_ReadRQ/>`, /^ERROR:the parameter request must hold a OTA_ReadRQ/],
  ])("%s", async (_what, document, text) => {
    expect(await send("2024-10", READ, document)).toEqual([400, expect.stringMatching(text)]);
  });

  it("another body than a form, or a broken one", async () => {
    for (const [type, body] of [
      ["text/xml", readRequest],
      ["multipart/form-data", "x"],
      ["multipart/form-data; boundary=a", "no boundary"],
      ["application/x-www-form-urlencoded", "action=x"],
    ] as const) {
      const answer = await post({ "Content-Type": type }, body);
      expect([answer.status, (await answer.text()).startsWith("ERROR:")]).toEqual([400, true]);
    }
    const large = await post({ "Content-Type": "multipart/form-data; boundary=a" }, " ".repeat(4 * 1024 * 1024 + 1));
    expect([large.status, (await large.text()).startsWith("ERROR:")]).toEqual([413, true]);
  });
});

describe("a compressed body", () => {
  it("is read like any other", async () => {
    expect(await send("2024-10", READ, readRequest, { gzip: true })).toEqual([200, expect.stringContaining("<Success/>")]);
  });

  it("is refused where it is no gzip, or grows beyond its bound", async () => {
    const headers = { "Content-Type": "multipart/form-data; boundary=a", "Content-Encoding": "gzip" };
    expect(await (await post(headers, "x".repeat(100))).text()).toMatch(/^ERROR:the body is no gzip$/);
    const zeros = new Response(new Uint8Array(64 * 1024 * 1024)).body?.pipeThrough(new CompressionStream("gzip"));
    const bomb = new Uint8Array(await new Response(zeros).arrayBuffer());
    expect(bomb.length).toBeLessThan(100_000);
    expect(await (await post(headers, bomb)).text()).toMatch(/^ERROR:the body has more than 4194304 bytes, unpacked$/);
    expect(await (await post({ ...headers, "Content-Encoding": "br" }, bomb)).text()).toMatch(/^ERROR:Content-Encoding/);
  });
});

describe("the handshake", () => {
  const PING = "OTA_Ping:Handshaking";
  const ping = (data: string): string => `<OTA_PingRQ ${NAMESPACE}><EchoData>${data}</EchoData></OTA_PingRQ>`;

  it("works with a client of another version, which so learns what is spoken here", async () => {
    const words = `{"versions":[{"version":"2030-10"},{"version":"2018-10"}]}`;
    const [status, text] = await send("2030-10", PING, ping(words));
    expect(status).toBe(200);
    expect(text).toContain('"2018-10"');
    expect(text).toContain(`<EchoData>${words}</EchoData>`);
  });

  it("refuses what is no announcement", async () => {
    expect(await send("2024-10", PING, ping("hello"))).toEqual([400, 'ERROR:EchoData must be JSON: {"versions":[…]}']);
  });
});

it("knows a hotel by its name where a client has no code", async () => {
  const named = readRequest.replace(/HotelCode="([^"]*)"/, 'HotelName="$1"');
  expect(await send("2018-10", READ, named)).toEqual([200, expect.stringContaining("<Success/>")]);
  expect(await send("2018-10", READ, named.replace('HotelName="', 'HotelName="X'))).toEqual([200, expect.stringContaining('Code="392"')]);
  // Since 2024-10 the code is mandatory.
  expect(await send("2024-10", READ, named)).toEqual([200, expect.stringContaining('Code="392"')]);
});

it("takes a complete set although a slip has put a night thousands of years ahead on sale", async () => {
  const slip = [{ room: "DBL", from: "9999-12-30", to: "9999-12-30", units: 3 }];
  expect((await changeAri("mine", hotel, slip, { Authorization: `Bearer ${pms.key}` })).status).toBe(200);
  const rooms = `<StatusApplicationControl Start="${night(1)}" End="${night(3)}" InvTypeCode="DBL"/><InvCounts><InvCount CountType="2" Count="2"/></InvCounts>`;
  const set = `<OTA_HotelInvCountNotifRQ ${NAMESPACE}><UniqueID Type="16" ID="1" Instance="CompleteSet"/>
    <Inventories HotelCode="${hotel}"><Inventory>${rooms}</Inventory></Inventories></OTA_HotelInvCountNotifRQ>`;
  const [status, text] = await send("2024-10", "OTA_HotelInvCountNotif:FreeRooms", set);
  expect([status, text]).toEqual([200, expect.stringContaining("<Success/>")]);
});
