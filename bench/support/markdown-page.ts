/**
 * The page docs/benchmarks.md: written from a report, with the plots that are there and, at its end, what people wrote:
 * docs/benchmarks-notes.md, which no run touches.
 */
import { existsSync, readFileSync } from "node:fs";
import { PLOTS_FOLDER } from "./growth-plots.ts";
import { COLUMNS, type Report, RATIO_COLUMNS, benchmarksOf, cells, ratioRows } from "./report.ts";
import { COST_COLUMNS, costCells } from "./cost.ts";
import { GROWTHS, type Growth } from "./rounds.ts";

const NOTES_FILE = "docs/benchmarks-notes.md";

const RATIO_MEANINGS: Readonly<Record<string, string>> = {
  "hotels/baseline": "a warm listing of 100 hotels, beside a Worker that returns the same bytes after no work",
  "hotels-304/baseline": "the same, not modified",
  "availability/baseline": "500 hotels × 8 rooms × 3 rates, 7 nights, beside a Worker with one trivial query and the same bytes",
  "availability-change/availability":
    "the same, while 20 calendar changes a second arrive, each of another hotel, beside itself without changes",
  "availability-64/baseline": "the same for 64 clients at a time, who share questions to D1, beside that Worker",
  "availability/sql": "the same, beside one row per room, rate and night joined in SQL on the same D1",
  "availability/fastify": "the same, beside Fastify and `node:sqlite` with that SQL",
  "export/baseline": "200,000 transactions, beside the same documents already rendered in the database",
  "export/soap": "10,000 transactions, beside the npm package `soap` over `node:sqlite`",
  "export/php": "the same, beside PHP's SoapServer over PDO SQLite, served by `php -S`",
  "reservation/baseline": "8 clients, beside a Worker that runs the same statements blindly",
  "change/baseline": "amendments and cancellations in turns, 8 clients, beside a Worker that runs the same statements blindly",
  "ari/baseline": "one room and rate, 30 nights, beside a Worker that runs the same statements blindly",
  "push/parse": "prices of two years in one OpenTravel message, beside a Worker that only parses it",
  "log-in/baseline": "beside scrypt alone, which leaves no rest to others (notes)",
  "feed/baseline": "beside a Worker that does one trivial D1 query and returns the same bytes, 8 clients",
  "distance/floor":
    "150 ms more on each round trip to D1: the trips of [interface.md §19.4](interface.md#194-round-trips) and what the same request takes without them, over what it takes with them; the worst of the warm operations",
  "distance-cold/floor": "the same, as the first request of a new isolate",
  "reservation-webhook/reservation": "reservations told to a webhook beside reservations without one, 8 clients",
};

const PLOT_TEXTS: Readonly<Record<Growth, string>> = {
  hotels: "Listings a second by hotels",
  nights: "Availabilities a second by nights",
  transactions: "Time, first byte and memory of an export by transactions",
  clients: "Requests a second by clients at a time",
  changes: "Availabilities a second, and their time, by changes of calendars a second",
  distance: "Time until the first byte by milliseconds of a round trip to D1",
};

/** What a benchmark's table does not say itself. */
const SECTION_TEXTS: Readonly<Record<string, string>> = {
  hosts: `The same service on its three hosts, each with its own database: workerd with D1 as Miniflare runs it, Node and Deno with
SQLite in the process, synchronised at every commit. A local D1 is a process boundary away from the Worker and a deployed one a
network away; compare hosts for choosing a machine of your own, not with Cloudflare. \`npm start\` serves through
\`wrangler dev\`, whose proxy costs more than the Worker: it is slower than what "workerd" shows here.

`,
  distance: `One client at a time; what counts is the first byte. The ratio allows a millisecond to either side, since a listing takes less and waits for
no trip at all.

`,
  cost: `What the platform bills for one operation, and its price beyond what the plan includes: see
[operations.md](operations.md#what-it-costs). "Cold" is the first request of a new isolate where KV and cache hold nothing yet.

`,
};

export function markdownPage(report: Report): string {
  const { machine } = report;
  const ratios = markdownTable([
    [...RATIO_COLUMNS, "What"],
    ...ratioRows(report).map((row) => [...row, RATIO_MEANINGS[row[0] ?? ""] ?? ""]),
  ]);
  const tables = benchmarksOf(report).map(
    ([name, results]) => `## ${name}\n\n${SECTION_TEXTS[name] ?? ""}${markdownTable([COLUMNS, ...results.map(cells)])}`,
  );
  const head = `# Benchmarks

Made by \`npm run --silent bench -- --full --json > FILE\`, \`node bench/plot.ts FILE\` and \`npm run --silent bench -- --from FILE
--markdown > docs/benchmarks.md\`, the last part being [benchmarks-notes.md](benchmarks-notes.md). Ratios are of every run that
was named with \`--from\`, one beside the other; every other figure is from the first. "95 %" is where a ratio lies by a bootstrap
over its rounds, each drawn with both servers' turns; "autocannon" the same ratio by another load generator (\`--confirm\`). Before a server is timed
its answer is compared with Tabard's. Servers take short turns under the same load; rates and latencies are medians over the
turns, "lowest–highest" their spread. "CPU ms" is the server's processor time per request, which other work on the machine
disturbs least. "memory +MB" is the most its memory rose within a turn. The baselines are Workers that do the
least an answer can cost, written with itty-router, a router of a kilobyte that is in no part of Tabard itself; why:
[decision 0023](decisions/0023-itty-router-serves-the-bench.md).

Machine: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; load before the
first benchmark ${machine.loadBefore.toFixed(1)}. A load above 0 means that other work ran beside the benchmarks: rates are
lower than the machine's, ratios stay comparable.`;
  return `${[head, ratios, ...growthSection(), ...tables, ...costSection(report), readFileSync(NOTES_FILE, "utf8").trim()].join("\n\n")}\n`;
}

function costSection({ costs = [] }: Report): string[] {
  return costs.length === 0 ? [] : [`## cost\n\n${SECTION_TEXTS.cost}${markdownTable([COST_COLUMNS, ...costs.map(costCells)])}`];
}

function growthSection(): string[] {
  const drawn = GROWTHS.filter((growth) => existsSync(`${PLOTS_FOLDER}/${growth}.svg`));
  if (drawn.length === 0) return [];
  return ["## How cost grows", ...drawn.map((growth) => `![${PLOT_TEXTS[growth]}](benchmarks/${growth}.svg)`)];
}

function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
