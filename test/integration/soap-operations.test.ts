/** The operations of the XML interface in every form: docs/interface.md §6. */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { hashPassword } from "../../src/access/password.ts";
import { addGroup, addSession, line } from "../support/ledger.ts";
import {
  type Element,
  FORMS,
  type Form,
  NS,
  SOAP11,
  SOAP12,
  TYPES,
  exportOf,
  findAll,
  logIn,
  parse,
  payload,
  textOf,
  wrap,
} from "../support/soap-messages.ts";

const CREDENTIALS = { SiteID: "g1", InterfaceID: "1", OperatorCode: "FINANCE", Password: "right" };
const MODIFIED_MS = Date.UTC(2024, 4, 1, 12, 0, 0, 120);
let session: string;

async function send(
  form: Form,
  body: string,
  query = "",
  headers: Record<string, string> = {},
): Promise<{ answer: Response; xml: string; root: Element }> {
  const answer = await exports.default.fetch(`http://tabard.test/soap${query}`, {
    method: "POST",
    headers: { "Content-Type": TYPES[form], ...headers },
    body: wrap(form, body),
  });
  const xml = await answer.text();
  return { answer, xml, root: parse(xml) };
}

const code = async (body: string, form: Form = "bare"): Promise<string | null> => textOf((await send(form, body)).root, "ExceptionCode");

const local = (element: Element): string => element.name.slice(element.name.indexOf("}") + 1);

beforeAll(async () => {
  await addGroup("g1", ["h1"]);
  session = await addSession("g1", "g1");
  const hash = await hashPassword("right", new Uint8Array(16));
  await env.DB.prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES ('g1', 'FINANCE', ?1), ('h1', 'DESK', ?1)")
    .bind(hash)
    .run();
  const documents = [{ lines: [line({ description: "a\r\nb<&>]]>\u{1f600}" }), line({ saleCode: "MEAL", secondReference: "CO1" })] }];
  await env.DB.batch(bindAll(env.DB, postingStatements("g1", documents, MODIFIED_MS)) as D1PreparedStatement[]);
});

describe.each(FORMS)("in the form %s", (form) => {
  it("logs in, exports and logs out, each answered in kind", async () => {
    const opened = await send(form, logIn(CREDENTIALS));
    expect(opened.answer.status).toBe(200);
    const type = form === "soap12" ? "application/soap+xml; charset=utf-8" : "text/xml; charset=utf-8";
    expect(opened.answer.headers.get("Content-Type")).toBe(type);
    expect(opened.answer.headers.get("Cache-Control")).toBe("no-store");
    const envelope = { bare: null, soap11: `{${SOAP11}}Envelope`, soap12: `{${SOAP12}}Envelope` }[form];
    if (envelope) expect(opened.root.name).toBe(envelope);
    else expect(opened.root.name).toBe(`{${NS}}LogInResponse`);
    expect([textOf(opened.root, "ExceptionCode"), textOf(opened.root, "ExceptionDescription")]).toEqual(["0", "No error"]);
    const sessionId = textOf(opened.root, "SessionID") ?? "";

    const exported = await send(form, exportOf(sessionId));
    expect(textOf(exported.root, "ExceptionCode")).toBe("0");
    expect(exported.answer.headers.get("Content-Type")).toBe(type);
    expect(findAll(exported.root, "FinancialExportTransaction")).toHaveLength(2);

    const closed = await send(form, payload("LogOut", { SessionID: sessionId }));
    expect(textOf(closed.root, "ExceptionCode")).toBe("0");
    expect(await code(exportOf(sessionId), form)).toBe("7007");
    expect(await code(payload("LogOut", { SessionID: sessionId }), form)).toBe("7007");
  });
});

