/** wrangler.toml, where the service depends on it: crons that the Worker tells apart by their text, and what the platform may log. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the clean-up's cron is one of wrangler.toml's, and another comes every minute", () => {
  const crons = /^crons = (\[.*\])$/m.exec(readFileSync("wrangler.toml", "utf8"))?.[1] ?? "[]";
  const cleanUp = /CLEAN_UP_CRON = "([^"]+)"/.exec(readFileSync("src/index.ts", "utf8"))?.[1];
  expect(new Set(JSON.parse(crons) as string[])).toEqual(new Set([cleanUp, "* * * * *"]));
});

it("the platform logs no query string and none of its own lines, which name people", () => {
  const config = readFileSync("wrangler.toml", "utf8");
  const [, observability = ""] = /^\[observability\]\n([^[]*)/m.exec(config) ?? [];
  const [, logs = ""] = /^\[observability\.logs\]\n([^[]*)/m.exec(config) ?? [];
  expect(observability).toContain("redact_query_string = true");
  expect(logs).toContain("invocation_logs = false");
});
