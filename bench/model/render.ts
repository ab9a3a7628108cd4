/** The model's answer as the text of docs/growing.md. Pure. */
import { threeDigits } from "../../cli/support/statistics.ts";
import { CONTINENTS, GROUPS, HOTELS, SHARDS } from "./assumptions.ts";
import { makeGroups } from "./groups.ts";
import { OPERATIONS } from "./latency.ts";
import { MEASURED } from "./measured.ts";
import { DEPLOYMENTS, type Growth, type Outcome, PERCENTILES, busyOfEvenGroups, growthOf, runModel } from "./model.ts";
import { type Bill, totalOf } from "./money.ts";

/** All of it; some seconds of computing. */
export function renderModel(): string {
  const outcomes = DEPLOYMENTS.map(runModel);
  return [
    sizes(),
    table(
      [
        "Workers",
        "found in memory",
        "queries/s of a database",
        "of the busiest",
        "in its busiest second of a hundred",
        "it works",
        "hotels carried",
        "$ a month",
      ],
      outcomes.map((one) => [
        one.deployment.name,
        percent(one.hitShare),
        count(one.queriesMean),
        count(one.queriesBusiest),
        count(one.queriesP99),
        percent(one.busy),
        count(one.hotelsMax),
        dollars(totalOf(one.bill)),
      ]),
    ),
    `Were all groups of ${HOTELS / GROUPS} hotels, the busiest database of "${DEPLOYMENTS.at(-1)?.name}" worked ${percent(evenBusy())} of its time.`,
    table(["Dollars a month", ...Object.keys(BILL_NAMES).map((part) => BILL_NAMES[part as keyof Bill])], outcomes.map(bill)),
    ...outcomes.filter((_, at) => at === 1 || at === outcomes.length - 1).flatMap(waits),
    growth(growthOf()),
  ].join("\n\n");
}

const BILL_NAMES: Readonly<Record<keyof Bill, string>> = {
  requests: "requests",
  processor: "processor",
  rowsRead: "rows read",
  rowsWritten: "rows written",
  keyValue: "KV",
  log: "log, a tenth",
  storage: "a month's growth, stored",
};

function sizes(): string {
  const hotels = makeGroups().map((group) => group.hotels);
  const [largest, median, smallest] = [hotels[0], hotels[Math.floor(hotels.length / 2)], hotels.at(-1)].map((one) => count(one ?? 0));
  return `${count(HOTELS)} hotels in ${GROUPS} groups (the largest has ${largest}, the median ${median}, the smallest ${smallest}) on ${SHARDS} databases:`;
}

function evenBusy(): number {
  const last = DEPLOYMENTS.at(-1);
  return last ? busyOfEvenGroups(last) : 0;
}

function bill({ deployment, bill: own }: Outcome): string[] {
  return [deployment.name, ...Object.keys(BILL_NAMES).map((part) => dollars(own[part as keyof Bill]))];
}

function waits({ deployment, waits: rows, hotelsMax }: Outcome): string[] {
  const hotels = count(Math.min(HOTELS, hotelsMax));
  return [
    `Milliseconds at the peak (${PERCENTILES.map((one) => `p${one * 100}`).join(" / ")}), ${deployment.name}, with ${hotels} hotels:`,
    table(
      ["Callers in", ...OPERATIONS],
      rows.map(({ continent, byOperation }) => [
        continent,
        ...byOperation.map((ms) => ms.map((one) => (one === null ? "never" : count(one))).join(" / ")),
      ]),
    ),
  ];
}

function growth({ bytesPerHotelMonth, bytesPerMonthBusiest, daysToFull, databasesFor }: Growth): string {
  const needed = databasesFor
    .map(({ years, databases }) => `${count(databases)} for ${years === 1 ? "a year" : `${years} years`}`)
    .join(", ");
  const fitting = Math.floor(MEASURED.replicaBytes.value / MEASURED.replicaBytesPerHotelMonth.value / 12);
  return [
    `A hotel leaves ${(bytesPerHotelMonth / 1e6).toFixed(1)} MB a month, the busiest database's ${(bytesPerMonthBusiest / 1e9).toFixed(1)} GB: it is full after ${count(daysToFull)} days.`,
    `Databases half full that hold all of it: ${needed}. A year of calendars of ${count(fitting)} hotels fits the memory of an isolate.`,
  ].join("\n");
}

/** The world in one paragraph of the page: shares and distances of continents. */
export function renderContinents(): string {
  return table(
    ["Callers in", "share", "places", "to the place", "to Western Europe", "Eastern North America", "Asia-Pacific", "Oceania"],
    CONTINENTS.map(({ name, share, places, edgeMs, tripMs }) => [
      name,
      percent(share),
      String(places),
      ...[edgeMs, tripMs.weur, tripMs.enam, tripMs.apac, tripMs.oc].map((ms) => `${ms} ms`),
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function percent(share: number): string {
  return `${threeDigits(share * 100)} %`;
}

function count(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en");
}

function dollars(value: number): string {
  return `$${count(Math.round(value))}`;
}
