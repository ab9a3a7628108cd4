/** A guest who is erased is nowhere any more, and the books stay as they are: docs/interface.md §19.3. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type ErasingCtx, eraseGuest, hasOpenBooking } from "../../src/reservations/erase-guest.ts";
import { bindAll } from "../../src/host/database.ts";
import { commitReservationChange } from "../../src/reservations/commit-change.ts";
import { findReservation } from "../../src/reservations/read-reservation.ts";
import type { CallerCtx } from "../../src/access/caller.ts";
import { type Life, type ReservationJson, startLife } from "../support/life.ts";
import { booking, reservation } from "../support/reserve.ts";
import { all, message, sendOta, valueOf } from "../support/partner-calls.ts";

/** Words that stand nowhere else, and are too long to stand in a random id. */
const PERSON = {
  title: "Hofratswitwex",
  firstname: "Wilhelmina",
  lastname: "Quastenflosser",
  phone: "+49 89 7654321",
  email: "Willi.Quast@Erase.Test",
  address1: "Unaufindbarweg 17",
  address2: "Hinterhaus",
  city: "Entenhausenx",
  postcode: "80331-7",
  country: "ZZ-Land",
};
const COMPANION = { title: "Professorx", firstname: "Thaddeus", lastname: "Umbridgeworth" };
const REASON = "Wilhelmina is ill";
const WORDS = [...Object.values(PERSON), ...Object.values(COMPANION), REASON].map((word) => word.toLowerCase());

let life: Life;
let ctx: ErasingCtx;

beforeAll(async () => {
  life = await startLife("erase", 50);
  ctx = {
    db: env.DB,
    log: () => {},
    now: () => life.clock.ms,
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    principal: { groupId: "erase" },
  };
});

