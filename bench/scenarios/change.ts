/** Amendments and cancellations in turns, with 1 and 8 clients, against a Worker that runs the same statements blindly. */
import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "../../src/base/calendar-date.ts";
import { AMENDED_STAYS, HOTELS, NIGHTS_ON_SALE, changeRequest, insertStays } from "../support/booked-stays.ts";
import { insertInventory } from "../support/calendar-data.ts";
import { insertGroup } from "../support/hotel-data.ts";
import { type Ratio, ratio } from "../support/ratio.ts";
import { type Measured, compare } from "../support/rounds.ts";
import type { Scenario } from "../support/scenario.ts";
import { seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
/** More than a run cancels, on a machine four times as fast. */
const STAYS = AMENDED_STAYS + 3000;
const UNITS = 1_000_000;
const CLIENTS = [1, 8];
/** What the ratio of docs/interface.md §8.1 is taken at. */
const TARGET_CLIENTS = 8;
const EFFORT = { rounds: 8, roundMs: 400 };

export const change: Scenario = async () => {
  const firstDay = Math.floor(Date.now() / DAY_MS) + 1;
  let version = 0;
  let calendarVersion = 0;
  const fill = (db: DatabaseSync): void => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: UNITS, restricted: false });
    insertStays(db, GROUP, firstDay, STAYS);
    version = Number(db.prepare("SELECT terms_version AS v FROM groups").get()?.v);
    calendarVersion = Number(db.prepare("SELECT max(calendar_version) AS v FROM hotels").get()?.v);
  };
  await seedDatabase("change-tabard", fill);
  await seedDatabase("change-blind", fill);
  const tabard = await startWorker("src/index.ts", "change-tabard");
  const blind = await startWorker("bench/workers/blind-change.ts", "change-blind");
  try {
    const facts = JSON.stringify({ groupId: GROUP, firstDay, version, calendarVersion });
    await fetch(new URL("/facts", blind.url), { method: "PUT", body: facts });
    const servers = [
      { name: "tabard", host: tabard, next: 0 },
      { name: "the same statements, blindly", host: blind, next: 0 },
    ];
    const results: Measured[] = [];
    const ratios: Record<string, Ratio> = {};
    for (const connections of CLIENTS) {
      // Each server goes on where it stopped: nothing is cancelled twice.
      const loads = servers.map((server) => ({
        ...server,
        connections,
        request: () => changeRequest(GROUP, server.next++, firstDay, STAYS),
      }));
      const measured = await compare(`${connections} clients`, loads, EFFORT);
      results.push(...measured);
      if (connections === TARGET_CLIENTS) ratios["change/baseline"] = ratio(measured, "tabard", "the same statements, blindly");
    }
    return { ratios, results };
  } finally {
    await Promise.all([tabard.stop(), blind.stop()]);
  }
};
