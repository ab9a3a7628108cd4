/**
 * npm run bench: every benchmark beside its limit and its peers, contract §1 and §8.
 * `-- --only NAME` runs one, `-- --json` prints one JSON object, `-- --markdown` the page docs/benchmarks.md; `-- --full`
 * adds what takes minutes.
 */
import { parseArgs } from "node:util";
import { availability } from "./scenarios/availability.ts";
import { exportTransactions } from "./scenarios/export.ts";
import { hotels } from "./scenarios/hotels.ts";
import { logIn } from "./scenarios/log-in.ts";
import { reservation } from "./scenarios/reservation.ts";
import { type Report, describeMachine, markdownPage, plainReport } from "./support/report.ts";
import type { Scenario } from "./support/scenario.ts";

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  hotels,
  availability,
  reservation,
  export: exportTransactions,
  "log-in": logIn,
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
  },
});

const chosen = Object.entries(SCENARIOS).filter(([name]) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  console.error(`there is no benchmark ${values.only}; there are ${Object.keys(SCENARIOS).join(", ")}`);
  process.exit(1);
}

const report: Report = { ratios: {}, moreRatios: {}, results: [], machine: describeMachine() };
for (const [name, scenario] of chosen) {
  console.error(`${name} …`);
  const { ratios, moreRatios, results } = await scenario({ full: values.full });
  Object.assign(report.ratios, ratios);
  Object.assign(report.moreRatios, moreRatios);
  report.results.push(...results.map((one) => ({ benchmark: name, ...one })));
}
if (values.json) console.log(JSON.stringify(report));
else console.log(values.markdown ? markdownPage(report) : plainReport(report));
