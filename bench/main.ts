/** npm run bench: every benchmark beside its limit and its peers, docs/interface.md §1.5 and §8.1. */
import { parseArgs } from "node:util";
import { WrongCall, runCommand } from "../cli/support/user-error.ts";
import { ari } from "./scenarios/ari.ts";
import { availability } from "./scenarios/availability.ts";
import { change } from "./scenarios/change.ts";
import { cost } from "./scenarios/cost.ts";
import { distance } from "./scenarios/distance.ts";
import { events } from "./scenarios/events.ts";
import { exportTransactions } from "./scenarios/export.ts";
import { hosts } from "./scenarios/hosts.ts";
import { hotels } from "./scenarios/hotels.ts";
import { logIn } from "./scenarios/log-in.ts";
import { push } from "./scenarios/push.ts";
import { reservation } from "./scenarios/reservation.ts";
import { writePlots } from "./support/growth-plots.ts";
import { markdownPage } from "./support/markdown-page.ts";
import type { Ratio } from "./support/ratio.ts";
import { type Report, describeMachine, plainReport, readReport } from "./support/report.ts";
import { confirm, hurry } from "./support/rounds.ts";
import type { Scenario } from "./support/scenario.ts";

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  hotels,
  availability,
  reservation,
  change,
  ari,
  events,
  export: exportTransactions,
  push,
  "log-in": logIn,
  distance,
  cost,
  hosts,
};

const HELP = `npm run bench
    Every benchmark beside its limit and its peers, and what each operation costs.

Options
    --only NAME    one of ${Object.keys(SCENARIOS).join(", ")}
    --full         also what takes minutes: how cost grows, and the other hosts
    --hosts        also the other hosts
    --confirm      the headlines by autocannon too, beside our own load generator
    --quick        one short turn each, to see that all of it runs
    --json         one JSON object
    --markdown     the page docs/benchmarks.md
    --plots FOLDER draws the growth as SVG
    --from FILE    measures nothing and takes what --json printed before; of further ones (--from A --from B) the ratios
    --help         this text
`;

interface Choice {
  only?: string | undefined;
  full: boolean;
  hosts: boolean;
}

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      full: { type: "boolean", default: false },
      hosts: { type: "boolean", default: false },
      confirm: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      plots: { type: "string" },
      from: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (values.quick) hurry();
  if (values.confirm) confirm();
  const [file, ...further] = values.from;
  const report = file === undefined ? await measure(values) : readReport(file, ...further);
  if (values.plots !== undefined) {
    for (const written of writePlots(report, values.plots)) console.error(`wrote ${written}`);
  }
  if (values.json) console.log(JSON.stringify(report));
  else console.log(values.markdown ? markdownPage(report).trimEnd() : plainReport(report));
}

async function measure(choice: Choice): Promise<Report> {
  const chosen = Object.entries(SCENARIOS).filter(([name]) => isChosen(name, choice));
  if (chosen.length === 0) throw new WrongCall(`there is no benchmark ${choice.only}; there are ${Object.keys(SCENARIOS).join(", ")}`);
  const report: Report = { ratios: {}, moreRatios: {}, intervals: {}, confirmed: {}, results: [], costs: [], machine: describeMachine() };
  for (const [name, scenario] of chosen) {
    console.error(`${name} …`);
    const { ratios, moreRatios = {}, results, costs = [] } = await scenario({ full: choice.full });
    addRatios(report, report.ratios, ratios);
    addRatios(report, report.moreRatios, moreRatios);
    report.results.push(...results.map((one) => ({ benchmark: name, ...one })));
    report.costs?.push(...costs);
  }
  return report;
}

function addRatios(report: Report, into: Record<string, number>, added: Readonly<Record<string, number | Ratio>>): void {
  for (const [name, given] of Object.entries(added)) {
    const { value, interval, confirmed } = typeof given === "number" ? { value: given, interval: null, confirmed: null } : given;
    into[name] = value;
    if (interval) report.intervals = { ...report.intervals, [name]: interval };
    if (confirmed !== null) report.confirmed = { ...report.confirmed, [name]: confirmed };
  }
}

function isChosen(name: string, { only, full, hosts: withHosts }: Choice): boolean {
  if (only !== undefined) return name === only;
  return name !== "hosts" || full || withHosts;
}
