/**
 * POST /alpinebits as clients send it, in every version, each answer against the version's schema: docs/interface.md §16. The
 * schemas are read where they stand beside the repository; elsewhere these tests are passed over.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACTIONS, PING, VERSIONS, type Version } from "../../src/alpinebits/versions.ts";
import { night } from "../../harness/bookable-group.ts";
import { PMS, type PartnerServer, startPartnerServer } from "../support/partner-server.ts";
import { canRun } from "../support/soap-server.ts";

const run = promisify(execFile);
const NAMESPACE = `xmlns="http://www.opentravel.org/OTA/2003/05"`;
const SCHEMAS = "../shared/alpinebits";

let server: PartnerServer;
let folder: string;

beforeAll(async () => {
  server = await startPartnerServer();
  folder = mkdtempSync(join(tmpdir(), "tabard-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const schemaOf = (version: Version): string => `${SCHEMAS}/alpinebits-${version}.xsd`;

/** Rejects with what xmllint says. */
async function validate(version: Version, xml: string): Promise<void> {
  const file = join(folder, "document.xml");
  writeFileSync(file, xml);
  await run("xmllint", ["--noout", "--schema", schemaOf(version), file]);
}

/** With curl, as the specification's own example does; the document must be valid itself. */
async function send(version: Version, action: string, document: string): Promise<string> {
  await validate(version, document);
  const file = join(folder, "request.xml");
  writeFileSync(file, document);
  const { stdout } = await run("curl", [
    "-sS",
    "-f",
    "-u",
    `${PMS.client}:${PMS.key}`,
    "-H",
    `X-AlpineBits-ClientProtocolVersion: ${version}`,
    "-F",
    `action=${action}`,
    "-F",
    `request=<${file}`,
    `${server.origin}/alpinebits`,
  ]);
  await validate(version, stdout);
  return stdout;
}

const freeRooms = (version: Version): string => ACTIONS[version][1]?.parameter ?? "";

/** Rooms left of a category on nights, in the version's own words. */
function rooms(
  version: Version,
  periods: readonly { from: string; to: string; room: string; left: number }[],
  complete: boolean,
  hotelId: string,
): string {
  const head = complete ? `<UniqueID Type="16" ID="1" Instance="CompleteSet"/>` : "";
  const control = ({ from, to, room }: { from: string; to: string; room: string }): string =>
    `<StatusApplicationControl Start="${from}" End="${to}" InvTypeCode="${room}"/>`;
  if (version === "2018-10") {
    const messages = periods.map(
      (one) => `<AvailStatusMessage BookingLimit="${one.left}" BookingLimitMessageType="SetLimit">${control(one)}</AvailStatusMessage>`,
    );
    return `<OTA_HotelAvailNotifRQ ${NAMESPACE} Version="1.002">${head}<AvailStatusMessages HotelCode="${hotelId}">${messages.join("")}</AvailStatusMessages></OTA_HotelAvailNotifRQ>`;
  }
  const inventories = periods.map(
    (one) =>
      `<Inventory>${control(one)}${one.left === 0 ? "" : `<InvCounts><InvCount CountType="2" Count="${one.left}"/></InvCounts>`}</Inventory>`,
  );
  return `<OTA_HotelInvCountNotifRQ ${NAMESPACE} Version="4">${head}<Inventories HotelCode="${hotelId}">${inventories.join("")}</Inventories></OTA_HotelInvCountNotifRQ>`;
}

async function leftOn(room: string, date: string): Promise<number | null> {
  const row = await server.db
    .prepare("SELECT free FROM stock WHERE hotel_id = ?1 AND room_id = ?2 AND night = julianday(?3) - julianday('1970-01-01')")
    .bind(server.hotelId, room, date)
    .first<{ free: number }>();
  return row && row.free;
}

const readRequest = (hotelId: string): string =>
  `<OTA_ReadRQ ${NAMESPACE} Version="1.001"><ReadRequests><HotelReadRequest HotelCode="${hotelId}"/></ReadRequests></OTA_ReadRQ>`;
const report = (type: number, id: string): string =>
  `<OTA_NotifReportRQ ${NAMESPACE} Version="1.000"><Success/><NotifDetails><HotelNotifReport><HotelReservations><HotelReservation><UniqueID Type="${type}" ID="${id}"/></HotelReservation></HotelReservations></HotelNotifReport></NotifDetails></OTA_NotifReportRQ>`;

/** The reference of what is not acknowledged. */
async function readReference(version: Version): Promise<string> {
  const answer = await send(version, "OTA_Read:GuestRequests", readRequest(server.hotelId));
  return /<UniqueID Type="14" ID="(\w+)"/.exec(answer)?.[1] ?? "";
}

const runs = existsSync(schemaOf("2024-10")) && canRun("xmllint", "--version") && canRun("curl", "--version");

