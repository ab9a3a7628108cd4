/** The OpenAPI document: every route is in it, a public ruleset finds no fault, and real answers are what it says. */
import { exports } from "cloudflare:workers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ROUTES } from "../../src/app.ts";

/** Pages and their files are for people; they are not operations. */
const PAGES = new Set([
  "GET /docs",
  "GET /docs/errors",
  "GET /docs/lines",
  "GET /assets/*",
  "GET /openapi.json",
  "GET /llms.txt",
  "GET /soap",
  "GET /ota",
]);
/** So are their forms. */
const PAGE_PATH = /^[A-Z]+ \/(?:book|console)(?:\/|$)/;

interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { name: string; in: string }[];
        responses: Record<string, { content?: Record<string, { schema: object }> }>;
      }
    >
  >;
  components: { schemas: object; examples: Record<string, { value: object }> };
}

let document: Document;

beforeAll(async () => {
  document = await (await exports.default.fetch("http://tabard.test/openapi.json")).json<Document>();
});

describe("GET /openapi.json", () => {
  it("describes every route that is not a page", () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = ROUTES.map(({ method, path }) => `${method} ${path}`).filter((route) => !PAGES.has(route) && !PAGE_PATH.test(route));
    expect(described.toSorted()).toEqual(routes.map((route) => route.replaceAll(/:(\w+)/g, "{$1}")).toSorted());
  });

  it("has the version that /health tells, which is that of package.json", async () => {
    const health = await (await exports.default.fetch("http://tabard.test/health")).json<{ version: string }>();
    expect([document.info.version, health.version]).toEqual([manifest.version, manifest.version]);
  });

  it("names the parameters that every route reads, and no others", () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => {
        const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
        return [`${method.toUpperCase()} ${path}`, names.toSorted()] as const;
      }),
    );
    const read = Object.fromEntries(
      ROUTES.map((route) => {
        const query = route.access === "open" ? {} : (route.query?.shape ?? {});
        return [`${route.method} ${route.path.replaceAll(/:(\w+)/g, "{$1}")}`, Object.keys(query).toSorted()];
      }),
    );
    for (const [operation, names] of described) if (operation !== "POST /soap") expect(names, operation).toEqual(read[operation]);
  });

  it("has an operationId of its own for every operation", () => {
    const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((operation) => operation.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each<[code: string, method: string, path: string, body?: string, type?: string]>([
    ["unauthorized", "GET", "/hotels/none"],
    ["not_found", "GET", "/nowhere"],
    ["malformed_json", "POST", "/sessions/none", "{"],
    ["invalid_parameter", "POST", "/sessions/none", "{}"],
    ["unsupported_media_type", "POST", "/sessions/none", "{}", "text/csv"],
    ["body_too_large", "POST", "/sessions/none", `"${"x".repeat(400_000)}"`],
  ] as const)(
    "has a sample of %s that is like the true answer, and a schema of it",
    async (code, method, path, body, type = "application/json") => {
      const init = { method, body: body ?? null, headers: { "Content-Type": type } };
      const answer = await exports.default.fetch(`http://tabard.test${path}`, init);
      const problem = await answer.json<{ code: string }>();
      const schema = { $ref: "#/components/schemas/Problem", components: document.components };
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      expect(validate(problem), JSON.stringify(validate.errors)).toBe(true);
      expect(Object.keys(problem)).toEqual(Object.keys(document.components.examples[code]?.value ?? {}));
      expect(problem.code).toBe(code);
    },
  );
});
