/** FreeRooms and the handshake: AlpineBits HotelData 2018-10 to 2024-10, docs/interface.md §16. */
import { describe, expect, it } from "vitest";
import { formatDate, parseDate } from "../../src/base/calendar-date.ts";
import { intersect } from "../../src/alpinebits/handshake.ts";
import { type FreeRooms, readFreeRooms } from "../../src/alpinebits/read-free-rooms.ts";
import { ACTIONS, VERSIONS } from "../../src/alpinebits/versions.ts";
import { PRODUCTS, ota } from "../support/partner-products.ts";

const day = (date: string): number => Number(parseDate(date));
const TODAY = day("2027-05-01");
const COMPLETE = `<UniqueID Type="16" ID="1" Instance="CompleteSet"/>`;

const inventory = (control: string, inner = ""): string => `<Inventory><StatusApplicationControl ${control}/>${inner}</Inventory>`;
const count = (number: number, type = 2): string => `<InvCounts><InvCount CountType="${type}" Count="${number}"/></InvCounts>`;
const MAY = `Start="2027-05-10" End="2027-05-12" InvTypeCode="DBL"`;

function read(inner: string, head = "", lastNight: number | null = null): FreeRooms {
  const message = ota(`<OTA_HotelInvCountNotifRQ>${head}<Inventories>${inner}</Inventories></OTA_HotelInvCountNotifRQ>`);
  return readFreeRooms(message, message.children.at(-1)?.children ?? [], { ...PRODUCTS, lastNight }, TODAY);
}

describe("FreeRooms", () => {
  it("takes a delta as what is left, a category without counts as fully booked", () => {
    const { entries, faults } = read(inventory(MAY, count(3)) + inventory(`Start="2027-05-13" End="2027-05-13" InvTypeCode="DBL"`));
    expect(faults).toEqual([]);
    expect(entries).toEqual([
      { room: "DBL", from: "2027-05-10", to: "2027-05-12", left: 3, rates: {} },
      { room: "DBL", from: "2027-05-13", to: "2027-05-13", left: 0, rates: {} },
    ]);
  });

  it("takes a complete set as all there is, from today to the last night anything is known of", () => {
    const { entries } = read(inventory(MAY, count(3)), COMPLETE, day("2027-06-01"));
    expect(entries).toEqual([
      { room: "DBL", from: "2027-05-01", to: "2027-06-01", left: 0, rates: {} },
      { room: "SGL", from: "2027-05-01", to: "2027-06-01", left: 0, rates: {} },
      { room: "DBL", from: "2027-05-10", to: "2027-05-12", left: 3, rates: {} },
    ]);
  });

  it("takes a complete set of one empty element as nothing free at all", () => {
    expect(read("<Inventory/>", COMPLETE, day("2027-05-03"))).toMatchObject({
      faults: [],
      entries: [
        { room: "DBL", left: 0 },
        { room: "SGL", left: 0 },
      ],
    });
    expect(read("<Inventory/>").faults).toEqual(["Inventory 1: there is no StatusApplicationControl."]);
  });

  it("closes all categories in a closing season", () => {
    const season = inventory(`Start="2027-05-20" End="2027-05-31" AllInvCode="true"`);
    const { entries, faults } = read(season + inventory(MAY, count(3)), COMPLETE, day("2027-05-01"));
    expect(faults).toEqual([]);
    expect(entries.slice(2, 4)).toEqual(["DBL", "SGL"].map((room) => ({ room, from: "2027-05-20", to: "2027-05-31", left: 0, rates: {} })));
    expect(read(season).faults).toEqual(["Inventory 1: closing seasons belong in a CompleteSet."]);
  });

  it.each([
    [inventory(MAY, count(1, 6)), /CountType 6 is not supported/],
    [inventory(MAY, count(1, 9)), /CountType 9 is not supported/],
    [inventory(`${MAY} InvCode="101"`, count(1)), /distinct rooms/],
    [inventory(`Start="2027-05-10" End="2027-05-12"`, count(1)), /InvTypeCode is missing/],
    [inventory(`Start="2027-05-10" End="2027-05-09" InvTypeCode="DBL"`, count(1)), /End lies before Start/],
    [inventory(MAY, count(1)) + inventory(`Start="2027-05-12" End="2027-05-14" InvTypeCode="DBL"`), /overlap from 2027-05-12/],
  ])("refuses %s", (inner, fault) => {
    expect(read(inner).faults).toEqual([expect.stringMatching(fault)]);
  });

  it("refuses a closing season over nights that can be booked, and not over those that cannot", () => {
    const season = inventory(`Start="2027-05-12" End="2027-05-31" AllInvCode="true"`);
    expect(read(season + inventory(MAY, count(1)), COMPLETE).faults).toEqual([
      "A closing season overlaps nights of DBL that can be booked.",
    ]);
    expect(read(season + inventory(MAY, count(0)), COMPLETE).faults).toEqual([]);
    expect(read(inventory(MAY, count(0)) + season, COMPLETE).faults).toEqual(["Inventory 2: closing seasons stand before all rooms."]);
  });

  it("tells of a category the hotel does not have", () => {
    expect(read(inventory(`Start="2027-05-10" End="2027-05-12" InvTypeCode="dbl"`, count(1)))).toMatchObject({
      unknownRoom: true,
      entries: [],
    });
  });

  it("takes 2018-10's BookingLimit alike", () => {
    const message = ota(
      `<OTA_HotelAvailNotifRQ><AvailStatusMessages><AvailStatusMessage BookingLimit="4" BookingLimitMessageType="SetLimit"><StatusApplicationControl ${MAY}/></AvailStatusMessage></AvailStatusMessages></OTA_HotelAvailNotifRQ>`,
    );
    const { entries, faults } = readFreeRooms(message, message.children[0]?.children ?? [], PRODUCTS, TODAY);
    expect([entries, faults]).toEqual([[{ room: "DBL", from: "2027-05-10", to: "2027-05-12", left: 4, rates: {} }], []]);
  });

  it("stops where a message stands for more than the service works on at once", () => {
    const season = (index: number): string => {
      const [from, to] = [index, index].map((at, end) => formatDate(TODAY + at * 1_100 + end * 1_099));
      return inventory(`Start="${from}" End="${to}" AllInvCode="true"`);
    };
    const seasons = Array.from({ length: 1_000 }, (_, index) => season(index)).join("");
    const { faults, entries } = read(seasons, COMPLETE);
    expect(faults).toEqual([expect.stringContaining("more than 50000 periods or 2000000 nights of categories")]);
    expect(entries.length).toBeLessThanOrEqual(2 * 910 + 2);
  });

  it("reads the longest message at once", () => {
    const periods = Array.from({ length: 5_000 }, (_, index) => {
      const date = formatDate(TODAY + index);
      return inventory(`Start="${date}" End="${date}" InvTypeCode="DBL"`, count(1));
    });
    const startMs = performance.now();
    expect(read(periods.join(""), COMPLETE).entries).toHaveLength(5_002);
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });
});

