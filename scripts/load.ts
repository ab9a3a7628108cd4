/** npm run load: a mixed hour in five minutes against a service of its own; docs/reliability.md has what it promises. */
import { parseArgs } from "node:util";
import { quantile } from "../cli/support/statistics.ts";
import { readHost } from "../cli/support/serve-host.ts";
import { WrongCall, runCommand } from "../cli/support/user-error.ts";
import { stopServices } from "../harness/service-process.ts";
import { GROWTH_BYTES_MAX } from "./load/memory.ts";
import { OPERATIONS } from "./load/mix.ts";
import { findBookingsFile } from "../harness/local-file.ts";
import { type LoadReport, isSound, runLoad } from "./load/run-load.ts";

const HELP = `npm run load
    A mixed hour in five minutes against a service of its own: 65 % hotels, 22 % availability, 4 % reservations, 6 % what becomes of them
    (changed, cancelled, checked in and out, charged, paid, read, asked for again), 2 % changes of prices, 1 % export.
    Status 1 where any answer was wrong, a booking is not stored as it was answered or memory grew without bound.

Options
    --seconds N                how long (300)
    --clients N                clients at a time (32)
    --rate N                   requests a second, all clients together (200); 0: as many as are answered
    --host worker|node|deno    where the service runs (worker)
    --bookings FILE            the "Hotel booking demand" data set (TABARD_BOOKINGS; without it the demo group)
    --seed N                   of the mix (1)
    --json                     one JSON object
    --help                     this text
`;

const MEBIBYTE = 1024 * 1024;
const QUANTILES = [0.5, 0.9, 0.99, 0.999, 1];
/** Points of the memory's course that are printed. */
const MEMORY_POINTS = 10;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "300" },
      clients: { type: "string", default: "32" },
      rate: { type: "string", default: "200" },
      host: { type: "string" },
      bookings: { type: "string" },
      seed: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  try {
    const report = await runLoad({
      host: readHost(values.host),
      durationMs: readNumber("seconds", values.seconds) * 1000,
      clients: readNumber("clients", values.clients),
      perSecond: values.rate === "0" ? 0 : readNumber("rate", values.rate),
      bookingsFile: values.bookings ?? findBookingsFile(),
      seed: readNumber("seed", values.seed),
    });
    console.log(values.json ? JSON.stringify(summary(report)) : tell(report));
    process.exitCode = isSound(report) ? 0 : 1;
  } finally {
    await stopServices();
  }
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new WrongCall(`--${name} is a whole number above 0, not ${text}`);
}

function summary(report: LoadReport) {
  const operations = Object.fromEntries(
    OPERATIONS.map((operation) => {
      const samples = report.latenciesMs[operation];
      return [operation, { requests: samples.length, ms: QUANTILES.map((share) => Math.round(quantile(samples, share) * 10) / 10) }];
    }),
  );
  const step = Math.max(1, Math.floor(report.memoryBytes.length / MEMORY_POINTS));
  const memory = report.memoryBytes.filter((_, at) => at % step === 0).map((bytes) => Math.round(bytes / MEBIBYTE));
  const { groupId, seconds, refused, growthBytes } = report;
  const faults = Object.fromEntries(report.faults);
  return { sound: isSound(report), groupId, seconds: Math.round(seconds), operations, refused, memory, growthBytes, faults };
}

function tell(report: LoadReport): string {
  const { groupId, seconds, operations, refused, memory, growthBytes, faults } = summary(report);
  const requests = Object.values(operations).reduce((sum, { requests }) => sum + requests, 0);
  const lines = Object.entries(operations).map(
    ([name, { requests, ms }]) =>
      `${name.padEnd(14)}${String(requests).padStart(8)}${ms.map((one) => one.toFixed(1).padStart(9)).join("")}`,
  );
  const wrong = Object.values(faults).reduce((sum, times) => sum + times, 0);
  return [
    `group ${groupId}: ${requests} requests in ${seconds} s, ${Math.round(requests / seconds)} a second`,
    `${"ms".padEnd(14)}requests      p50      p90      p99    p99.9      max`,
    ...lines,
    `reservations refused for want of a unit: ${refused}`,
    `memory, MiB, from first to last: ${memory.join(" ") || "not known on this system"}`,
    `growth after the second quarter: ${(growthBytes / MEBIBYTE).toFixed(1)} MiB of at most ${GROWTH_BYTES_MAX / MEBIBYTE}`,
    `wrong answers: ${wrong}`,
    ...Object.entries(faults).map(([fault, times]) => `  ${times} × ${fault}`),
    isSound(report) ? "load: passed" : "load: FAILED",
  ].join("\n");
}
