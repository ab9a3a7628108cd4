/**
 * One service, three hosts: docs/interface.md §1. Every operation of both interfaces and every error, written once and run against
 * workerd, Node and Deno over copies of one database; what they read from it must be the same to the byte.
 */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS, type HostName } from "../../cli/support/serve-host.ts";
import { call, day, exportOf, operatorSession, postXml } from "../../harness/calls.ts";
import { prepareStates, stateOf } from "../support/hosts/host-states.ts";
import { consoleSuite } from "../support/hosts/console-suite.ts";
import { jsonSuite } from "../support/hosts/json-suite.ts";
import { partnerSuite } from "../support/hosts/partner-suite.ts";
import { xmlSuite } from "../support/hosts/xml-suite.ts";
import { type ServiceProcess, startService } from "../../harness/service-process.ts";

const services = new Map<HostName, ServiceProcess>();
let root = "";

beforeAll(async () => {
  root = await prepareStates();
  await Promise.all(HOSTS.map(async (host) => services.set(host, await startService(host, stateOf(root, host)))));
});

afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop()));
  rmSync(root, { recursive: true, force: true });
});

function urlOf(host: HostName): string {
  return services.get(host)?.url ?? "";
}

describe("the same data, at every host,", () => {
  /** What each host answers, its own address aside. */
  const bodies = (read: (url: string) => Promise<string>) =>
    Promise.all(HOSTS.map(async (host) => (await read(urlOf(host))).replaceAll(urlOf(host), "http://host")));

  const expectOne = (texts: readonly string[], sizeMin: number) => {
    expect(texts[0]?.length).toBeGreaterThan(sizeMin);
    for (const text of texts.slice(1)) expect(text === texts[0]).toBe(true);
  };

  it.each(["en", "de", "fr", "es", "pt"])("is the same listing in %s", async (language) => {
    expectOne(await bodies(async (url) => (await call(url, `/hotels/demo?language=${language}`)).text()), 5_000);
  });

  it.each(["/soap?wsdl", "/soap", "/soap?op=LogIn", "/ota?wsdl", "/openapi.json", "/docs", "/docs/errors", "/assets/built/swagger-ui.css"])(
    "is the same %s",
    async (path) => {
      expectOne(await bodies(async (url) => (await call(url, path)).text()), 500);
    },
  );

  it("is the same availability and the same offers", async () => {
    const listed = (await (await call(urlOf("node"), "/hotels/demo")).json()) as { id: string }[];
    expect(listed).toHaveLength(12);
    for (const query of ["adults=1", "adults=2&children=1&rooms=2", "promoCode=summer15", "promoCode=MEMBER&adults=3"]) {
      const stay = `arrival=${day(20)}&departure=${day(24)}&${query}`;
      expectOne(await bodies(async (url) => (await call(url, `/availabilities/demo?${stay}`)).text()), 2);
      for (const { id } of listed.slice(0, 3)) {
        // What cancelling costs begins with the moment that is asked.
        const offers = async (url: string) => (await call(url, `/offers/demo/${id}?${stay}`)).text();
        expectOne(await bodies(async (url) => (await offers(url)).replaceAll(/"from":"[^"]*"/g, '"from":""')), 200);
      }
    }
  });

  it("is the same export, whole and in part", async () => {
    for (const from of ["2000-01-01T00:00:00", `${day(-30)}T12:00:00.5+02:00`]) {
      const read = async (url: string) => (await postXml(url, exportOf(await operatorSession(url), from, "2999-12-31T00:00:00"))).text();
      expectOne(await bodies(read), 100_000);
    }
  });
});

describe.each(HOSTS)("at the host %s", (host) => {
  const url = () => urlOf(host);
  describe("the JSON interface", () => jsonSuite(url));
  describe("the XML interface", () => xmlSuite(url));
  describe("what partners send", () => partnerSuite(url));
  describe("the console", () => consoleSuite(url));
});
