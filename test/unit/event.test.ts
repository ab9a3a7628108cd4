/** What an event looks like and who sees it: docs/interface.md §17. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { EVENT_TYPES, type StoredEvent, eventId, seenBy, typesOf, typesOfAll, writeEvent } from "../../src/events/rules/event.ts";

const event = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  sequence: 7,
  type: "booking.cancelled",
  atMs: Date.UTC(2027, 4, 1, 12),
  subject: "/reservations/demo/r1",
  hotelId: "h1",
  data: '{"reservationId":"r1","fee":12.5}',
  ...changes,
});

it("writes exactly the fields of the interface, with an id of what never changes of it", () => {
  const id = eventId("demo", event());
  expect(JSON.parse(writeEvent("demo", event()))).toEqual({
    id,
    sequence: 7,
    type: "booking.cancelled",
    timestamp: "2027-05-01T12:00:00.000Z",
    subject: "/reservations/demo/r1",
    data: { reservationId: "r1", fee: 12.5 },
  });
  expect(id).toMatch(/^evt_[\w-]{22}$/);
  expect(eventId("demo", event({ data: "{}", subject: "/elsewhere" }))).toBe(id);
  expect(eventId("demo", event({ atMs: 0 }))).not.toBe(id);
});

it("gives no two events one id, whatever the groups are called", () => {
  const ids = ["a", "b", "a1", "1", "a\0"].flatMap((group) => [1, 2, 11, 12, 21].map((sequence) => eventId(group, event({ sequence }))));
  expect(new Set(ids).size).toBe(ids.length);
});

it("knows a type, the types of a family and all of them by a pattern, and nothing else", () => {
  expect(typesOf("document.posted")).toEqual(["document.posted"]);
  expect(typesOf("booking.*")).toEqual(EVENT_TYPES.filter((type) => type.startsWith("booking.")));
  expect(typesOf("*")).toEqual(EVENT_TYPES);
  for (const none of ["", "booking", "booking.", "book*", "booking.can*", "BOOKING.*", "*.posted", "**", ".*"])
    expect(typesOf(none)).toEqual([]);
  expect([...typesOfAll(["ari.changed", "ari.*", "content.changed"])]).toEqual(["ari.changed", "content.changed"]);
});

it("shows a hotel's reader its hotel's events and of shared ones its own bookings, and everything to the group's", () => {
  const hotels = fc.constantFrom("h1", "h2", "h3");
  const events = fc.record({
    type: fc.constantFrom(...EVENT_TYPES),
    hotelId: fc.option(hotels),
    bookings: fc.option(fc.array(hotels, { maxLength: 4 })),
  });
  fc.assert(
    fc.property(events, hotels, fc.subarray([...EVENT_TYPES]), ({ type, hotelId, bookings }, reader, wanted) => {
      const data = bookings === null ? {} : { bookings: bookings.map((hotel, at) => ({ bookingId: `b-${at}`, hotelId: hotel })) };
      const stored = event({ type, hotelId, data: JSON.stringify(data) });
      const types = new Set<string>(wanted);
      expect(seenBy(stored, { types, hotelId: null })).toEqual(types.has(type) ? stored : null);
      const seen = seenBy(stored, { types, hotelId: reader });
      const own = (data.bookings ?? []).filter((booking) => booking.hotelId === reader);
      const shared = hotelId === null && own.length > 0;
      expect(seen !== null).toBe(types.has(type) && (hotelId === reader || shared));
      if (seen && shared) expect(JSON.parse(seen.data)).toEqual({ bookings: own });
      else if (seen) expect(seen).toEqual(stored);
    }),
  );
});