describe("the handshake", () => {
  const everything = {
    versions: [
      ...VERSIONS.map((version) => ({
        version,
        actions: ACTIONS[version].flatMap(({ announced }) =>
          announced ? [{ action: announced.action, supports: [...announced.supports, "OTA_HotelInvCountNotif_accept_rooms"] }] : [],
        ),
      })),
      { version: "2030-10", actions: [{ action: "action_OTA_Ping" }] },
    ],
  };

  it("answers what both can, and no prices", () => {
    const common = JSON.parse(intersect(JSON.stringify(everything)) ?? "");
    expect(common.versions.map(({ version }: { version: string }) => version)).toEqual(VERSIONS);
    expect(common.versions[2].actions).toEqual([
      { action: "action_OTA_Ping" },
      {
        action: "action_OTA_HotelInvCountNotif",
        supports: [
          "OTA_HotelInvCountNotif_accept_categories",
          "OTA_HotelInvCountNotif_accept_deltas",
          "OTA_HotelInvCountNotif_accept_closing_seasons",
          "OTA_HotelInvCountNotif_accept_complete_set",
        ],
      },
      { action: "action_OTA_Read" },
    ]);
    expect(JSON.stringify(common)).not.toMatch(/RatePlan|accept_rooms|2030/);
  });

  it("leaves the handshake itself where nothing else is common", () => {
    expect(
      JSON.parse(intersect('{"versions":[{"version":"2022-10","actions":[{"action":"action_OTA_HotelRatePlanNotif_RatePlans"}]}]}') ?? ""),
    ).toEqual({
      versions: [{ version: "2022-10", actions: [{ action: "action_OTA_Ping" }] }],
    });
    expect(JSON.parse(intersect('{"versions":[]}') ?? "")).toEqual({ versions: [] });
  });

  it.each(["", "{", "[]", "null", "7", '{"versions":{}}', '{"version":[]}'])("is none with %s", (echoData) => {
    expect(intersect(echoData)).toBeNull();
  });
});
