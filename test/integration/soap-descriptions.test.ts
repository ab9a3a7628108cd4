/** The WSDL and the pages for people: docs/interface.md §6.5. */
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PROBLEMS } from "../../src/http/problem.ts";
import { type Element, NS, findAll, parse } from "../support/soap-messages.ts";

const get = (query: string, init: RequestInit = {}): Promise<Response> => exports.default.fetch(`http://tabard.test/soap${query}`, init);
const local = (element: Element): string => element.name.slice(element.name.indexOf("}") + 1);

describe("the WSDL", () => {
  it.each(["?wsdl", "?WSDL", "?Wsdl=1", "?singleWsdl", "?op=LogIn&wsdl"])("is at %s", async (query) => {
    const answer = await get(query);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/xml; charset=utf-8");
    expect(parse(await answer.text()).name).toBe("{http://schemas.xmlsoap.org/wsdl/}definitions");
  });

  it("has its parts in the order that clients demand", async () => {
    const root = parse(await (await get("?wsdl")).text());
    const order = ["types", ...Array<string>(6).fill("message"), "portType", "binding", "binding", "service"];
    expect(root.children.map(local)).toEqual(order);
  });

  it("names the request's own address, without its query", async () => {
    const xml = await (await exports.default.fetch("https://user:pw@books.example:8443/soap?wsdl&x=%22")).text();
    expect(xml.match(/<soap(?:12)?:address location="[^"]*"\/>/g)).toEqual([
      '<soap:address location="https://books.example:8443/soap"/>',
      '<soap12:address location="https://books.example:8443/soap"/>',
    ]);
  });

  it("is document/literal wrapped, one part named parameters, a SOAPAction each, texts optional and values not", async () => {
    const xml = await (await get("?wsdl")).text();
    expect(xml.match(/<wsdl:part name="parameters" element="tns:\w+"\/>/g)).toHaveLength(6);
    expect(xml.match(/<wsdl:part /g)).toHaveLength(6);
    for (const name of ["LogIn", "LogOut", "cim_FinancialExportReportV2"]) {
      expect(xml).toContain(`<soap:operation soapAction="${NS}/${name}" style="document"/>`);
      expect(xml).toContain(`<soap12:operation soapAction="${NS}/${name}" style="document"/>`);
    }
    expect(xml.match(/<soap(?:12)?:body [^>]*>/g)).toEqual([
      ...Array<string>(6).fill('<soap:body use="literal"/>'),
      ...Array<string>(6).fill('<soap12:body use="literal"/>'),
    ]);
    expect(xml).toContain('elementFormDefault="qualified"');
    const minimum = (element: string): string | undefined => new RegExp(`minOccurs="(.)" maxOccurs="1" name="${element}"`).exec(xml)?.[1];
    expect(["sessionId", "SecondReference", "transactionList", "InterfaceID"].map(minimum)).toEqual(["0", "0", "0", "0"]);
    expect(["afterTimestamp", "useLessThanToDate", "GrossValue", "TransactionType", "ExceptionCode"].map(minimum)).toEqual([
      "1",
      "1",
      "1",
      "1",
      "1",
    ]);
    for (const type of ["FinancialExportTransactions", "ArrayOfFinancialExportTransaction", "FinancialExportTransaction", "cResponse"]) {
      expect(xml).toContain(`<s:complexType name="${type}">`);
    }
    expect(xml).toContain('<s:simpleType name="enmFinancialExportTransactionTypes">');
  });
});

describe("the pages", () => {
  it("list the operations and load nothing from elsewhere", async () => {
    const answer = await get("");
    const html = await answer.text();
    for (const name of ["LogIn", "LogOut", "cim_FinancialExportReportV2"]) expect(html).toContain(`href="?op=${name}"`);
    expect(html).toContain('href="?wsdl"');
    expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(html).not.toMatch(/<script|<img|<style|url\(|https?:\/\/(?!tabard\.test)/);
  });

  it.each(["LogIn", "LogOut", "cim_FinancialExportReportV2"])("show samples of %s in all forms", async (name) => {
    const html = await (await get(`?op=${name}`)).text();
    for (const title of ["Plain XML", "Gateway", "SOAP 1.1", "SOAP 1.2"]) expect(html).toContain(`<h3>${title}</h3>`);
    expect(html).toContain(`&lt;${name}Response xmlns="${NS}"&gt;`);
  });

  it("show an empty text as the export writes it", async () => {
    const html = await (await get("?op=cim_FinancialExportReportV2")).text();
    expect(html.match(/ {8}&lt;PayCode&gt;&lt;\/PayCode&gt;\n {8}&lt;TaxCode&gt;/g)).toHaveLength(2);
    expect(html).not.toMatch(/&gt;\n *&lt;\/PayCode&gt;/);
  });

  it("are proper XML but for the void elements, whatever the address holds", async () => {
    const answer = await exports.default.fetch("http://tabard.test/soap?op=LogIn&x=<script>'\"");
    const html = (await answer.text()).replace("<!doctype html>", "").replaceAll(/<(?:meta|link) [^>]*>/g, "");
    expect(findAll(parse(html), "pre").length).toBeGreaterThan(4);
    expect(html).not.toContain("<script>");
  });

  it("are 404 for another operation, and do not repeat its name", async () => {
    const answer = await get("?op=<b>Nothing</b>");
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("Nothing");
  });

  it("answer HEAD as GET, without a body", async () => {
    for (const query of ["", "?wsdl", "?op=LogIn"]) {
      const answer = await get(query, { method: "HEAD" });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe("");
    }
  });
});

it("/docs/errors explains every code of both interfaces", async () => {
  const html = await (await exports.default.fetch("http://tabard.test/docs/errors")).text();
  const explained = [
    ...html.matchAll(/<tr><td><code>(\d+)<\/code><\/td><td><code>([^<]+)<\/code><\/td><td>[^<]+<\/td><td>[^<]+<\/td><\/tr>/g),
  ];
  const shown = explained.map(([, first, second]) => [first, second]);
  expect(shown.filter(([, code]) => code && code in PROBLEMS)).toHaveLength(Object.keys(PROBLEMS).length);
  for (const code of ["0", "7001", "7007", "70004", "90400", "90429", "90500"]) expect(shown.map(([first]) => first)).toContain(code);
});