/** Every row of the tables whose names the pattern takes. */
async function dump(pattern: RegExp): Promise<string> {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
  const parts: unknown[] = [];
  for (const { name } of results.filter((table) => !table.name.startsWith("_cf") && pattern.test(table.name))) {
    parts.push((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
  }
  return JSON.stringify(parts).toLowerCase();
}

async function wordsIn(pattern: RegExp): Promise<string[]> {
  const text = await dump(pattern);
  return WORDS.filter((word) => text.includes(word));
}

async function book(bookings: Record<string, unknown>[], billing: Record<string, unknown> = PERSON, key = ""): Promise<ReservationJson> {
  const headers: Record<string, string> = key === "" ? {} : { "Idempotency-Key": key };
  const made = await life.call("POST", life.reservations, reservation(bookings, billing), headers);
  expect([made.status, made.text]).toEqual([200, expect.any(String)]);
  return made.json;
}

async function change(made: ReservationJson, verb: string, body: unknown, method = "POST"): Promise<void> {
  const answer = await life.call(method, life.at(made, verb), body);
  expect([verb, answer.status, answer.status === 200 ? "" : answer.text]).toEqual([verb, 200, ""]);
}

const stay = (from: number, until: number, more: Record<string, unknown> = {}) =>
  booking(life.euro, { checkInDate: life.night(from), checkOutDate: life.night(until), ...more });

describe("a guest whose bookings are over", () => {
  it("is nowhere any more, in no case of letters, whatever became of the bookings, and the ledger stays", async () => {
    life.setDay(0);
    const guest = { guest: COMPANION };
    // Stayed, charged, paid, invoiced and credited; read by a partner; other details in between.
    const stayed = await book([stay(0, 2, guest), stay(0, 2, { extras: [{ id: "PARKING" }] })], PERSON, "key-1");
    await change(stayed, "", { billingDetails: { email: "willi.quast@erase.test" } }, "PATCH");
    await change(stayed, "", { bookings: [{ bookingId: stayed.bookings[1]?.bookingId, guest: COMPANION }] }, "PATCH");
    const undelivered = `<ReadRequests><HotelReadRequest HotelCode="${life.euro}"><SelectionCriteria SelectionType="Undelivered"/></HotelReadRequest></ReadRequests>`;
    expect((await sendOta({ client: "test", key: "erase-key" }, message("OTA_ReadRQ", undelivered))).text).toContain("Quastenflosser");
    const { reference, bookingId } = life.only(stayed);
    const lines = [{ saleCode: "MEAL", gross: 12.5 }];
    expect((await life.call("POST", "/documents/erase", { transactionType: "Proforma", bookingId, lines })).status).toBe(201);
    await change(stayed, "check-in", {});
    await change(stayed, "check-out", {});
    const invoice = (await life.documents(reference)).find(([type]) => type === "Invoice")?.[1];
    const credit = { transactionType: "CreditNote", invoice, lines };
    const credited = await life.call("POST", "/documents/erase", credit);
    expect([credited.status, credited.status === 201 ? "" : credited.text]).toEqual([201, ""]);
    // Cancelled with a reason, never come, departed without anybody's having said so.
    const cancelled = await book([stay(5, 6, guest)]);
    await change(cancelled, "cancellation", { reason: REASON });
    const absent = await book([stay(0, 1, guest)], { ...PERSON, email: ` ${PERSON.email.toUpperCase()} ` });
    life.setDay(0, 20);
    await change(absent, "no-show", {});
    const departed = await book([stay(1, 2, guest)]);
    const other = await book([stay(0, 1)], { firstname: "Otto", lastname: "Normal", email: "otto@erase.test" });
    await change(other, "cancellation", {});

    const ledger = await dump(/^ledger_/);
    expect(await wordsIn(/^ledger_|^events$|^idempotency_keys$|^partner_|^holds$|^webhooks$|^tokens$/)).toEqual([]);
    expect(await wordsIn(/./)).toEqual(WORDS);
    life.setDay(3);
    const erased = await eraseGuest(ctx, "WILLI.QUAST@erase.test");
    const mine = [stayed, cancelled, absent, departed];
    expect(erased).toEqual({
      ok: true,
      value: {
        bookings: mine.flatMap(({ bookings }) => bookings.map((one) => one.reference)),
        reservations: mine.map((one) => one.reference),
        kept: [],
      },
    });
    expect(await wordsIn(/./)).toEqual([]);
    expect(await dump(/^ledger_/)).toBe(ledger);
    expect((await life.call("GET", life.at(other))).json.billingDetails).toMatchObject({ firstname: "Otto" });

    // It reads as before without the names, and its followers are told.
    const read = await life.call("GET", life.at(stayed));
    expect(read.json.version).toBe(stayed.version + 5);
    const blank = { title: "", firstname: "", lastname: "", phone: "", email: "", address1: "", address2: "" };
    expect(read.json.billingDetails).toEqual({ ...blank, city: "", postcode: "", country: "", mailList: false });
    for (const { guest: left, status } of read.json.bookings) expect([left.firstname, status]).toEqual(["", "checked_out"]);
    const told = (await life.events("booking.guest_changed")).filter(({ version }) => version === read.json.version);
    expect(told.map((data) => data["bookingId"])).toEqual(stayed.bookings.map((one) => one.bookingId));
    const sent = await sendOta({ client: "test", key: "erase-key" }, message("OTA_ReadRQ", undelivered));
    expect(all(sent.message, "HotelReservation").map((one) => valueOf(one.children[0], "ID"))).toContain(stayed.reference);
    expect(sent.text).toContain("<PersonName><Surname>-</Surname></PersonName>");
    // What the key was answered is answered again without them.
    life.setDay(0);
    const body = reservation([stay(0, 2, guest), stay(0, 2, { extras: [{ id: "PARKING" }] })], PERSON);
    const again = await life.call("POST", life.reservations, body, { "Idempotency-Key": "key-1" });
    expect([again.status, again.json.reservationId, again.json.version]).toEqual([200, stayed.reservationId, 1]);
    expect(again.json).toMatchObject({
      billingDetails: { email: "" },
      bookings: [{ guest: { lastname: "" } }, { guest: { lastname: "" } }],
    });

    life.setDay(3);
    const before = await dump(/./);
    expect(await eraseGuest(ctx, PERSON.email)).toEqual({ ok: true, value: { bookings: [], reservations: [], kept: [] } });
    expect(await dump(/./)).toBe(before);
  });

  it("is found by letters that SQL does not fold, and never by a part of the address", async () => {
    const made = await book([stay(10, 11)], { ...PERSON, email: "JÜRGEN@erase.test" });
    await change(made, "cancellation", {});
    for (const email of ["urgen@erase.test", "j_rgen@erase.test", "%", "jurgen@erase.test"]) {
      expect(await eraseGuest(ctx, email)).toMatchObject({ value: { reservations: [] } });
    }
    expect(await eraseGuest(ctx, "ju\u0308rgen@ERASE.test")).toMatchObject({ value: { reservations: [made.reference], kept: [] } });
  });

  it("is erased in this group alone", async () => {
    const elsewhere = await startLife("erase2");
    const made = await elsewhere.book([booking(elsewhere.euro)]);
    await elsewhere.call("POST", elsewhere.at(made, "cancellation"), {});
    expect(await eraseGuest(ctx, "ada@guest.test")).toMatchObject({ value: { reservations: [], kept: [] } });
    expect((await elsewhere.call("GET", elsewhere.at(made))).json.billingDetails).toMatchObject({ email: "ada@guest.test" });
  });
});

describe("a guest with bookings ahead", () => {
  it("keeps their names and the billing details, and is told which", async () => {
    const email = "ahead@erase.test";
    const guest = { guest: COMPANION };
    life.setDay(3);
    const made = await book([stay(3, 5, guest), stay(20, 22, guest), stay(4, 6, guest)], { ...PERSON, email });
    const [inHouse, ahead, cancelled] = made.bookings;
    await change(made, "check-in", { bookings: [{ bookingId: inHouse?.bookingId }] });
    await change(made, "cancellation", { bookings: [{ bookingId: cancelled?.bookingId }], reason: REASON });
    const kept = [
      {
        reference: inHouse?.reference,
        hotelId: life.euro,
        reason: `its guest is in house, departure ${life.night(5)}: check it out first`,
      },
      { reference: ahead?.reference, hotelId: life.euro, reason: `it is confirmed, departure ${life.night(22)}` },
    ];
    expect(await eraseGuest(ctx, email)).toEqual({ ok: true, value: { bookings: [cancelled?.reference], reservations: [], kept } });
    const read = await life.call("GET", life.at(made));
    expect(read.json.billingDetails).toMatchObject({ firstname: PERSON.firstname, email });
    expect(read.json.bookings.map((one) => one.guest.lastname)).toEqual([COMPANION.lastname, COMPANION.lastname, ""]);
    expect(await dump(/^reservation_versions$/)).not.toContain(REASON.toLowerCase());
    expect(await eraseGuest(ctx, email)).toEqual({ ok: true, value: { bookings: [], reservations: [], kept } });
    // Overdue, the guest is still there; on the day of departure too.
    life.setDay(22, 20);
    expect(await eraseGuest(ctx, email)).toMatchObject({ value: { bookings: [], kept } });
    await change(made, "check-out", { bookings: [{ bookingId: inHouse?.bookingId }] });
    expect(await eraseGuest(ctx, email)).toMatchObject({ value: { bookings: [inHouse?.reference], reservations: [], kept: [kept[1]] } });
    life.setDay(23);
    expect(await eraseGuest(ctx, email)).toMatchObject({ value: { bookings: made.bookings.map((one) => one.reference), kept: [] } });
    expect(await wordsIn(/./)).toEqual([]);
    life.setDay(3);
  });

  it("is known by the client or user whose bookings they are", async () => {
    life.setDay(3);
    const made = await life.book([stay(8, 9)], "erase-other");
    expect([await hasOpenBooking(ctx, "client:other"), await hasOpenBooking(ctx, "client:nobody")]).toEqual([true, false]);
    life.setDay(10);
    expect(await hasOpenBooking(ctx, "client:other")).toBe(false);
    life.setDay(3);
    await change(made, "cancellation", {});
    expect(await hasOpenBooking(ctx, "client:other")).toBe(false);
  });
});

it("a change that was planned before an erasure brings nothing back, and an erasure planned before a change is planned again", async () => {
  life.setDay(3);
  const email = "race@erase.test";
  const made = await book([stay(12, 13)], { ...PERSON, email });
  await change(made, "cancellation", {});
  const caller = { ...ctx, principal: { groupId: "erase", callerId: "client:test", scopes: ["bookings"] } } as unknown as CallerCtx;
  const found = await findReservation(caller, made.reservationId);
  if (!found) throw new Error("no reservation");
  // The batch of a change of names, which comes to the database between the erasure's reading and its writing.
  const rename = (known = found) =>
    commitReservationChange(caller, {
      reservation: known,
      changeId: crypto.randomUUID(),
      caller: "client:test",
      nowMs: life.clock.ms,
      reason: "",
      idempotent: null,
      billing: { ...known.billingDetails, firstname: "Wilhelmina" },
      bookings: [],
    });
  let renamed = "";
  const between: ErasingCtx = {
    ...ctx,
    db: {
      prepare: (sql) => env.DB.prepare(sql),
      batch: async (statements) => {
        if (renamed === "") renamed = await rename();
        return env.DB.batch(statements as D1PreparedStatement[]) as never;
      },
    },
  };
  expect(await eraseGuest(between, email)).toMatchObject({ value: { reservations: [made.reference] } });
  expect(renamed).toBe("committed");
  expect(await wordsIn(/./)).toEqual([]);
  expect(await rename()).toBe("changed");
  expect(await wordsIn(/./)).toEqual([]);
  // Nothing but the three columns can be updated, by whatever statement.
  const touched = { sql: "UPDATE booking_versions SET total_price = 0 WHERE group_id = ?1", values: ["erase"] };
  await expect(env.DB.batch(bindAll(env.DB, [touched]) as D1PreparedStatement[])).rejects.toThrow("reservations_are_append_only");
});
