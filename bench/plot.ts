/**
 * Draws how cost grows: `node bench/plot.ts FILE [FOLDER]`, FILE what `npm run --silent bench -- --full --json` printed, FOLDER
 * docs/benchmarks unless told. What the file has no points of is left as it is.
 */
import { WrongCall, runCommand } from "../cli/support/user-error.ts";
import { PLOTS_FOLDER, writePlots } from "./support/growth-plots.ts";
import { readReport } from "./support/report.ts";

const [file, folder = PLOTS_FOLDER] = process.argv.slice(2);
await runCommand(async () => {
  if (file === undefined) throw new WrongCall("usage: node bench/plot.ts FILE [FOLDER]");
  for (const written of writePlots(readReport(file), folder)) console.log(written);
});
