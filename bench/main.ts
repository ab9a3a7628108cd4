/**
 * npm run bench: every benchmark beside its limit and its peers, contract §1 and §8, and what each operation costs.
 * `-- --only NAME` runs one, `-- --json` prints one JSON object, `-- --markdown` the page docs/benchmarks.md; `-- --full`
 * adds what takes minutes: how cost grows, and the other hosts; `-- --hosts` adds the hosts alone; `-- --plots FOLDER` draws
 * the growth as SVG; `-- --from FILE` measures nothing and takes what `--json` printed before; `-- --quick` takes one short turn
 * each, to see that all of it runs.
 */
import { parseArgs } from "node:util";
import { availability } from "./scenarios/availability.ts";
import { cost } from "./scenarios/cost.ts";
import { exportTransactions } from "./scenarios/export.ts";
import { hosts } from "./scenarios/hosts.ts";
import { hotels } from "./scenarios/hotels.ts";
import { logIn } from "./scenarios/log-in.ts";
import { reservation } from "./scenarios/reservation.ts";
import { writePlots } from "./support/growth-plots.ts";
import { markdownPage } from "./support/markdown-page.ts";
import { type Report, describeMachine, plainReport, readReport } from "./support/report.ts";
import { hurry } from "./support/rounds.ts";
import type { Scenario } from "./support/scenario.ts";

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  hotels,
  availability,
  reservation,
  export: exportTransactions,
  "log-in": logIn,
  cost,
  hosts,
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    hosts: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    plots: { type: "string" },
    from: { type: "string" },
  },
});

if (values.quick) hurry();
const report = values.from === undefined ? await measureAll() : readReport(values.from);
if (values.plots !== undefined) {
  for (const file of writePlots(report, values.plots)) console.error(`wrote ${file}`);
}
if (values.json) console.log(JSON.stringify(report));
else console.log(values.markdown ? markdownPage(report).trimEnd() : plainReport(report));

async function measureAll(): Promise<Report> {
  const chosen = Object.entries(SCENARIOS).filter(([name]) => isChosen(name));
  if (chosen.length === 0) {
    console.error(`there is no benchmark ${values.only}; there are ${Object.keys(SCENARIOS).join(", ")}`);
    process.exit(1);
  }
  const all: Required<Report> = { ratios: {}, moreRatios: {}, results: [], costs: [], machine: describeMachine() };
  for (const [name, scenario] of chosen) {
    console.error(`${name} …`);
    const { ratios, moreRatios, results, costs = [] } = await scenario({ full: values.full });
    Object.assign(all.ratios, ratios);
    Object.assign(all.moreRatios, moreRatios);
    all.results.push(...results.map((one) => ({ benchmark: name, ...one })));
    all.costs.push(...costs);
  }
  return all;
}

function isChosen(name: string): boolean {
  if (values.only !== undefined) return name === values.only;
  return name !== "hosts" || values.full || values.hosts;
}
