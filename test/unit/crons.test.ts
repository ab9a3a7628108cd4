/** The Worker tells its crons apart by their text, which wrangler.toml repeats. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the clean-up's cron is one of wrangler.toml's, and another comes every minute", () => {
  const crons = /^crons = (\[.*\])$/m.exec(readFileSync("wrangler.toml", "utf8"))?.[1] ?? "[]";
  const cleanUp = /CLEAN_UP_CRON = "([^"]+)"/.exec(readFileSync("src/index.ts", "utf8"))?.[1];
  expect(new Set(JSON.parse(crons) as string[])).toEqual(new Set([cleanUp, "* * * * *"]));
});
