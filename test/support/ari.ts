/** Requests to a hotel's calendar, for tests inside workerd. */
import { env, exports } from "cloudflare:workers";
import { addBookableGroup } from "../../harness/bookable-group.ts";
import { insertToken } from "./in-worker.ts";

export interface AriGroup {
  groupId: string;
  /** Rooms DBL and SGL, rates FLEX, SAVER and SECRET, EUR, Lisbon. */
  euro: string;
  yen: string;
}

export interface AriNight {
  date: string;
  units: number | null;
  sold: number;
  left: number;
  rates: Record<string, Record<string, unknown>>;
}

/** A bookable group whose token `GROUP-rates` may change its calendars. */
export async function addAriGroup(groupId: string, units = 100): Promise<AriGroup> {
  const { euro, yen } = await addBookableGroup(env.DB, groupId, units);
  await insertToken(`${groupId}-rates`, groupId, { subject: "pms", scopes: ["rates", "events"] });
  return { groupId, euro, yen };
}

/** POST /ari of entries. */
export function changeAri(groupId: string, hotelId: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return exports.default.fetch(`http://tabard.test/ari/${groupId}/${hotelId}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${groupId}-rates`, "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(Array.isArray(body) ? { calendar: body } : body),
  });
}

/** GET /ari. */
export function readAri(groupId: string, hotelId: string, query: string): Promise<Response> {
  return exports.default.fetch(`http://tabard.test/ari/${groupId}/${hotelId}?${query}`, {
    headers: { Authorization: `Bearer ${groupId}-rates` },
  });
}

/** The nights of a room, both included. */
export async function nightsOf(group: AriGroup, room: string, from: string, to: string): Promise<AriNight[]> {
  const answer = await readAri(group.groupId, group.euro, `from=${from}&to=${to}`);
  const { rooms } = await answer.json<{ rooms: { room: string; nights: AriNight[] }[] }>();
  return rooms.find((one) => one.room === room)?.nights ?? [];
}
