/**
 * The messages of /ota and the actions of /alpinebits × every kind of caller × hotels of the other group and of another key's
 * binding (docs/interface.md §10, §15, §16). A message or action without a case here fails.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, PING, VERSIONS } from "../../src/alpinebits/versions.ts";
import { OTA_MESSAGES, type OtaMessage } from "../../src/ota/messages.ts";
import { DEMO_SETTING, writeSample } from "../../src/ota/samples.ts";
import { HOTEL_KEY_SCOPES, KEY_SCOPES } from "../../src/access/rules/principal.ts";
import { insertToken } from "../support/in-worker.ts";
import { type Partner, type PartnerAnswer, errorsOf, sendAlpine, sendOta } from "../support/partner-calls.ts";
import { type GroupOfTest, addGroup, countRows, tokenOf } from "../support/two-groups.ts";

const NOT_PROVED = "4/448 Invalid Username and/or Password";
const NAMESPACE = `xmlns="http://www.opentravel.org/OTA/2003/05" Version="1.0"`;

let mine: GroupOfTest;
let theirs: GroupOfTest;

/** Keys of the group `mine` by what they lack; all are of client `pms`. */
const KEYS: Readonly<Record<string, { scopes: readonly string[]; ofHotel?: true; revokedMs?: number; expiresMs?: number }>> = {
  all: { scopes: KEY_SCOPES },
  "no rates": { scopes: KEY_SCOPES.filter((scope) => scope !== "rates") },
  "no bookings": { scopes: KEY_SCOPES.filter((scope) => scope !== "bookings") },
  "of a hotel": { scopes: HOTEL_KEY_SCOPES, ofHotel: true },
  revoked: { scopes: KEY_SCOPES, revokedMs: 1 },
  expired: { scopes: KEY_SCOPES, expiresMs: 1 },
};

const keyOf = (kind: string): Partner => ({ client: "pms", key: `partner ${kind}` });

/** Nobody these are: other kinds of tokens under the name their holder would give. */
const STRANGERS: Readonly<Record<string, Partner | null>> = {
  nobody: null,
  "a revoked key": keyOf("revoked"),
  "an expired key": keyOf("expired"),
  "another client's name": { client: "channel", key: "partner all" },
  "a user's session": { client: "ann-of-mine", key: tokenOf("mine", "user") },
  "an operator's session": { client: "DESK", key: tokenOf("mine", "operator") },
  "an operator's JSON session": { client: "DESK", key: tokenOf("mine", "desk") },
};

beforeAll(async () => {
  mine = await addGroup("mine");
  theirs = await addGroup("theirs");
  for (const [kind, { scopes, ofHotel, ...ends }] of Object.entries(KEYS)) {
    await insertToken(`partner ${kind}`, "mine", { subject: "pms", scopes, ...(ofHotel ? { hotelId: mine.hotelId } : {}), ...ends });
  }
});

const setting = (hotelId: string): Parameters<typeof writeSample>[1] => ({
  ...DEMO_SETTING,
  address: "",
  nowMs: Date.now(),
  hotelId,
  roomId: "DBL",
});
const sendSample = (partner: Partner | null, message: OtaMessage, hotelId: string): Promise<PartnerAnswer> =>
  sendOta(partner, writeSample(message, setting(hotelId)));
const namesHotel = (message: OtaMessage): boolean => writeSample(message, setting("the-hotel")).includes("the-hotel");
const partnerRows = async (): Promise<unknown> => {
  const tables = ["partner_cursors", "partner_deliveries", "partner_messages", "calendar_months"];
  return env.DB.prepare(`SELECT ${tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(", ")}`).first();
};

describe.each(OTA_MESSAGES)("$request", (message) => {
  it.each(Object.keys(STRANGERS))("is not done for %s", async (name) => {
    const before = [await countRows(), await partnerRows()];
    const answer = await sendSample(STRANGERS[name] ?? null, message, mine.hotelId);
    expect([answer.status, errorsOf(answer)]).toEqual([200, [NOT_PROVED]]);
    expect([await countRows(), await partnerRows()]).toEqual(before);
  });

  it.each(["rates", "bookings"])("needs its scope, and none but that: without %s", async (scope) => {
    const errors = errorsOf(await sendSample(keyOf(`no ${scope}`), message, mine.hotelId));
    expect(errors.includes(NOT_PROVED)).toBe(message.scope === scope);
  });

  it.skipIf(!namesHotel(message))("knows neither the other group's hotels nor, with a hotel's key, the group's other ones", async () => {
    const before = await countRows();
    for (const hotelId of [theirs.hotelId, theirs.otherHotelId, "no-such-hotel"]) {
      expect(errorsOf(await sendSample(keyOf("all"), message, hotelId))).toEqual([`6/392 Hotel not found for HotelCode=${hotelId}`]);
    }
    expect(errorsOf(await sendSample(keyOf("of a hotel"), message, mine.otherHotelId))).toEqual([
      `6/392 Hotel not found for HotelCode=${mine.otherHotelId}`,
    ]);
    expect(errorsOf(await sendSample(keyOf("of a hotel"), message, mine.hotelId))).not.toContainEqual(expect.stringContaining("392"));
    if (message.name === "Read" || message.name === "HotelAvail") expect(await countRows()).toEqual(before);
  });
});