describe("the export", () => {
  it("holds the response's children and a transaction's elements in the order of the specification", async () => {
    const { root } = await send("bare", exportOf(session));
    expect(root.children.map(local)).toEqual(["cim_FinancialExportReportV2Result", "afterTimestamp", "beforeTimestamp", "transactionList"]);
    const [first, second] = findAll(root, "FinancialExportTransaction");
    const names = `TransactionType AccountNumber AccountType TransactionReference UniqueReferenceNumber Description DueDate ForDate
      TransactionDate GrossValue NettValue TaxValue NominalCode SaleCode PayCode TaxCode SiteId PeriodId PeriodFromDate PeriodToDate
      ModifiedDate ModifiedKey`;
    expect(first?.children.map(local)).toEqual(names.split(/\s+/));
    expect(first && textOf(first, "Description")).toBe("a\r\nb<&>]]>\u{1f600}");
    expect(first && textOf(first, "ModifiedDate")).toBe("2024-05-01T12:00:00.12");
    expect(first && textOf(first, "PeriodFromDate")).toBe("0001-01-01T00:00:00");
    expect(second && textOf(second, "SecondReference")).toBe("CO1");
  });

  it("echoes the timestamps as they were sent", async () => {
    const change = { afterTimestamp: "\n 2000-01-01T00:00:00.000000+02:00 ", beforeTimestamp: "2030-12-31T24:00:00Z" };
    const { root } = await send("bare", exportOf(session, change));
    expect(textOf(root, "afterTimestamp")).toBe("2000-01-01T00:00:00.000000+02:00");
    expect(textOf(root, "beforeTimestamp")).toBe("2030-12-31T24:00:00Z");
  });

  it.each([
    ["2024-05-01T12:00:00.12", "2024-05-01T12:00:00.12", "false", 2],
    ["2024-05-01T12:00:00.12", "2024-05-01T12:00:00.12", "1", 0],
    ["2024-05-01T12:00:00.1200001", "2024-05-02T00:00:00", "0", 0],
    ["2024-05-01T12:00:00", "2024-05-01T12:00:00.1199999", "false", 0],
    ["2024-05-01T12:00:00", "2024-05-01T12:00:00.1200001", "true", 2],
    ["2024-05-01T14:00:00.12+02:00", "2024-05-01T07:00:00.12-05:00", "false", 2],
    ["-0044-03-15T00:00:00", "123456789-01-01T00:00:00", "false", 2],
  ])("from %s to %s, strictly before: %s, holds %i transactions", async (afterTimestamp, beforeTimestamp, useLessThanToDate, count) => {
    const { root } = await send("bare", exportOf(session, { afterTimestamp, beforeTimestamp, useLessThanToDate }));
    expect(textOf(root, "ExceptionCode")).toBe("0");
    expect(findAll(root, "FinancialExportTransaction")).toHaveLength(count);
  });

  it("reads any prefix, any order, unknown children, CDATA, comments and what SOAP toolkits add", async () => {
    const xsi = "http://www.w3.org/2001/XMLSchema-instance";
    const body = `<?xml version='1.0' encoding='UTF-8' ?><?pi x?><x:cim_FinancialExportReportV2 xmlns:x="${NS}" xmlns:i="${xsi}"
      xmlns:q="urn:other" q:encodingStyle="z"><x:useLessThanToDate i:nil="true"/><q:sessionId>wrong</q:sessionId><sessionId>wrong</sessionId>
      <x:unknown><x:sessionId>wrong</x:sessionId></x:unknown><x:afterTimestamp i:type="xsd:dateTime"><!-- c -->2000-<![CDATA[01]]>-01T00:00:00</x:afterTimestamp>
      <x:beforeTimestamp>2030-01-01T00:00:00&#x5a;</x:beforeTimestamp><x:sessionId>${session}</x:sessionId></x:cim_FinancialExportReportV2><!-- end -->`;
    expect(await code(body)).toBe("0");
    expect(await code(`\u{feff}${body}`)).toBe("0");
  });

  it.each([
    { afterTimestamp: null },
    { afterTimestamp: "" },
    { afterTimestamp: "2024-02-30T00:00:00" },
    { beforeTimestamp: "yesterday" },
    { beforeTimestamp: "2024-01-01" },
    { beforeTimestamp: "<a/>" },
    { useLessThanToDate: "" },
    { useLessThanToDate: "TRUE" },
    { afterTimestamp: "2030-01-01T00:00:00.00000000002", beforeTimestamp: "2030-01-01T00:00:00.00000000001" },
  ])("names the value of %j in code 90400", async (change) => {
    const { root } = await send("bare", exportOf(session, change));
    const [element = ""] = Object.keys(change);
    expect(textOf(root, "ExceptionCode")).toBe("90400");
    expect(textOf(root, "ExceptionDescription")).toContain(element);
    expect(findAll(root, "Items")).toEqual([{ name: `{${NS}}Items`, text: "", children: [] }]);
    const other = element === "afterTimestamp" ? "beforeTimestamp" : "afterTimestamp";
    expect(textOf(root, other)).not.toBe("0001-01-01T00:00:00");
  });

  it("writes a timestamp it cannot read as the minimal one, beside the one it can", async () => {
    const { root } = await send("bare", exportOf(session, { afterTimestamp: "x" }));
    expect([textOf(root, "afterTimestamp"), textOf(root, "beforeTimestamp")]).toEqual(["0001-01-01T00:00:00", "2030-01-01T00:00:00"]);
  });

  it("refuses a value that stands twice", async () => {
    const twice = exportOf(session).replace("<transactionList>", "<beforeTimestamp>2031-01-01T00:00:00</beforeTimestamp><transactionList>");
    expect(await code(twice)).toBe("90400");
  });

  it.each(["", "unknown", "x".repeat(600)])("answers 7007 to the session %j, whatever the arguments", async (sessionId) => {
    expect(await code(exportOf(sessionId))).toBe("7007");
    expect(await code(exportOf(sessionId, { afterTimestamp: "x" }))).toBe("7007");
  });

  it("answers 7007 to no session and to one that has expired", async () => {
    expect(await code(exportOf(session, { sessionId: null }))).toBe("7007");
    expect(await code(exportOf(await addSession("g1", "g1", { expiresMs: 1 })))).toBe("7007");
  });

  it("answers 70004 to a user's session and to an API key", async () => {
    expect(await code(exportOf(await addSession("g1", "g1", { kind: "user" })))).toBe("70004");
    expect(await code(payload("LogOut", { SessionID: await addSession("g1", "g1", { kind: "key" }) }))).toBe("70004");
  });

  it("answers 90500 in the operation's own response where something breaks", async () => {
    await env.DB.prepare("ALTER TABLE ledger_lines RENAME TO ledger_lines_away").run();
    try {
      const { answer, root } = await send("soap12", exportOf(session));
      expect(answer.status).toBe(200);
      expect(textOf(root, "ExceptionCode")).toBe("90500");
      expect(textOf(root, "ExceptionDescription")).toBe("Internal error");
      expect(textOf(root, "afterTimestamp")).toBe("2000-01-01T00:00:00");
    } finally {
      await env.DB.prepare("ALTER TABLE ledger_lines_away RENAME TO ledger_lines").run();
    }
  });
});

