/** SIGKILL under load, again and again, on the host as npm start and npm run start:node run it: harness/crash-run.ts, crash-lives.ts. */
import { killUnderLoad } from "../../harness/crash-run.ts";
import { killLives } from "../../harness/crash-lives.ts";
import type { Scenarios } from "./scenario.ts";

const KILLS = 3;

export const killFaults: Scenarios = {
  "killed under load (worker)": () => killUnderLoad("worker", KILLS),
  "killed under load (node)": () => killUnderLoad("node", KILLS),
  "killed while bookings are amended and cancelled (worker)": () => killLives("worker", KILLS),
  "killed while bookings are amended and cancelled (node)": () => killLives("node", KILLS),
};