it("shows a hotel's key that hotel's reservations alone, and nobody another group's", async () => {
  const read = OTA_MESSAGES.find(({ name }) => name === "Read") ?? OTA_MESSAGES[0];
  const everywhere = writeSample(read, setting(mine.hotelId)).replace(/ HotelCode="[^"]*"/, "");
  const whole = (await sendOta(keyOf("all"), everywhere)).text;
  expect([mine.hotelId, mine.otherHotelId].every((id) => whole.includes(`HotelCode="${id}"`))).toBe(true);
  expect(whole).not.toMatch(/theirs/);
  const bound = (await sendOta(keyOf("of a hotel"), everywhere)).text;
  expect([bound.includes(`HotelCode="${mine.hotelId}"`), bound.includes(mine.otherHotelId)]).toEqual([true, false]);
});

/** A document for each action; an action without one fails. */
const DOCUMENTS: Readonly<Record<string, (hotelId: string) => string>> = {
  OTA_PingRQ: () => `<OTA_PingRQ ${NAMESPACE}><EchoData>{"versions":[]}</EchoData></OTA_PingRQ>`,
  OTA_ReadRQ: (hotelId) => `<OTA_ReadRQ ${NAMESPACE}><ReadRequests><HotelReadRequest HotelCode="${hotelId}"/></ReadRequests></OTA_ReadRQ>`,
  OTA_NotifReportRQ: () => `<OTA_NotifReportRQ ${NAMESPACE}><Success/></OTA_NotifReportRQ>`,
  OTA_HotelAvailNotifRQ: (hotelId) =>
    `<OTA_HotelAvailNotifRQ ${NAMESPACE}><AvailStatusMessages HotelCode="${hotelId}"><AvailStatusMessage BookingLimit="1" BookingLimitMessageType="SetLimit"><StatusApplicationControl Start="2030-01-01" End="2030-01-01" InvTypeCode="NONE"/></AvailStatusMessage></AvailStatusMessages></OTA_HotelAvailNotifRQ>`,
  OTA_HotelInvCountNotifRQ: (hotelId) =>
    `<OTA_HotelInvCountNotifRQ ${NAMESPACE}><Inventories HotelCode="${hotelId}"><Inventory><StatusApplicationControl Start="2030-01-01" End="2030-01-01" InvTypeCode="NONE"/></Inventory></Inventories></OTA_HotelInvCountNotifRQ>`,
};

describe.each(VERSIONS)("AlpineBits %s", (version) => {
  describe.each(ACTIONS[version])("$parameter", ({ parameter, request, scope }) => {
    const send = (partner: Partner | null, hotelId: string): Promise<Response> =>
      sendAlpine(partner, version, parameter, DOCUMENTS[request]?.(hotelId) ?? "");

    it.each(Object.keys(STRANGERS))("is not done for %s", async (name) => {
      const before = [await countRows(), await partnerRows()];
      const answer = await send(STRANGERS[name] ?? null, mine.hotelId);
      expect([answer.status, await answer.text()]).toEqual([401, "ERROR:invalid or missing username/password"]);
      expect(answer.headers.get("WWW-Authenticate")).toBe('Basic realm="AlpineBits", charset="UTF-8"');
      expect([await countRows(), await partnerRows()]).toEqual(before);
    });

    it("needs its scope, and knows the caller's own hotels alone", async () => {
      expect((await send(keyOf("all"), mine.hotelId)).status).toBe(200);
      for (const lacking of ["rates", "bookings"]) {
        expect((await (await send(keyOf(`no ${lacking}`), mine.hotelId)).text()).includes('Code="497"')).toBe(scope === lacking);
      }
      if (parameter === PING.parameter || request === "OTA_NotifReportRQ") return;
      for (const [partner, hotelId] of [
        [keyOf("all"), theirs.hotelId],
        [keyOf("of a hotel"), mine.otherHotelId],
      ] as const) {
        expect(await (await send(partner, hotelId)).text()).toContain('Code="392"');
      }
      expect(await (await send(keyOf("of a hotel"), mine.hotelId)).text()).not.toContain('Code="392"');
    });
  });
});
