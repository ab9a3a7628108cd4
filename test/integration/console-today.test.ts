/** The console's Today (docs/interface.md §20.2.4) on the clocks of each hotel, and the news that keep its lists fresh (§20.2.12). */
import { beforeAll, describe, expect, it } from "vitest";
import { HOTEL_KEY_SCOPES } from "../../src/access/rules/principal.ts";
import { DAY_MS, formatDate } from "../../src/base/calendar-date.ts";
import { today } from "../../harness/bookable-group.ts";
import { atDesk } from "../support/console.ts";
import { hiddenFields, rowsOf, textOf } from "../support/read-page.ts";
import { insertToken, platform } from "../support/in-worker.ts";
import { type ReservationAnswer, booking, reservation, reserve } from "../support/reserve.ts";
import { type GroupOfTest, addGroup } from "../support/two-groups.ts";

/** In the evening of this day at Lisbon it is the next one at Tokyo. */
const DAY = today + 2;
const evening = (day: number): number => day * DAY_MS + 18 * 3_600_000;

let group: GroupOfTest;
let lisbon = "";
let tokyo = "";

async function book(hotelId: string, roomId: string, from: number, nights: number): Promise<string> {
  const stay = { roomId, checkInDate: formatDate(from), checkOutDate: formatDate(from + nights) };
  return (await (await reserve("mine", reservation([booking(hotelId, stay)]))).json<ReservationAnswer>()).reference;
}

/** What the page says of each hotel in the evening of a day. */
async function evenings(day: number, token = "mine-desk-group"): Promise<Map<string, string>> {
  const answer = await atDesk(token, "/console/today", undefined, platform({ now: () => evening(day) }));
  const sections = (await answer.text()).split(/<section /).slice(1);
  return new Map(sections.map((section) => [/<h2[^>]*>([^<]*)</.exec(section)?.[1] ?? "", textOf(`<section ${section}`)]));
}

beforeAll(async () => {
  group = await addGroup("mine");
  const operator = { kind: "operator", scopes: HOTEL_KEY_SCOPES, expiresMs: Date.now() + 100 * DAY_MS } as const;
  await insertToken("mine-desk-group", "mine", { ...operator, subject: "ALL" });
  await insertToken("mine-desk-hotel", "mine", { ...operator, subject: "ONE", hotelId: group.hotelId });
  lisbon = await book(group.hotelId, "DBL", DAY, 2);
  tokyo = await book(group.otherHotelId, "TWN", DAY + 1, 1);
});

describe("/console/today", () => {
  it("tells of each hotel, on its own clocks, who comes, stays and goes, and how many rooms are sold tonight", async () => {
    const hotels = await evenings(DAY);
    expect([...hotels.keys()]).toEqual(["All hotels", group.hotelId, group.otherHotelId]);
    expect(hotels.get("All hotels")).toContain("2 to arrive 0 to leave 0 staying 1 % sold tonight, 2 of 300 rooms");
    expect(hotels.get(group.hotelId)).toContain("1 to arrive 0 to leave 0 staying 1 % sold tonight, 1 of 200 rooms");
    expect(hotels.get(group.hotelId)).toContain(`Arrivals`);
    expect(hotels.get(group.hotelId)).toContain(`${lisbon}-1`);
    expect(hotels.get(group.otherHotelId)).toContain(`${tokyo}-1`);
    expect((await evenings(DAY - 1)).get("All hotels")).toContain("0 to arrive");

    const host = platform({ now: () => evening(DAY) });
    const page = await (await atDesk("mine-desk-hotel", "/console/today", undefined, host)).text();
    const form = { ...hiddenFields(page, "/console/today"), move: "check-in" };
    expect((await atDesk("mine-desk-hotel", "/console/today", form, host)).headers.get("Location")).toContain(`of=${lisbon}-1`);
    expect((await evenings(DAY)).get(group.hotelId)).toContain("0 to arrive 0 to leave 1 staying");
    expect((await evenings(DAY + 2)).get(group.hotelId)).toContain("0 to arrive 1 to leave 0 staying 0 % sold tonight, 0 of 200 rooms");
    // Who has not come is expected still.
    expect((await evenings(DAY + 2)).get(group.otherHotelId)).toContain("expected earlier");
  });

  it("tells an operator of a hotel of that hotel alone", async () => {
    expect([...(await evenings(DAY, "mine-desk-hotel")).keys()]).toEqual([group.hotelId]);
  });
});

describe("news for the lists", () => {
  const news = async (path: string, after: number, token = "mine-desk-group") =>
    (await atDesk(token, `${path}?after=${after}`)).json<{ next: number; news: boolean }>();

  it("are told where something has happened since, of what the page shows and its operator may see", async () => {
    const { next } = await news("/console/events/news", 0);
    expect(await news("/console/events/news", 0)).toEqual({ next, news: true });
    for (const path of ["/console/events/news", "/console/today/news"]) expect(await news(path, next)).toEqual({ next, news: false });
    await book(group.otherHotelId, "TWN", DAY + 5, 1);
    for (const path of ["/console/events/news", "/console/today/news"]) {
      const told = await news(path, next);
      expect([told.news, told.next > next]).toEqual([true, true]);
      // Not its hotel: it need not look again at what it may not see.
      expect(await news(path, next, "mine-desk-hotel")).toEqual({ next: told.next, news: false });
    }
  });

  it("come with the events and webhooks of the page, newest first", async () => {
    const page = await (await atDesk("mine-desk-hotel", "/console/events")).text();
    expect(page).toMatch(/ data-news="\/console\/events\/news" data-after="\d+" hidden/);
    const numbers = rowsOf(page).map(([first]) => Number(first)).filter((number) => number > 0); // prettier-ignore
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect(page).not.toContain(group.otherHotelId);
    expect(textOf(page)).toContain(`ftp://receiver.test/secret-of-mine * Stopped by hand`);
  });
});
