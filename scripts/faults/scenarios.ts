/** All scenarios on one screen. */
import { clientFaults } from "./client-faults.ts";
import { clockFaults } from "./clock-faults.ts";
import { databaseFaults } from "./database-faults.ts";
import { diskFaults } from "./disk-faults.ts";
import { killFaults } from "./kill-faults.ts";
import type { Scenarios } from "./scenario.ts";
import { storeFaults } from "./store-faults.ts";
import { strangerFaults } from "./stranger-faults.ts";
import { webhookFaults } from "./webhook-faults.ts";
import { versionFaults } from "./version-faults.ts";

/** By name. */
export const scenarios: Scenarios = {
  ...storeFaults,
  ...databaseFaults,
  ...clockFaults,
  ...diskFaults,
  ...clientFaults,
  ...strangerFaults,
  ...versionFaults,
  ...webhookFaults,
  ...killFaults,
};
