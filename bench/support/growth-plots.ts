/** How cost grows, drawn from a report: docs/benchmarks/hotels.svg, nights.svg, transactions.svg, clients.svg, changes.svg and distance.svg. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./report.ts";
import type { Growth } from "./rounds.ts";
import { type Panel, type Plot, type Series, drawPlot } from "./svg-plot.ts";

export const PLOTS_FOLDER = "docs/benchmarks";

type Result = Report["results"][number];

const PER_SECOND = { title: "requests a second", figure: (one: Result) => one.perSecond, yScale: "log" } as const;
const CLIENTS = { xTitle: "clients at a time", ...PER_SECOND };
const CHANGES = { benchmark: "availability", xTitle: "changes a second, each of another hotel", yScale: "linear" } as const;
const TRANSACTIONS = { benchmark: "export", xTitle: "transactions" };

/** What each plot shows: figures of a benchmark's points. */
const PLOTS: Readonly<Record<Growth, { title: string; panels: readonly PanelPlan[] }>> = {
  hotels: { title: "Listing", panels: [{ benchmark: "hotels", xTitle: "hotels", ...PER_SECOND }] },
  nights: { title: "Availability of 500 hotels", panels: [{ benchmark: "availability", xTitle: "nights", ...PER_SECOND }] },
  transactions: {
    title: "Export",
    panels: [
      { ...TRANSACTIONS, title: "milliseconds until the last byte", figure: (one) => one.p50Ms, yScale: "log" },
      { ...TRANSACTIONS, title: "milliseconds until the first byte", figure: (one) => one.firstByteMs, yScale: "linear" },
      { ...TRANSACTIONS, title: "memory, MB above where it began", figure: (one) => one.memoryGrowthMegabytes, yScale: "linear" },
    ],
  },
  clients: {
    title: "Clients",
    panels: [
      { benchmark: "hotels", ...CLIENTS, title: "100 hotels, listings a second" },
      { benchmark: "availability", ...CLIENTS, title: "500 hotels, 7 nights, availabilities a second" },
      { benchmark: "reservation", ...CLIENTS, title: "reservations a second" },
    ],
  },
  changes: {
    title: "Availability of 500 hotels while calendars change",
    panels: [
      { ...CHANGES, title: "requests a second", figure: (one) => one.perSecond },
      { ...CHANGES, title: "milliseconds, half of the requests", figure: (one) => one.p50Ms },
      { ...CHANGES, title: "milliseconds, 99 of 100", figure: (one) => one.p99Ms },
    ],
  },
  distance: {
    title: "Distance",
    panels: [
      {
        benchmark: "distance",
        xTitle: "milliseconds a round trip to D1",
        title: "milliseconds until the first byte, warm",
        figure: (one) => one.firstByteMs,
        yScale: "linear",
      },
    ],
  },
};

interface PanelPlan {
  benchmark: string;
  title: string;
  xTitle: string;
  yScale: Panel["yScale"];
  /** Null where it was not measured. */
  figure: (one: Result) => number | null;
}

/** Draws every growth the report has at least two points of. Returns the files written. */
export function writePlots(report: Report, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  return growthPlots(report).map(([growth, plot]) => {
    const file = join(folder, `${growth}.svg`);
    writeFileSync(file, drawPlot(plot));
    return file;
  });
}

/** What there is to draw. */
function growthPlots({ results }: Report): [Growth, Plot][] {
  return (Object.keys(PLOTS) as Growth[]).flatMap((growth): [Growth, Plot][] => {
    const points = results.filter((one) => one.growth === growth);
    const panels = PLOTS[growth].panels.flatMap((plan) => panelOf(plan, points));
    return panels.length === 0 ? [] : [[growth, { title: PLOTS[growth].title, panels }]];
  });
}

function panelOf({ benchmark, title, xTitle, yScale, figure }: PanelPlan, points: readonly Result[]): Panel[] {
  const byServer = Map.groupBy(
    points.filter((one) => one.benchmark === benchmark),
    ({ variant }) => variant,
  );
  const series = [...byServer].map(([name, ones]): Series => ({
    name: name === SAME_STATEMENTS ? "baseline" : name,
    points: ones.flatMap((one) => {
      const y = figure(one);
      return y === null || one.size === undefined ? [] : [{ x: one.size, y }];
    }),
  }));
  const drawable = series.filter((one) => one.points.length > 1);
  return drawable.length === 0 ? [] : [{ title, xTitle, yScale, series: drawable }];
}

/** The reservations' baseline, as its table calls it. */
const SAME_STATEMENTS = "the same statements, blindly";
