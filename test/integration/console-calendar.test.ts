/** What the console asks of the calendar beyond POST and GET /ari: docs/interface.md §20. */
import { describe, expect, it } from "vitest";
import type { CallerCtx } from "../../src/access/caller.ts";
import type { Principal } from "../../src/access/rules/principal.ts";
import { parseDate } from "../../src/base/calendar-date.ts";
import { changeCalendar } from "../../src/selling/change-calendar.ts";
import { readCalendar } from "../../src/selling/read-calendar.ts";
import { parseEntries } from "../../src/selling/rules/calendar-entry.ts";
import { night } from "../../harness/bookable-group.ts";
import { type AriGroup, addAriGroup, changeAri } from "../support/ari.ts";
import { testCtx } from "../support/ledger.ts";

function caller({ groupId }: AriGroup): CallerCtx {
  const principal: Principal = {
    kind: "operator",
    groupId,
    hotelId: null,
    scopes: ["rates"],
    subject: "R",
    callerId: `operator:${groupId}:R`,
    logName: "",
    tokenSha256: "",
  };
  return Object.assign(testCtx(), { principal });
}

describe("a change that asks to be told", () => {
  it("answers what it changed, and the same again to its key", async () => {
    const group = await addAriGroup("told");
    const request = { groupId: "told", callerId: "operator:told:R", operation: "POST /console/calendar", key: "k", bodySha256: "b" };
    const rates = { FLEX: { price: 88.5, closedToArrival: true, minStayThrough: 2 } };
    const entry = { room: "DBL", from: night(4), to: night(6), units: 90, rates };
    const change = () => changeCalendar(caller(group), { hotelId: group.euro, ...parseEntries([entry]), isTold: true as const }, request);
    const [first, again] = [await change(), await change()];
    const subject = { roomId: "DBL", rateId: "FLEX", nights: 3 };
    expect(first).toMatchObject({
      value: {
        replayed: false,
        changed: {
          nightsChanged: 3,
          changes: [
            { ...subject, field: "", after: "88.5" },
            { ...subject, rateId: null, field: "units", before: "100", after: "90" },
            { ...subject, field: "closedToArrival", before: "off", after: "on" },
            { ...subject, field: "minStayThrough", before: "0", after: "2" },
          ],
        },
      },
    });
    expect(again).toEqual({ ok: true, value: { ...(first.ok ? first.value : {}), replayed: true } });
  });

  it("is the console's alone: POST /ari answers as ever", async () => {
    const { groupId, euro } = await addAriGroup("untold");
    const entry = { room: "DBL", from: night(4), to: night(4), units: 90 };
    const answer = await changeAri(groupId, euro, [entry]);
    expect(await answer.json()).toEqual({ calendarVersion: 2, nightsChanged: 1, warnings: [] });
  });
});

describe("the calendar of one room", () => {
  it("is what the whole calendar says of it", async () => {
    const group = await addAriGroup("oneroom");
    await changeAri(group.groupId, group.euro, [{ room: "DBL", from: night(4), to: night(40), rates: { SAVER: { price: 5 } } }]);
    const [from, to] = [parseDate(night(0)) ?? 0, parseDate(night(90)) ?? 0];
    const ctx = caller(group);
    const whole = await readCalendar(ctx, group.euro, { from, to });
    for (const roomId of ["DBL", "SGL", "NONE"]) {
      const one = await readCalendar(ctx, group.euro, { from, to, roomId });
      const rooms = whole.ok ? whole.value.rooms.filter((room) => room.roomId === roomId) : [];
      // Of a month only the room itself is read, with all of its rates.
      const told = (list: typeof rooms) =>
        list.map(({ nights }) =>
          nights.map(({ rates, ...rest }) => ({ ...rest, rates: rates.map(({ rateId, month, day }) => [rateId, month, day]) })),
        );
      expect(one.ok && told(one.value.rooms)).toEqual(told(rooms));
    }
    expect((await readCalendar(ctx, "nowhere", { from, to, roomId: "DBL" })).ok).toBe(false);
  });
});
