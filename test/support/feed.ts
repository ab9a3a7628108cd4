/** Events for tests inside workerd: written as a change writes them, read as a client reads them. */
import { env } from "cloudflare:workers";
import { appendEvents } from "../../src/events/append-events.ts";
import type { NewEvent } from "../../src/events/rules/event.ts";
import { bindAll } from "../../src/host/database.ts";
import type { Platform } from "../../src/host/context.ts";
import type { PageJson } from "../../harness/event-json.ts";
import { ask } from "./in-worker.ts";

/** An event of a hotel's calendar, unless told otherwise. */
export function newEvent(changes: Partial<NewEvent> = {}): NewEvent {
  return { type: "ari.changed", subject: "/ari/g/h1", hotelId: "h1", data: { hotelId: "h1" }, ...changes };
}

/** Commits a change that is nothing but its events. */
export async function commit(groupId: string, ...events: NewEvent[]): Promise<void> {
  await env.DB.batch(bindAll(env.DB, appendEvents(groupId, Date.now(), events)) as D1PreparedStatement[]);
}

/** A page of the feed. */
export async function readFeed(host: Platform, path: string, token: string): Promise<PageJson> {
  const answer = await ask(host, `/events/${path}`, { headers: { Authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}
