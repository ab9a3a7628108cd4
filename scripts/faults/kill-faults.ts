/** SIGKILL under load, again and again, on the host as npm start and npm run start:node run it: harness/crash-run.ts, crash-lives.ts, move-kills.ts. */
import { killUnderLoad } from "../../harness/crash-run.ts";
import { killLives } from "../../harness/crash-lives.ts";
import { MOVE_LINES, killMoves, moveUnderLoad } from "../../harness/move-kills.ts";
import type { Scenarios } from "./scenario.ts";

const KILLS = 3;

export const killFaults: Scenarios = {
  "killed under load (worker)": () => killUnderLoad("worker", KILLS),
  "killed under load (node)": () => killUnderLoad("node", KILLS),
  "killed while bookings are amended and cancelled (worker)": () => killLives("worker", KILLS),
  "killed while bookings are amended and cancelled (node)": () => killLives("node", KILLS),
  "killed while a group is moved (worker)": () => everyMove("worker"),
  "killed while a group is moved (node)": () => everyMove("node"),
};

/** To and fro, and killed at every line the command prints. */
async function everyMove(host: "worker" | "node"): Promise<string> {
  const whole = await moveUnderLoad(host, [1, 2, 0, 2]);
  return `${whole}; killed: ${await killMoves(host, MOVE_LINES, true)}`;
}