describe.skipIf(!runs).each(VERSIONS)("AlpineBits %s", (version) => {
  it("shakes hands on what works, and repeats the client's words", async () => {
    const words = JSON.stringify({
      versions: [
        {
          version,
          actions: [{ action: "action_OTA_Ping" }, { action: "action_OTA_Read" }, { action: "action_OTA_HotelRatePlanNotif_RatePlans" }],
        },
      ],
    });
    const answer = await send(
      version,
      PING.parameter,
      `<OTA_PingRQ ${NAMESPACE} Version="8.000"><EchoData>${words}</EchoData></OTA_PingRQ>`,
    );
    const common = JSON.parse(/ALPINEBITS_HANDSHAKE">([^<]*)</.exec(answer)?.[1] ?? "");
    expect(common).toEqual({ versions: [{ version, actions: [{ action: "action_OTA_Ping" }, { action: "action_OTA_Read" }] }] });
    expect(answer).toContain(`<EchoData>${words}</EchoData>`);
  });

  it("takes complete sets and deltas", async () => {
    const set = rooms(version, [{ from: night(20), to: night(22), room: "DBL", left: 7 }], true, server.hotelId);
    expect(await send(version, freeRooms(version), set)).toContain("<Success/>");
    expect([
      await leftOn("DBL", night(19)),
      await leftOn("DBL", night(20)),
      await leftOn("DBL", night(22)),
      await leftOn("SGL", night(20)),
    ]).toEqual([0, 7, 7, 0]);
    const delta = rooms(
      version,
      [
        { from: night(22), to: night(23), room: "DBL", left: 3 },
        { from: night(20), to: night(20), room: "DBL", left: 0 },
      ],
      false,
      server.hotelId,
    );
    expect(await send(version, freeRooms(version), delta)).toContain("<Success/>");
    expect([await leftOn("DBL", night(20)), await leftOn("DBL", night(21)), await leftOn("DBL", night(23))]).toEqual([0, 7, 3]);
  });

  it("refuses what it cannot take with Errors, all of it", async () => {
    const periods = [
      { from: night(20), to: night(20), room: "DBL", left: 9 },
      { from: night(20), to: night(22), room: "XXX", left: 1 },
    ];
    const answer = await send(version, freeRooms(version), rooms(version, periods, false, server.hotelId));
    expect(answer).toContain(`<Error Type="13" Code="402">`);
    expect(await leftOn("DBL", night(20))).not.toBe(9);
    expect(await send(version, freeRooms(version), rooms(version, periods, false, "nowhere"))).toContain(`<Error Type="13" Code="392">`);
    expect(await send(version, "OTA_Read:GuestRequests", readRequest("nowhere"))).toContain(`<Error Type="13" Code="392">`);
  });

  it("gives reservations until they are acknowledged", async () => {
    await server.db.prepare("UPDATE stock SET units = sold + 5 WHERE hotel_id = ?1").bind(server.hotelId).run();
    const reference = await server.book();
    const answer = await send(version, "OTA_Read:GuestRequests", readRequest(server.hotelId));
    expect(answer).toContain(`<HotelReservation CreateDateTime="`);
    expect(answer).toContain(`<UniqueID Type="14" ID="${reference}"/>`);
    expect(await send(version, "OTA_NotifReport:GuestRequests", report(14, reference))).toContain("<Success/>");
    expect(await send(version, "OTA_Read:GuestRequests", readRequest(server.hotelId))).toContain("<ReservationsList/>");
    const since = readRequest(server.hotelId).replace(
      "/></ReadRequests>",
      `><SelectionCriteria Start="2020-01-01T00:00:00Z"/></HotelReadRequest></ReadRequests>`,
    );
    expect(await send(version, "OTA_Read:GuestRequests", since)).toContain(reference);
  });

  it("tells changes and cancellations", async () => {
    const reference = await server.book();
    await send(version, "OTA_NotifReport:GuestRequests", report(14, await readReference(version)));
    await server.change(reference, "", { billingDetails: { phone: "+39 0471 1" } });
    expect(await send(version, "OTA_Read:GuestRequests", readRequest(server.hotelId))).toContain(`ResStatus="Modify"`);
    await send(version, "OTA_NotifReport:GuestRequests", report(14, reference));
    await server.change(reference, "cancellation", {});
    const cancelled = await send(version, "OTA_Read:GuestRequests", readRequest(server.hotelId));
    expect(cancelled).toContain(`ResStatus="Cancelled"`);
    expect(cancelled).toContain(`<UniqueID Type="15" ID="${reference}"/>`);
    await send(version, "OTA_NotifReport:GuestRequests", report(15, reference));
    expect(await send(version, "OTA_Read:GuestRequests", readRequest(server.hotelId))).toContain("<ReservationsList/>");
  });
});

describe.skipIf(!runs)("closing seasons", () => {
  it("close every category", async () => {
    const set = rooms("2022-10", [{ from: night(20), to: night(22), room: "DBL", left: 7 }], true, server.hotelId).replace(
      "<Inventory>",
      `<Inventory><StatusApplicationControl Start="${night(30)}" End="${night(33)}" AllInvCode="true"/></Inventory><Inventory>`,
    );
    expect(await send("2022-10", freeRooms("2022-10"), set)).toContain("<Success/>");
    expect([await leftOn("DBL", night(22)), await leftOn("DBL", night(31))]).toEqual([7, 0]);
  });
});

describe("a body that is compressed", () => {
  it("is read as any other", async () => {
    const form = new FormData();
    form.set("action", "OTA_Read:GuestRequests");
    form.set("request", readRequest(server.hotelId));
    const plain = new Response(form);
    const answer = await fetch(`${server.origin}/alpinebits`, {
      method: "POST",
      headers: {
        "Content-Type": plain.headers.get("Content-Type") ?? "",
        "Content-Encoding": "gzip",
        Authorization: `Basic ${btoa(`${PMS.client}:${PMS.key}`)}`,
        "X-AlpineBits-ClientProtocolVersion": "2024-10",
      },
      body: gzipSync(new Uint8Array(await plain.arrayBuffer())),
    });
    expect(answer.headers.get("X-AlpineBits-Server-Accept-Encoding")).toBe("gzip");
    expect(await answer.text()).toContain("<Success/>");
  });
});
