/** Every answer against the schema inside the live WSDL, by libxml2: docs/interface.md §6.5. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMS, type Form, TYPES, exportOf, logIn, payload, textOf, parse, wrap } from "../support/soap-messages.ts";
import { CREDENTIALS, type SoapServer, canRun, startSoapServer } from "../support/soap-server.ts";

const run = promisify(execFile);

describe.skipIf(!canRun("xmllint", "--version"))("xmllint", () => {
  let server: SoapServer;
  let folder: string;
  let sessionId: string;

  const send = async (form: Form, body: string): Promise<string> => {
    const answer = await fetch(server.url, { method: "POST", headers: { "Content-Type": TYPES[form] }, body: wrap(form, body) });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  /** Rejects with what xmllint says. */
  const validate = async (xml: string): Promise<void> => {
    const inner = xml.replace(/^.*<soap:Body>/s, "").replace(/<\/soap:Body>.*$/s, "");
    const file = join(folder, "answer.xml");
    writeFileSync(file, inner);
    await run("xmllint", ["--noout", "--schema", join(folder, "schema.xsd"), file]);
  };

  beforeAll(async () => {
    server = await startSoapServer();
    folder = mkdtempSync(join(tmpdir(), "tabard-"));
    const wsdl = await (await fetch(`${server.url}?wsdl`)).text();
    const schema = /<s:schema.*<\/s:schema>/s.exec(wsdl)?.[0] ?? "";
    writeFileSync(join(folder, "schema.xsd"), schema);
    const { Password, SiteID, OperatorCode } = CREDENTIALS;
    const password = Password.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const opened = await send("bare", logIn({ SiteID, OperatorCode, Password: password }));
    sessionId = textOf(parse(opened), "SessionID") ?? "";
    await validate(opened);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  it.each(FORMS)("finds every answer valid in the form %s", async (form) => {
    const full = await send(form, exportOf(sessionId));
    expect(full).toContain("<FinancialExportTransaction>");
    await validate(full);
    await validate(await send(form, exportOf(sessionId, { afterTimestamp: "2029-01-01T24:00:00.00000+14:00" })));
    await validate(await send(form, exportOf(sessionId, { afterTimestamp: "x" })));
    await validate(await send(form, exportOf("none")));
    await validate(await send(form, logIn({ SiteID: "x", OperatorCode: "x", Password: "x" })));
    await validate(await send(form, payload("LogOut", { SessionID: "none" })));
  });

  it("finds a wrong answer, so that the check is one", async () => {
    const xml = await send("bare", exportOf(sessionId));
    await expect(validate(xml.replace("<AccountType>3<", "<AccountType>three<"))).rejects.toThrow(/AccountType/);
  });
});
