/** Clients of others at POST /ota: docs/interface.md §15. Answers whose types AlpineBits shares are held against its schema. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OTA_MESSAGES } from "../../src/ota/messages.ts";
import { writeCommand } from "../../src/ota/samples.ts";
import { PMS, type PartnerServer, startPartnerServer } from "../support/partner-server.ts";
import { canRun } from "../support/soap-server.ts";

const run = promisify(execFile);
/** Debian's own, which python3-zeep is installed for. */
const PYTHON = "/usr/bin/python3";
const SCHEMAS = "../shared/alpinebits";

let server: PartnerServer;
let url: string;
let reference: string;

beforeAll(async () => {
  server = await startPartnerServer();
  url = `${server.origin}/ota`;
  reference = await server.book();
});
afterAll(() => server.close());

describe.skipIf(!canRun(PYTHON, "-c", "import zeep"))("zeep", () => {
  it("calls every kind of operation from the WSDL, with WS-Security, in SOAP 1.1 and 1.2", async () => {
    const { stdout } = await run(PYTHON, ["test/e2e/ota-client.py", `${url}?wsdl`, PMS.client, PMS.key, server.hotelId]);
    const expected = {
      ping: [["Success", "EchoData"], "zeep-1", "1.0", "Grüße"],
      reservations: ["Book"],
      refused: ["Room type code not found for this hotel"],
      unproved: ["Invalid Username and/or Password"],
    };
    expect(JSON.parse(stdout)).toEqual({ OtaSoap: expected, OtaSoap12: expected });
  });
});

describe.skipIf(!canRun("php", "-r", "new SoapClient(null, ['location' => 'x', 'uri' => 'x']);"))("PHP's SoapClient", () => {
  it("reads reservations in SOAP 1.1 and 1.2", async () => {
    const { stdout } = await run("php", ["test/e2e/ota-client.php", `${url}?wsdl`, PMS.client, PMS.key, server.hotelId]);
    const answers = ["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"];
    expect(JSON.parse(stdout)).toEqual(answers.map((envelope) => ({ echo: "php", envelope, reservations: 1 })));
  });
});

describe.skipIf(!canRun("curl", "--version"))("a shell", () => {
  const setting = (): Parameters<typeof writeCommand>[1] => ({
    address: url,
    nowMs: Date.now(),
    hotelId: server.hotelId,
    roomId: "DBL",
    rateId: "FLEX",
    currencyCode: "EUR",
    ...PMS,
    reference,
  });

  it.each(OTA_MESSAGES)("gets what the page's command for $request promises", async (message) => {
    const { stdout } = await run("sh", ["-c", writeCommand(message, setting())]);
    expect(stdout).toContain(`<${message.response} `);
    expect(stdout).toContain("<Success/>");
  });

  it.skipIf(!existsSync(SCHEMAS) || !canRun("xmllint", "--version")).each([
    ["HotelAvailNotif", "2018-10"],
    ["HotelInvCountNotif", "2020-10"],
    ["NotifReport", "2018-10"],
    ["Ping", "2020-10"],
  ])("gets a valid %s answer", async (name, version) => {
    const message = OTA_MESSAGES.find((one) => one.name === name) ?? OTA_MESSAGES[0];
    const { stdout } = await run("sh", ["-c", writeCommand(message, setting())]);
    const folder = mkdtempSync(join(tmpdir(), "tabard-"));
    // The one attribute that AlpineBits leaves out of OpenTravel's.
    writeFileSync(join(folder, "answer.xml"), stdout.replace(/ EchoToken="[^"]*"/, ""));
    await run("xmllint", ["--noout", "--schema", `${SCHEMAS}/alpinebits-${version}.xsd`, join(folder, "answer.xml")]);
    rmSync(folder, { recursive: true });
  });
});
