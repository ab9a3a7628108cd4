/** npm run faults: breaks the service's parts, hosts and clients on purpose; docs/reliability.md has the promises. */
import { parseArgs } from "node:util";
import { WrongCall, runCommand } from "../cli/support/user-error.ts";
import { stopServices } from "../harness/service-process.ts";
import { scenarios } from "./faults/scenarios.ts";

const HELP = `npm run faults
    Breaks the service's parts, hosts and clients on purpose and looks whether the promises of docs/reliability.md hold.
    Status 1 where one does not.

Options
    --only NAME    the scenarios with this in their name
    --times N      all of them so often (1)
    --list         their names, and nothing is run
    --help         this text
`;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      times: { type: "string", default: "1" },
      list: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help) return void process.stdout.write(HELP);
  const chosen = Object.entries(scenarios).filter(([name]) => name.includes(values.only));
  if (chosen.length === 0) throw new WrongCall(`no scenario's name has "${values.only}" in it; -- --list names them`);
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) throw new WrongCall(`--times is a whole number above 0, not ${values.times}`);
  if (values.list) return console.log(chosen.map(([name]) => name).join("\n"));
  let failed = 0;
  for (let time = 1; time <= times; time += 1) {
    for (const [name, scenario] of chosen) failed += (await passes(name, scenario)) ? 0 : 1;
    if (times > 1) console.log(`— ${time} of ${times} times`);
  }
  console.log(`faults: ${chosen.length * times - failed} ok, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Runs one and prints a line. The service's own log would drown it. */
async function passes(name: string, scenario: () => Promise<string>): Promise<boolean> {
  const { log } = console;
  console.log = () => {};
  const startedMs = performance.now();
  let line: string;
  let ok = true;
  try {
    line = await scenario();
  } catch (error) {
    ok = false;
    line = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await stopServices();
  } finally {
    console.log = log;
  }
  console.log(
    `${ok ? "ok    " : "FAILED"} ${name.padEnd(36)} ${((performance.now() - startedMs) / 1000).toFixed(1).padStart(5)} s  ${line}`,
  );
  return ok;
}
