/** Requests that must be refused, and how: docs/interface.md §6.3 and §6.8. Nothing is stored, nothing breaks. */
import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addGroup } from "../support/ledger.ts";
import { GOOD_REQUESTS, HOSTILE_REQUESTS, type HostileRequest } from "../support/hostile-requests.ts";
import { FORMS, SOAP11, SOAP12, TYPES, parse, textOf } from "../support/soap-messages.ts";

type Sent = Omit<HostileRequest, "name" | "answer">;

function send({ body, type = "text/xml", query = "", headers = {} }: Sent): Promise<Response> {
  const all = type === null ? headers : { "Content-Type": type, ...headers };
  return exports.default.fetch(`http://tabard.test/soap${query}`, { method: "POST", headers: all, body });
}

/** The answer in the corpus's short form; its shape is checked on the way. */
async function shorten(answer: Response): Promise<string> {
  const type = answer.headers.get("Content-Type");
  const root = parse(await answer.text());
  if (root.name === "{urn:ietf:rfc:7807}problem") {
    expect(type).toBe("application/problem+xml");
    expect(textOf(root, "status")).toBe(String(answer.status));
    expect(textOf(root, "type")).toBe(`urn:tabard:problem:${textOf(root, "code")}`);
    return answer.status === 400 ? (textOf(root, "code") ?? "") : String(answer.status);
  }
  const code = textOf(root, "ExceptionCode");
  expect(answer.status).toBe(code === null ? 500 : 200);
  if (code !== null) return `= ${code}`;
  if (root.name === `{${SOAP11}}Envelope`) {
    expect(type).toBe("text/xml; charset=utf-8");
    expect(textOf(root, "faultstring")).not.toBe("");
    return `11 ${textOf(root, "faultcode")?.replace("soap:", "")}`;
  }
  expect(root.name).toBe(`{${SOAP12}}Envelope`);
  expect(type).toBe("application/soap+xml; charset=utf-8");
  expect(textOf(root, "Text")).not.toBe("");
  return `12 ${textOf(root, "Value")?.replace("soap:", "")}`;
}

/** What could have been stored. */
async function countRows(): Promise<unknown> {
  return env.DB.prepare("SELECT (SELECT count(*) FROM tokens) AS tokens, (SELECT count(*) FROM ledger_documents) AS documents").first();
}

let before: unknown;
const log = vi.spyOn(console, "log");

beforeAll(async () => {
  await addGroup("g1", ["h1"]);
  before = await countRows();
});
afterEach(() => log.mockClear());
afterAll(async () => expect(await countRows()).toEqual(before));

describe("a hostile or clumsy request", () => {
  it("is one of at least 150", () => {
    expect(HOSTILE_REQUESTS.length).toBeGreaterThanOrEqual(150);
    const names = HOSTILE_REQUESTS.map(({ name, answer }) => `${name} ${answer}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(HOSTILE_REQUESTS)("of $name is answered $answer", async ({ answer, ...sent }) => {
    expect(await shorten(await send(sent))).toBe(answer);
    expect(log).not.toHaveBeenCalledWith(expect.stringContaining('"event":"error"'));
  });

  it.each(FORMS)("cut short at any byte is refused, in the form %s", async (form) => {
    const good = GOOD_REQUESTS[form];
    const envelopeFrom = good.indexOf("Envelope xmlns") + `Envelope xmlns:s="${form === "soap11" ? SOAP11 : SOAP12}"`.length;
    for (let length = 0; length < good.length; length += 1) {
      const answer = await shorten(await send({ body: good.slice(0, length), type: TYPES[form] }));
      if (form === "soap12") expect(answer).toBe("12 Sender");
      else if (form === "bare") expect(answer).toBe("malformed_xml");
      else if (length >= envelopeFrom) expect(answer).toBe("11 Client");
      else expect(["malformed_xml", "11 Client"]).toContain(answer);
    }
    expect(await shorten(await send({ body: good, type: TYPES[form] }))).toBe("= 7007");
  });
});

describe("a refusal", () => {
  it("names the line and column where XML goes wrong", async () => {
    const root = parse(await (await send({ body: "<a>\n  <b></c></a>" })).text());
    expect(textOf(root, "detail")).toBe("an end tag does not match its start tag (line 2, column 6).");
  });

  it("names the envelopes there are, in a VersionMismatch of SOAP 1.2", async () => {
    const xml = await (await send({ body: '<Envelope xmlns="urn:x"/>', type: "application/soap+xml" })).text();
    expect(xml).toContain(`<soap:Header><soap:Upgrade><soap:SupportedEnvelope qname="v:Envelope" xmlns:v="${SOAP12}"/>`);
    expect(xml).toContain(`<soap:SupportedEnvelope qname="v:Envelope" xmlns:v="${SOAP11}"/></soap:Upgrade></soap:Header>`);
  });

  it("names the header blocks that were not understood, a bounded number of them", async () => {
    const block = '<h:sec s:mustUnderstand="1"/>';
    const message = (blocks: string): string =>
      `<s:Envelope xmlns:s="${SOAP12}" xmlns:h="urn:h&amp;&quot;"><s:Header>${blocks}</s:Header><s:Body><x/></s:Body></s:Envelope>`;
    const xml = await (await send({ body: message(block), type: "application/soap+xml" })).text();
    expect(xml).toContain('<soap:NotUnderstood qname="b:sec" xmlns:b="urn:h&amp;&quot;"/>');
    const bare = await (await send({ body: message('<x s:mustUnderstand="1"/>'), type: "application/soap+xml" })).text();
    expect(bare).toContain('<soap:NotUnderstood qname="x"/>');
    expect(() => parse(bare)).not.toThrow();
    const many = await (await send({ body: message(block.repeat(100)), type: "application/soap+xml" })).text();
    expect(many.match(/NotUnderstood /g)).toHaveLength(16);
  });

  it("has no detail in SOAP 1.1 where the fault lies not in the body", async () => {
    const message = (body: string, header = ""): string => `<s:Envelope xmlns:s="${SOAP11}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
    const header = '<s:Header><h:x xmlns:h="u" s:mustUnderstand="1"/></s:Header>';
    expect(await (await send({ body: message("<x/>") })).text()).toContain("<detail><requestId");
    expect(await (await send({ body: message("<x/>", header) })).text()).not.toContain("<detail");
  });

  it("is 405 with Allow for other methods", async () => {
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const answer = await exports.default.fetch("http://tabard.test/soap", { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("Allow")).toBe("GET, POST, HEAD, OPTIONS");
    }
  });
});
