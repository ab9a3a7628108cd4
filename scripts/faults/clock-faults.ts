/** A clock that is set back: the ledger's dates never fall, and no session that has ended lives again. */
import assert from "node:assert/strict";
import { SESSION_TTL_MS } from "../../src/access/limits.ts";
import { textOf } from "../../harness/calls.ts";
import { EXPORT, LISTING, RESERVATIONS, expectReservations, textOfOk } from "./answers.ts";
import { startReceiver, status } from "../../harness/webhook-receiver.ts";
import { appendEvents } from "../../src/events/append-events.ts";
import { deliverDue } from "../../src/events/deliver-webhooks.ts";
import { requestContext } from "../../src/host/request-context.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import { GROUP, SESSION, type Service, forgetAll, openSession, reservation, startInProcess } from "./service-in-process.ts";

const HOUR_MS = 3_600_000;
const STEPS_MS = [0, -1, -HOUR_MS, 5, -23 * HOUR_MS, HOUR_MS];

export const clockFaults: Scenarios = {
  "clock goes back under the ledger": withClock(ledgerDates),
  "clock goes back over a session's end": withClock(deadSessions),
  "clock jumps under webhooks": withClock(webhooks),
};

function withClock(scenario: (service: Service, startMs: number) => Promise<string>): Scenario {
  return async () => {
    const service = await startInProcess();
    try {
      const startMs = Date.now();
      service.clock.ms = startMs;
      return await scenario(service, startMs);
    } finally {
      await service.settle();
      service.remove();
    }
  };
}

async function ledgerDates(service: Service, startMs: number): Promise<string> {
  for (const [number, stepMs] of STEPS_MS.entries()) {
    service.clock.ms = startMs + stepMs;
    await textOfOk(service.ask(RESERVATIONS, reservation(number)));
  }
  service.clock.ms = startMs;
  await expectReservations(service, STEPS_MS.length);
  const text = await textOfOk(service.ask("/soap", EXPORT, ""));
  const dates = Array.from(text.matchAll(/<ModifiedDate>([^<]+)</g), ([, date]) => Date.parse(`${date}Z`));
  assert.ok(dates.length > STEPS_MS.length);
  assert.deepEqual(
    dates,
    dates.toSorted((a, b) => a - b),
  );
  return `${STEPS_MS.length} reservations at falling times: ModifiedDate rose, the export has them all`;
}

async function deadSessions(service: Service, startMs: number): Promise<string> {
  const ended = openSession(service, "user");
  await textOfOk(service.ask(LISTING, {}, ended));
  assert.equal((await service.ask(`/sessions/${GROUP}`, { method: "DELETE" }, ended)).status, 204);
  const expired = openSession(service, "user");
  const operator = openSession(service, "operator");
  await textOfOk(service.ask(LISTING, {}, expired));
  assert.equal(await exportCode(service, operator), "0");
  service.clock.ms = startMs + SESSION_TTL_MS;
  const expectDead = async (when: string): Promise<void> => {
    for (const session of [ended, expired]) assert.equal((await service.ask(LISTING, {}, session)).status, 401, when);
    assert.equal(await exportCode(service, operator), "7007", when);
    await service.settle();
  };
  await expectDead("at the end");
  for (const backMs of [1, 10_000, SESSION_TTL_MS]) {
    service.clock.ms = startMs + SESSION_TTL_MS - backMs;
    await expectDead(`${backMs} ms before the end`);
    forgetAll(service);
    await expectDead(`${backMs} ms before the end, in a new isolate`);
  }
  service.clock.ms = startMs;
  assert.equal(await exportCode(service, SESSION), "0");
  return "sessions that were logged out or seen expired stay dead in every isolate";
}

async function exportCode(service: Service, session: string): Promise<string | null> {
  const init = { ...EXPORT, body: EXPORT.body.replace(SESSION, session) };
  return textOf(await textOfOk(service.ask("/soap", init, "")), "ExceptionCode");
}

/** Leases, retries and the three days of an endpoint are instants: no jump may disable it, leave it waiting or double its events. */
async function webhooks(service: Service, startMs: number): Promise<string> {
  const receiver = await startReceiver();
  const DAY_MS = 24 * HOUR_MS;
  const jumpsMs = [0, 400 * DAY_MS, 0, -400 * DAY_MS, HOUR_MS, -HOUR_MS, 4 * DAY_MS, 0];
  service.db
    .prepare(
      "INSERT INTO webhooks (group_id, webhook_id, url, types, cursor, created_ms, changed_ms) VALUES (?1, 'w', ?2, '[\"*\"]', (SELECT coalesce(max(sequence), 0) FROM events WHERE group_id = ?1), 0, 0)",
    )
    .run(GROUP, receiver.url);
  try {
    const round = () => deliverDue(requestContext(service.platform, { waitUntil: () => {} }));
    for (const [number, jumpMs] of jumpsMs.entries()) {
      service.clock.ms = startMs + jumpMs;
      const event = { type: "ari.changed" as const, subject: "/", hotelId: null, data: { number } };
      for (const { sql, values } of appendEvents(GROUP, service.clock.ms, [event, event])) service.db.prepare(sql).run(...values);
      receiver.answerWith(status(503));
      await round();
      receiver.answerWith(status(204));
      // A receiver that is well again gets everything at the next attempt, an hour later at most.
      service.clock.ms += HOUR_MS;
      await round();
      const row = service.db
        .prepare("SELECT state, cursor, (SELECT max(sequence) FROM events WHERE group_id = ?1) AS head FROM webhooks")
        .get(GROUP);
      assert.deepEqual({ ...row }, { state: "enabled", cursor: row?.head, head: row?.head }, `after jump ${number}`);
    }
    const taken = receiver.received.filter(({ status }) => status === 204).map(({ event }) => event.sequence);
    assert.deepEqual(
      taken,
      taken.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(taken).size, taken.length);
    return `${taken.length} events over ${jumpsMs.length} jumps of up to 400 days: each taken once, in order, the endpoint never disabled`;
  } finally {
    await receiver.close();
  }
}
