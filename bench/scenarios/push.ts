/**
 * A full push of OTA: prices of two years for eight rooms and three rates in one document of a megabyte, beside a Worker that
 * only parses the same document; and the same push again, of which nothing is new.
 */
import { formatDate } from "../../src/base/calendar-date.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { threeDigits } from "../../cli/support/statistics.ts";
import { RATES, ROOMS, insertInventory, rateIds, roomIds } from "../support/calendar-data.ts";
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import type { RequestShape } from "../support/load.ts";
import { ratio } from "../support/ratio.ts";
import { type Measured, compare } from "../support/rounds.ts";
import type { Scenario } from "../support/scenario.ts";
import { type Host, seedDatabase, startWorker } from "../support/worker-host.ts";

const GROUP = "resort";
const PARTNER = { client: "pms", key: "bench-pms-key" };
const NIGHTS = 730;
/** Nights of one message: as many messages as one request may hold. */
const MESSAGE_NIGHTS = 4;
const EFFORT = { rounds: 5, roundMs: 3_000 };

export const push: Scenario = async () => {
  const firstDay = Math.floor(Date.now() / 86_400_000) + 1;
  await seedDatabase("push-tabard", (db) => {
    insertGroup(db, GROUP, 1);
    insertInventory(db, { groupId: GROUP, hotels: 1, firstDay, endDay: firstDay + NIGHTS, units: 10, restricted: false });
    db.prepare(
      "INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', ?2, 'pms', ?3, '[\"rates\"]', 0)",
    ).run(sha256Hex(PARTNER.key), GROUP, PARTNER.client);
  });
  await seedDatabase("push-parse", () => {});
  const tabard = await startWorker("src/index.ts", "push-tabard");
  const parse = await startWorker("bench/workers/parse.ts", "push-parse");
  try {
    const pushes = [pushRequest(firstDay, 100), pushRequest(firstDay, 101)] as const;
    for (const request of pushes) await verify(tabard, request);
    const loads = [
      { name: "tabard", host: tabard, request: (index: number) => pushes[index % 2 === 0 ? 0 : 1], connections: 1 },
      { name: "tabard, nothing new", host: tabard, request: pushes[0], connections: 1 },
      { name: "the document parsed", host: parse, request: pushes[0], connections: 1 },
    ];
    const megabytes = threeDigits((pushes[0].body ?? "").length / 1e6);
    const measured = await compare(`${messagesOf(firstDay)} messages, ${megabytes} MB`, loads, EFFORT);
    const results = measured.map((one): Measured => ({
      ...one,
      messagesPerSecond: threeDigits(one.perSecond * messagesOf(firstDay)),
      nightsPerSecond: threeDigits(one.perSecond * NIGHTS * ROOMS * RATES),
    }));
    return { ratios: {}, moreRatios: { "push/parse": ratio(results, "tabard", "the document parsed") }, results };
  } finally {
    await Promise.all([tabard.stop(), parse.stop()]);
  }
};

/** A refusal would be HTTP 200 too. */
async function verify({ url }: Host, { method, path, headers, body = "" }: RequestShape): Promise<void> {
  const answer = await (await fetch(new URL(path, url), { method, headers, body })).text();
  if (!answer.includes("<Success/>")) throw new Error(`the push was refused: ${answer}`);
}

function pushRequest(firstDay: number, price: number): RequestShape {
  const messages = rangesOf(firstDay).flatMap(([from, to]) =>
    roomIds.flatMap((room, r) =>
      rateIds.map((rate, n) => {
        const amount = `${price + 10 * r + n}.00`;
        return (
          `<RateAmountMessage><StatusApplicationControl Start="${formatDate(from)}" End="${formatDate(to)}" InvTypeCode="${room}" RatePlanCode="${rate}"/>` +
          `<Rates><Rate><BaseByGuestAmts><BaseByGuestAmt AgeQualifyingCode="10" AmountAfterTax="${amount}" CurrencyCode="EUR"/></BaseByGuestAmts></Rate></Rates></RateAmountMessage>`
        );
      }),
    ),
  );
  const body =
    `<OTA_HotelRateAmountNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="bench" Version="1.0">` +
    `<RateAmountMessages HotelCode="${hotelId(GROUP, 1)}">${messages.join("")}</RateAmountMessages></OTA_HotelRateAmountNotifRQ>`;
  const headers = { Authorization: `Basic ${btoa(`${PARTNER.client}:${PARTNER.key}`)}`, "Content-Type": "text/xml; charset=utf-8" };
  return { method: "POST", path: "/ota", headers, body };
}

function rangesOf(firstDay: number): [number, number][] {
  const ranges: [number, number][] = [];
  for (let day = firstDay; day < firstDay + NIGHTS; day += MESSAGE_NIGHTS) {
    ranges.push([day, Math.min(day + MESSAGE_NIGHTS, firstDay + NIGHTS) - 1]);
  }
  return ranges;
}

function messagesOf(firstDay: number): number {
  return rangesOf(firstDay).length * ROOMS * RATES;
}
