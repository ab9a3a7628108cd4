/** What the routes for partners do, for the OpenAPI document: docs/interface.md §15, §16. */
import * as z from "zod";
import { VERSIONS } from "../../src/alpinebits/versions.ts";
import { MessageQuerySchema } from "../../src/http/messages.ts";
import { OTA_MESSAGES } from "../../src/ota/messages.ts";
import { DEMO_SETTING, writeSample } from "../../src/ota/samples.ts";
import type { Operation } from "./operations.ts";

const [PING] = OTA_MESSAGES;
const OTA_REQUEST = writeSample(PING, { ...DEMO_SETTING, address: "", nowMs: Date.UTC(2026, 10, 1) });
const OTA_ANSWER = `<OTA_PingRS xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="sample-1" TimeStamp="2026-11-01T00:00:00.000Z" Version="1.0">
  <Success/>
  <EchoData>Are you there?</EchoData>
</OTA_PingRS>`;
const ALPINEBITS_ANSWER = `<OTA_ResRetrieveRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="7.000">
  <Success/>
  <ReservationsList/>
</OTA_ResRetrieveRS>`;

const Message = z
  .object({
    messageId: z.string(),
    receivedAt: z.iso.datetime(),
    client: z.string().meta({ description: "Of the key it came with." }),
    protocol: z.string().meta({ example: "OTA" }),
    message: z.string().meta({ example: "OTA_HotelAvailNotifRQ" }),
    echoToken: z.string().nullable().meta({ description: "The sender's own name for it, where it is one word." }),
    status: z.enum(["accepted", "refused"]),
    elements: z.int().optional().meta({ description: "Messages inside the message." }),
    rooms: z.array(z.string()).optional(),
    from: z.iso.date().optional().meta({ description: "First night named." }),
    to: z.iso.date().optional().meta({ description: "Last night named." }),
    nightsChanged: z.int().optional(),
    reservations: z.int().optional().meta({ description: "Sent, or acknowledged." }),
    errors: z.array(z.string()).optional(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "PartnerMessage" });

const MessagePage = z
  .object({ messages: z.array(Message), next: z.string().nullable().meta({ description: "The next `after`; null: no older ones." }) })
  .meta({ id: "PartnerMessagePage" });

export const PARTNER_OPERATIONS: Readonly<Record<string, Operation>> = {
  "GET /messages/:groupId/:hotelId": {
    operationId: "listPartnerMessages",
    tag: "Partners",
    summary: "Read what partners sent of a hotel",
    description: "Messages of OTA and AlpineBits of the last 14 days, newest first: what came, and what it changed.",
    query: MessageQuerySchema,
    success: { status: 200, description: "The messages.", schema: MessagePage },
    problems: ["not_found"],
  },
  "POST /ota": {
    operationId: "sendOta",
    tag: "Partners",
    summary: "Send an OpenTravel message",
    description:
      `${OTA_MESSAGES.map(({ request }) => `\`${request}\``).join(", ")}; the body's root decides. Plain XML with HTTP Basic, or SOAP 1.1 or ` +
      "1.2 with a WS-Security UsernameToken: the key's client and the key. Samples: `GET /ota`; for SOAP clients: `GET /ota?wsdl`.",
    xml: { request: OTA_REQUEST, answer: OTA_ANSWER },
    success: { status: 200, description: "The message's answer; a refusal has Errors." },
  },
  "POST /alpinebits": {
    operationId: "sendAlpineBits",
    tag: "Partners",
    summary: "Send an AlpineBits HotelData request",
    description:
      `Versions ${VERSIONS.join(", ")}: \`multipart/form-data\` with \`action\` and \`request\` and HTTP Basic (the key's client and the ` +
      "key); the whole body may be gzip. Faults of the protocol are texts that begin with `ERROR:`.",
    header: z.object({ "X-AlpineBits-ClientProtocolVersion": z.enum(VERSIONS) }),
    form: {
      schema: z.object({
        action: z.string().meta({ example: "OTA_Read:GuestRequests" }),
        request: z.string().meta({ description: "The document." }),
      }),
      answer: ALPINEBITS_ANSWER,
    },
    success: { status: 200, description: "The action's document; a refusal has Errors." },
  },
};
