/**
 * Reservations of one room for three nights, with 1, 8 and 32 clients at a time, with --full 1 to 64, against a Worker that
 * runs the same statements blindly.
 */
import { insertInventory } from "../support/calendar-data.ts";
import { insertGroup } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { BOOKED_NIGHTS, bookingRequest } from "../support/requests.ts";
import { type Ratio, ratio } from "../support/ratio.ts";
import { GROWING_CLIENTS, type Measured, asGrowth, compare } from "../support/rounds.ts";
import { requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { store } from "../support/store.ts";
import { seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
const HOTELS = 4;
const NIGHTS_ON_SALE = 60;
/** More than any run sells. */
const UNITS = 1_000_000;
const CLIENTS = [1, 8, 32];
/** What the ratio of docs/interface.md §8.1 is taken at. */
const TARGET_CLIENTS = 8;
const EFFORT = { rounds: 12, roundMs: 400, isHeadline: true };

export const reservation: Scenario = async ({ full }) => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  const fill = (db: Parameters<typeof insertGroup>[0]): void => {
    insertGroup(db, GROUP, HOTELS);
    insertInventory(db, { groupId: GROUP, hotels: HOTELS, firstDay, endDay: firstDay + NIGHTS_ON_SALE, units: UNITS, restricted: false });
  };
  await seedDatabase("reservation-tabard", fill);
  await seedDatabase("reservation-blind", fill);
  const tabard = await startWorker("src/index.ts", "reservation-tabard");
  const blind = await startWorker("bench/workers/blind-reservation.ts", "reservation-blind");
  try {
    const request = (index: number): RequestShape =>
      bookingRequest(GROUP, firstDay + (index % (NIGHTS_ON_SALE - BOOKED_NIGHTS)), (index % HOTELS) + 1);
    await store(tabard, blind, "answer", request(0));
    const servers = [
      { name: "tabard", host: tabard },
      { name: "the same statements, blindly", host: blind },
    ];
    await requireSameAnswer(
      servers.map((server) => ({ ...server, request: request(0) })),
      withoutIds,
    );
    const results: Measured[] = [];
    const ratios: Record<string, Ratio> = {};
    for (const connections of full ? GROWING_CLIENTS : CLIENTS) {
      const loads = servers.map((server) => ({ ...server, request, connections }));
      const measured = await compare(`${connections} clients`, loads, EFFORT);
      results.push(...asGrowth(measured, "clients", connections));
      if (connections === TARGET_CLIENTS) ratios["reservation/baseline"] = ratio(measured, "tabard", "the same statements, blindly");
    }
    return { ratios, results };
  } finally {
    await Promise.all([tabard.stop(), blind.stop()]);
  }
};

/** Everything of an answer but its ids and its moments. */
function withoutIds(text: string): string {
  return text.replaceAll(/"(reservationId|reference|bookingId|createdAt|from)":"[^"]*"/g, '"$1":""');
}
