/** The WSDL and the pages for people: docs/interface.md §6.5. */
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/app.ts";
import { PROBLEMS } from "../../src/http/problem.ts";
import { TRANSACTION_FIELDS } from "../../src/soap/transaction-fields.ts";
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

/** The rows of a page's tables that a link can lead to: id, what their first cell leads to, texts of the others. */
async function rowsOf(url: string): Promise<{ id: string; link: string; texts: string[] }[]> {
  const html = await (await exports.default.fetch(url)).text();
  return [...html.matchAll(/<tr role="row" id="([^"]+)">(.*?)<\/tr>/g)].map(([, id = "", row = ""]) => ({
    id,
    link: /href="([^"]+)"/.exec(row)?.[1] ?? "",
    texts: [...row.matchAll(/<td [^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) => plain(cell)),
  }));
}

/** Markup as a reader sees it. */
function plain(markup: string): string {
  const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
  return markup.replaceAll(/<[^>]*>/g, "").replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

describe("/docs/errors", () => {
  it("explains every code of both interfaces, in a row that its code leads to", async () => {
    const rows = await rowsOf("http://tabard.test/docs/errors");
    const codes = ["0", "7001", "7007", "70004", "90400", "90429", "90500"];
    expect(rows.map(({ id }) => id)).toEqual([...Object.keys(PROBLEMS), ...codes]);
    for (const { id, link, texts } of rows) {
      expect(link).toBe(`#${id}`);
      expect(texts.filter((text) => text !== "")).toHaveLength(3);
    }
  });

  it("is where every problem's doc leads", async () => {
    const { code, doc } = await (await exports.default.fetch("http://tabard.test/nowhere")).json<{ code: string; doc: string }>();
    expect(doc).toBe(`/docs/errors#${code}`);
  });
});

describe("the table of FinancialExportTransaction", () => {
  const said = TRANSACTION_FIELDS.map(({ element, meaning, values }) => [element, `${meaning} ${values}`.replaceAll("`", "")]);

  it.each(["http://tabard.test/docs/lines", "http://tabard.test/soap?op=cim_FinancialExportReportV2"])("is at %s", async (url) => {
    expect((await rowsOf(url)).map(({ id, texts }) => [id, texts.slice(1).join(" ")])).toEqual(said);
  });

  it("is the WSDL's documentation", async () => {
    const wsdl = await (await get("?wsdl")).text();
    const type = /<s:complexType name="FinancialExportTransaction">[^]*?<\/s:complexType>/.exec(wsdl)?.[0] ?? "";
    const documented = [...type.matchAll(/name="(\w+)" type="[^"]+"><s:annotation><s:documentation>(.*?)<\/s:documentation>/g)];
    expect(documented.map(([, element, text = ""]) => [element, plain(text)])).toEqual(said);
  });
});

describe("the navigation", () => {
  it("is the same on every page, with the page itself marked", async () => {
    const paths = ["/", "/docs", "/docs/errors", "/soap", "/docs/lines", "/ota"];
    const navigations = await Promise.all(
      paths.map(async (path) => {
        const html = await (await exports.default.fetch(`http://tabard.test${path}`, { headers: { Accept: "text/html" } })).text();
        expect([...html.matchAll(/href="([^"]+)" aria-current="page"/g)].map(([, at]) => at)).toEqual([path]);
        return /<nav [^]*<\/nav>/.exec(html)?.[0].replace(' aria-current="page"', "");
      }),
    );
    expect(new Set(navigations).size).toBe(1);
    expect([...(navigations[0] ?? "").matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([...paths, "/console"]);
  });
});

it("/llms.txt names only what is there", async () => {
  const answer = await exports.default.fetch("http://tabard.test/llms.txt");
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  const operations = [...text.matchAll(/^- `([A-Z]+) (\/[^`]*)`: /gm)].map(([, method, path]) => `${method} ${path}`);
  const routes = new Set(ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`));
  expect(operations.length).toBeGreaterThan(40);
  expect(operations.filter((operation) => !routes.has(operation))).toEqual([]);
  for (const [, link = ""] of text.matchAll(/\]\((\/[^)]*)\)/g)) {
    expect((await exports.default.fetch(`http://tabard.test${link}`)).status, link).toBe(200);
  }
});
