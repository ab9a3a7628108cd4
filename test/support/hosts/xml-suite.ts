/** The XML interface, every operation and every code of docs/interface.md §6, at whatever host the URL names. */
import { expect, it } from "vitest";
import { NAMESPACE, day, element, envelope, exportOf, logIn, operatorSession, postXml, textOf } from "../../../harness/calls.ts";

const EPOCH = "2000-01-01T00:00:00";
const FAR = "2999-12-31T00:00:00";

async function codeOf(answer: Promise<Response>): Promise<string | null> {
  const response = await answer;
  const xml = await response.text();
  expect(response.status).toBe(200);
  return textOf(xml, "ExceptionCode");
}

/** Registers the tests; `url` is known when they run. */
export function xmlSuite(url: () => string): void {
  operations(url);
  codes(url);
  faults(url);
}

function operations(url: () => string): void {
  it("describes itself: WSDL, operations, samples", async () => {
    for (const [path, type] of [
      ["/soap?wsdl", "text/xml"],
      ["/soap?WSDL", "text/xml"],
      ["/soap", "text/html"],
      ["/soap?op=LogIn", "text/html"],
    ]) {
      const answer = await fetch(url() + path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("Content-Type")).toContain(type);
      await answer.text();
    }
  });

  it("exports a period in every form of the request", async () => {
    const sessionId = await operatorSession(url());
    const body = exportOf(sessionId, `${day(-5)}T00:00:00Z`, FAR);
    const name = "cim_FinancialExportReportV2";
    const soap12 = { "Content-Type": "application/soap+xml; charset=utf-8" };
    const forms: [string, string, Record<string, string>][] = [
      [body, `?op=${name}`, { "Content-Type": "text/xml" }],
      [body, `?soapAction=${NAMESPACE}/${name}`, {}],
      [envelope("1.1", body), "", { "Content-Type": "text/xml", SOAPAction: `"${NAMESPACE}/${name}"` }],
      [envelope("1.2", body), "", soap12],
    ];
    // One after the other: a session may not run that many exports at once.
    const texts: string[] = [];
    for (const [text, query, headers] of forms) texts.push(await (await postXml(url(), text, query, headers)).text());
    const counts = texts.map((xml) => xml.split("<FinancialExportTransaction>").length - 1);
    expect(counts[0]).toBeGreaterThan(100);
    expect(counts).toEqual(counts.map(() => counts[0]));
    const roots = texts.map((xml) => /<\/(?:\w+:)?(\w+)>\s*$/.exec(xml)?.[1]);
    expect(roots).toEqual([`${name}Response`, `${name}Response`, "Envelope", "Envelope"]);
  });

  it("ends a session at once", async () => {
    const sessionId = await operatorSession(url());
    expect(await codeOf(postXml(url(), element("LogOut", { SessionID: sessionId })))).toBe("0");
    expect(await codeOf(postXml(url(), exportOf(sessionId, EPOCH, FAR)))).toBe("7007");
  });
}

function codes(url: () => string): void {
  it("answers what went wrong as a code, with HTTP 200", async () => {
    const sessionId = await operatorSession(url());
    expect(await codeOf(postXml(url(), logIn("demo", "FINANCE", "wrong")))).toBe("7001");
    expect(await codeOf(postXml(url(), exportOf("unknown", EPOCH, FAR)))).toBe("7007");
    expect(await codeOf(postXml(url(), exportOf(sessionId, FAR, EPOCH)))).toBe("90400");
    expect(await codeOf(postXml(url(), exportOf(sessionId, "2026-02-30T00:00:00", FAR)))).toBe("90400");
  });

  it("does not permit a user's session to export", async () => {
    const credentials = JSON.stringify({ email: "guest@demo.test", password: "demo-password" });
    const session = await fetch(`${url()}/sessions/demo`, {
      method: "POST",
      body: credentials,
      headers: { "Content-Type": "application/json" },
    });
    const { sessionId } = (await session.json()) as { sessionId: string };
    expect(await codeOf(postXml(url(), exportOf(sessionId, EPOCH, FAR)))).toBe("70004");
  });
}

function faults(url: () => string): void {
  const unknown = element("Unknown", {});
  const soap12 = { "Content-Type": "application/soap+xml" };

  it.each([
    ["an unknown operation, bare", unknown, { "Content-Type": "text/xml" }, 400, "application/problem+xml", "unknown_operation"],
    ["an unknown operation in SOAP 1.1", envelope("1.1", unknown), { "Content-Type": "text/xml" }, 500, "text/xml", "Client"],
    ["an unknown operation in SOAP 1.2", envelope("1.2", unknown), soap12, 500, "application/soap+xml", "Sender"],
    ["XML that is not well-formed", "<a><b></a>", { "Content-Type": "text/xml" }, 400, "application/problem+xml", "malformed_xml"],
    ["a DOCTYPE", `<!DOCTYPE a><a/>`, { "Content-Type": "text/xml" }, 400, "application/problem+xml", "malformed_xml"],
    ["another envelope", `<Envelope xmlns="urn:x"/>`, soap12, 500, "application/soap+xml", "VersionMismatch"],
    [
      "a header that must be understood",
      envelope("1.1", unknown, `<x xmlns="urn:x" s:mustUnderstand="1"/>`),
      { "Content-Type": "text/xml" },
      500,
      "text/xml",
      "MustUnderstand",
    ],
    [
      "a media type it does not read",
      unknown,
      { "Content-Type": "application/json" },
      415,
      "application/problem+xml",
      "unsupported_media_type",
    ],
    [
      "more than 64 KiB",
      `<a>${"x".repeat(64 * 1024)}</a>`,
      { "Content-Type": "text/xml" },
      413,
      "application/problem+xml",
      "body_too_large",
    ],
  ])("refuses %s", async (_name, body, headers, status, type, word) => {
    const answer = await postXml(url(), body, "", headers);
    const text = await answer.text();
    expect([answer.status, answer.headers.get("Content-Type")?.split(";")[0]]).toEqual([status, type]);
    expect(text).toContain(word);
  });

  it("allows no other method", async () => {
    const answer = await fetch(`${url()}/soap`, { method: "PUT", body: "x" });
    await answer.text();
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
  });
}
