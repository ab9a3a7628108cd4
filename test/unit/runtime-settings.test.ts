/** What a Node or Deno host is told, and what it believes of a request. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asSeenByHost } from "../../src/host/runtime/client-request.ts";
import { readSettings, requireRate, requireVar } from "../../src/host/runtime/settings.ts";

const wranglerToml = readFileSync("wrangler.toml", "utf8");

describe("settings", () => {
  it("are wrangler.toml's where the environment says nothing", () => {
    const settings = readSettings(wranglerToml, {});
    expect(settings).toMatchObject({ port: 8787, hostname: "127.0.0.1", stateFolder: ".wrangler/state", trustProxy: false });
    expect(settings.vars).toMatchObject({ SOAP_NAMESPACE: "urn:tabard:financial-export", RATE_LIMITS: "on" });
    expect(requireRate(settings, "LOGIN_LIMITER")).toEqual({ limit: 60, periodSeconds: 60 });
    expect(requireRate(settings, "REQUEST_LIMITER")).toEqual({ limit: 600, periodSeconds: 60 });
  });

  it("are the environment's where it does, for declared names only", () => {
    const environment = { PORT: "9000", HOST: "::1", TABARD_STATE: "/srv/tabard", TRUST_PROXY: "on", RATE_LIMITS: "off", OTHER: "x" };
    const settings = readSettings(wranglerToml, environment);
    expect(settings).toMatchObject({ port: 9000, hostname: "::1", stateFolder: "/srv/tabard", trustProxy: true });
    expect(requireVar(settings, "RATE_LIMITS")).toBe("off");
    expect(() => requireVar(settings, "OTHER")).toThrow("no OTHER");
  });

  it.each(["-1", "65536", "http", "80.5"])("refuse the port %s by name", (port) => {
    expect(() => readSettings(wranglerToml, { PORT: port })).toThrow("PORT is");
  });
});

describe("a request's client", () => {
  const request = (headers: Record<string, string>) => new Request("http://hotel.test/soap?wsdl", { headers });
  const seen = (headers: Record<string, string>, trustProxy: boolean) => {
    const { headers: after, url } = asSeenByHost(request(headers), { address: "192.0.2.7" }, trustProxy);
    return [after.get("CF-Connecting-IP"), url];
  };

  it("is the socket's address, whatever the client writes", () => {
    const forged = { "CF-Connecting-IP": "198.51.100.1", "X-Forwarded-For": "198.51.100.2", "X-Forwarded-Proto": "https" };
    expect(seen(forged, false)).toEqual(["192.0.2.7", "http://hotel.test/soap?wsdl"]);
  });

  it("is what one's own proxy appended, where the host is told of one", () => {
    const forwarded = { "CF-Connecting-IP": "198.51.100.1", "X-Forwarded-For": "forged, 198.51.100.2", "X-Forwarded-Proto": "https" };
    expect(seen(forwarded, true)).toEqual(["198.51.100.2", "https://hotel.test/soap?wsdl"]);
    expect(seen({}, true)).toEqual(["192.0.2.7", "http://hotel.test/soap?wsdl"]);
  });

  it("keeps the other headers", () => {
    expect(asSeenByHost(request({ Authorization: "Bearer x" }), { address: "" }, false).headers.get("Authorization")).toBe("Bearer x");
  });
});

it("takes a number of databases", () => {
  expect(readSettings(wranglerToml, {}).shards).toBeNull();
  expect(readSettings(wranglerToml, { SHARDS: "3" }).shards).toBe(3);
  for (const text of ["0", "-1", "three", "101"]) expect(() => readSettings(wranglerToml, { SHARDS: text })).toThrow("SHARDS is");
});
