/** The OpenAPI document under Redocly's recommended ruleset. */
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { ROUTES } from "../../src/app.ts";
import { describeService } from "../../scripts/openapi/document.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";

it("has no finding of the recommended rules", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    // The document is served by whatever host it describes: a server of its own would be wrong everywhere else.
    rules: { "no-empty-servers": "off" },
  });
  const source = JSON.stringify(describeService(ROUTES, OPERATIONS));
  const findings = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});
