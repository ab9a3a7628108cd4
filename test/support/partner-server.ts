/** The Worker under workerd on a port of its own, with a group that can be booked and keys for partners: for clients outside. */
import { createTestHarness } from "wrangler";
import { sha256Hex } from "../../src/base/bytes.ts";
import type { Database } from "../../src/host/database.ts";
import { addBookableGroup, night } from "../../harness/bookable-group.ts";

export interface PartnerServer {
  origin: string;
  db: Database;
  /** The hotel that is booked and pushed to: rooms DBL and SGL, rates FLEX, SAVER and SECRET, in EUR. */
  hotelId: string;
  /** Books a room for two nights; returns the reservation's reference. */
  book(change?: Record<string, unknown>): Promise<string>;
  /** Changes a reservation: a verb of its path, "" for PATCH. */
  change(reference: string, verb: string, body: unknown): Promise<void>;
  close(): Promise<void>;
}

export const PMS = { client: "pms", key: "hotels-pms-key" };

/** Starts it; close() ends the process. */
export async function startPartnerServer(): Promise<PartnerServer> {
  const harness = createTestHarness({ workers: [{ configPath: "./wrangler.toml", vars: { DEMO_TOKENS: "on", RATE_LIMITS: "off" } }] });
  const { url } = await harness.listen();
  const worker = harness.getWorker<Env>();
  await worker.applyD1Migrations("DB");
  const db: Database = (await worker.getEnv()).DB;
  const { euro: hotelId } = await addBookableGroup(db, "hotels");
  await db
    .prepare(
      "INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, scopes, created_ms) VALUES (?1, 'key', 'hotels', 'pms-1', ?2, ?3, 0)",
    )
    .bind(sha256Hex(PMS.key), PMS.client, JSON.stringify(["rates", "bookings"]))
    .run();
  const origin = new URL(url).origin;
  return {
    origin,
    db,
    hotelId,
    book: (change) => book(origin, hotelId, change),
    change: (reference, verb, body) => changeReservation({ origin, db }, reference, verb, body),
    close: () => harness.close(),
  };
}

async function changeReservation(
  { origin, db }: Pick<PartnerServer, "origin" | "db">,
  reference: string,
  verb: string,
  body: unknown,
): Promise<void> {
  const row = await db
    .prepare("SELECT reservation_id AS id FROM reservations WHERE reference = ?1")
    .bind(reference)
    .first<{ id: string }>();
  const answer = await fetch(`${origin}/reservations/hotels/${row?.id}${verb && `/${verb}`}`, {
    method: verb === "" ? "PATCH" : "POST",
    headers: { Authorization: "Bearer hotels-key", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.body?.cancel();
}

async function book(origin: string, hotelId: string, change: Record<string, unknown> = {}): Promise<string> {
  const stay = {
    hotelId,
    roomId: "DBL",
    rateId: "FLEX",
    checkInDate: night(10),
    checkOutDate: night(12),
    adult: "2",
    children: "1",
    extras: [{ id: "BREAKFAST" }, { id: "CHAMPAGNE" }],
  };
  const billingDetails = {
    title: "Prof. Dr. Dr. h.c. mult.",
    firstname: "Åsa & <Co>",
    lastname: "Ü".repeat(80),
    email: "asa@guest.test",
    phone: "+49 (0)30 / 123-456",
    address1: "Straße 1",
    city: "Köln",
    postcode: "50667",
    country: "DE",
    mailList: true,
  };
  const guest = { useBillingDetails: true };
  const answer = await fetch(`${origin}/reservations/hotels`, {
    method: "POST",
    headers: { Authorization: "Bearer hotels-key", "Content-Type": "application/json" },
    body: JSON.stringify({ billingDetails, bookings: [{ ...stay, guest, ...change }] }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { reference } = (await answer.json()) as { reference: string };
  return reference;
}
