/** Log-in: scrypt is all of its cost, by intention; against a Worker that does nothing else. */
import { insertGroup, insertUser, userHash } from "../support/hotel-data.ts";
import { logInRequest } from "../support/requests.ts";
import { ratio } from "../support/ratio.ts";
import { compare } from "../support/rounds.ts";
import type { Scenario } from "../support/scenario.ts";
import { seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
const EFFORT = { rounds: 5, roundMs: 800 };

export const logIn: Scenario = async () => {
  const hash = await userHash();
  await seedDatabase("log-in-tabard", (db) => {
    insertGroup(db, GROUP, 1);
    insertUser(db, GROUP, hash);
  });
  await seedDatabase("log-in-baseline", () => {});
  const tabard = await startWorker("src/index.ts", "log-in-tabard");
  const baseline = await startWorker("bench/workers/scrypt.ts", "log-in-baseline");
  try {
    const request = logInRequest(GROUP);
    const loads = [
      { name: "tabard", host: tabard, request, connections: 2 },
      { name: "scrypt alone", host: baseline, request, connections: 2 },
    ];
    const results = await compare("log-in", loads, EFFORT);
    return { ratios: {}, moreRatios: { "log-in/baseline": ratio(results, "tabard", "scrypt alone") }, results };
  } finally {
    await Promise.all([tabard.stop(), baseline.stop()]);
  }
};
