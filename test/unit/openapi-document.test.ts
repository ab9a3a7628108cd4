/** What makes the OpenAPI document a good read: names, samples, no bounds of machines (docs/interface.md §4.10). */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { ROUTES } from "../../src/app.ts";
import { PROBLEMS } from "../../src/http/problem.ts";
import { describeService } from "../../scripts/openapi/document.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { PROBLEM_SAMPLES } from "../../scripts/openapi/problem-samples.ts";
import { tidy } from "../../scripts/openapi/tidy.ts";

interface Operation {
  parameters?: { name: string; in: string; example?: unknown }[];
  responses: Record<string, { content?: Record<string, { examples?: Record<string, { $ref: string }> }> }>;
}

const document = describeService(ROUTES, OPERATIONS) as {
  servers: unknown;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; examples: Record<string, { value: { code: string } }> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Places of objects with properties that are no component. */
function anonymous(value: unknown, place: string, isComponent = false): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = !isComponent && "type" in value && value.type === "object" && "properties" in value ? [place] : [];
  return [...own, ...Object.entries(value).flatMap(([key, part]) => anonymous(part, `${place}/${key}`))];
}

it("names every object", () => {
  const inComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) => anonymous(schema, name, true));
  expect([...inComponents, ...anonymous(document.paths, "paths")]).toEqual([]);
});

it("says where it is served, and bounds no number by what a double can count", () => {
  expect(document.servers).toMatchObject([{ url: "/" }]);
  expect(JSON.stringify(document)).not.toContain("9007199254740991");
});

it("has samples for group, hotel and dates wherever they are asked for", () => {
  const wanted = new Set(["groupId", "hotelId", "arrival", "departure", "from", "to"]);
  const parameters = operations.flatMap((operation) => operation.parameters ?? []).filter(({ name }) => wanted.has(name));
  expect(parameters.length).toBeGreaterThan(40);
  expect(parameters.filter(({ example }) => example === undefined)).toEqual([]);
});

it("has a sample of its own for every code of every answer, valid by the schema", () => {
  expect(Object.keys(PROBLEM_SAMPLES).toSorted()).toEqual(Object.keys(PROBLEMS).toSorted());
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
    $ref: "#/components/schemas/Problem",
    components: document.components,
  });
  for (const [code, { value }] of Object.entries(PROBLEM_SAMPLES)) {
    expect(value).toMatchObject({ code, doc: `/docs/errors#${code}` });
    expect(validate(value), `${code}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
  for (const { responses } of operations) {
    for (const { content } of Object.values(responses)) {
      const examples = content?.["application/problem+json"]?.examples ?? {};
      for (const [code, { $ref }] of Object.entries(examples)) {
        expect($ref).toBe(`#/components/examples/${code}`);
        expect(document.components.examples[code]?.value.code).toBe(code);
      }
    }
  }
});

it("keeps alike objects once, and tells choices apart by their constants", () => {
  const point = { type: "object", properties: { x: { type: "number" } }, required: ["x"] };
  const choice = (type: string) => ({ type: "object", properties: { type: { const: type } }, required: ["type"] });
  const schemas = {
    Line: { type: "object", properties: { from: point, to: point, marks: { type: "array", items: point } } },
    Shape: { anyOf: [choice("Circle"), choice("Square")] },
  };
  const tidied = tidy({ components: { schemas: structuredClone(schemas) }, paths: {} }, {});
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  expect(tidied.components).toEqual({
    schemas: {
      Line: {
        type: "object",
        properties: { from: ref("LineFrom"), to: ref("LineFrom"), marks: { type: "array", items: ref("LineFrom") } },
      },
      LineFrom: point,
      Shape: { anyOf: [ref("ShapeCircle"), ref("ShapeSquare")] },
      ShapeCircle: choice("Circle"),
      ShapeSquare: choice("Square"),
    },
  });
});