describe("LogIn", () => {
  it("opens a hotel's session", async () => {
    const { root } = await send("bare", logIn({ SiteID: "h1", OperatorCode: "DESK", Password: "right" }));
    expect(await code(exportOf(textOf(root, "SessionID") ?? ""))).toBe("0");
  });

  it.each([{ Password: "wrong" }, { OperatorCode: "finance" }, { SiteID: "g9" }, { SiteID: "h1" }, { Password: " right" }])(
    "answers 7001 and no session to %j",
    async (change) => {
      const { answer, root } = await send("bare", logIn({ ...CREDENTIALS, ...change }));
      expect(answer.status).toBe(200);
      expect([textOf(root, "ExceptionCode"), textOf(root, "SessionID")]).toEqual(["7001", null]);
    },
  );

  it("does not look at InterfaceID", async () => {
    expect(await code(logIn({ ...CREDENTIALS, InterfaceID: "not a number" }))).toBe("0");
    expect(await code(logIn({ ...CREDENTIALS, InterfaceID: null }))).toBe("0");
  });

  it.each(["SiteID", "OperatorCode", "Password"])("names a missing or empty %s in code 90400", async (element) => {
    for (const text of [null, ""]) {
      const { root } = await send("soap11", logIn({ ...CREDENTIALS, [element]: text }));
      expect(textOf(root, "ExceptionCode")).toBe("90400");
      expect(textOf(root, "ExceptionDescription")).toContain(element);
    }
  });

  it("answers 90429 after too many log-ins of one address", async () => {
    for (let tries = 0; tries < 60; tries += 1) await env.LOGIN_LIMITER.limit({ key: "address:203.0.113.9" });
    const { root } = await send("bare", logIn(CREDENTIALS), "", { "CF-Connecting-IP": "203.0.113.9" });
    expect(textOf(root, "ExceptionCode")).toBe("90429");
  });
});

describe("hints beside the body", () => {
  const action = encodeURIComponent(`${NS}/cim_FinancialExportReportV2`);

  it.each([
    ["?op=cim_FinancialExportReportV2", {}],
    ["?OP=cim_FinancialExportReportV2", {}],
    [`?soapAction=${action}`, {}],
    [`?soapAction=%22${action}%22&other=1`, {}],
    ["?op=", { SOAPAction: '""' }],
    ["", { SOAPAction: `"${NS}/cim_FinancialExportReportV2"` }],
    ["", { SOAPAction: `${NS}/cim_FinancialExportReportV2` }],
    ["", { SOAPAction: `"${NS}#cim_FinancialExportReportV2"` }],
    ["", { "Content-Type": `application/soap+xml; charset="UTF-8"; action="${NS}/cim_FinancialExportReportV2"` }],
  ])("agree: %s %j", async (query, headers) => {
    for (const form of FORMS) {
      const { root } = await send(form, exportOf(session), query, headers);
      expect(textOf(root, "ExceptionCode")).toBe("0");
    }
  });

  it.each([
    ["?op=LogIn", {}],
    ["?op=cim_financialexportreportv2", {}],
    ["?soapAction=urn:other/cim_FinancialExportReportV2", {}],
    ["?op=cim_FinancialExportReportV2&op=LogOut", {}],
    ["", { SOAPAction: `"${NS}/LogIn"` }],
    ["", { "Content-Type": `application/soap+xml; action="${NS}/LogIn"` }],
  ])("contradict: %s %j", async (query, headers) => {
    const bare = await send("bare", exportOf(session), query, { SOAPAction: "", ...headers });
    expect(bare.answer.status).toBe("Content-Type" in headers ? 500 : 400);
    const { answer, root } = await send("soap11", exportOf(session), query, headers);
    expect(answer.status).toBe(500);
    expect(textOf(root, "faultcode")).toBe("soap:Client");
  });
});
