/**
 * A reservation as a read replica has it: docs/interface.md §19.5. True of the moment its Event-Sequence tells, and never older than
 * what this isolate has shown or made of it. Where no replica has it so, the primary is asked.
 */
import { hasScope } from "../access/rules/principal.ts";
import type { CallerCtx } from "../access/caller.ts";
import { withinMs } from "../base/within-ms.ts";
import { type Result, ok } from "../base/result.ts";
import { REPLICA_WAIT_MS_MAX } from "../host/limits.ts";
import { anyReplica } from "../host/read-replicas.ts";
import { KNOWN_VERSIONS } from "./memory.ts";
import { type ReadReservation, readReservation, readReservationFrom } from "./read-reservation.ts";
import type { Reservation } from "./rules/reservation.ts";

/** As readReservation; a moment late where it may be. */
export async function readReservationLate(ctx: CallerCtx, reservationId: string): Promise<Result<ReadReservation>> {
  const late = await fromReplica(ctx, reservationId);
  const read = late ? ok(late) : await readReservation(ctx, reservationId);
  if (read.ok) noteVersion(ctx, read.value.reservation);
  return read;
}

/** Remembers a version that the primary has told of, or a replica. */
export function noteVersion(ctx: CallerCtx, { groupId, reservationId, version }: VersionOf): void {
  if (!ctx.readReplicas) return;
  const versions = ctx.memory.of(KNOWN_VERSIONS);
  const key = keyOf(groupId, reservationId);
  if ((versions.get(key) ?? 0) < version) versions.set(key, version);
}

type VersionOf = Pick<Reservation, "groupId" | "reservationId" | "version">;

async function fromReplica(ctx: CallerCtx, reservationId: string): Promise<ReadReservation | null> {
  // Who follows events reads what they tell of: a moment late would be a state that the event has ended.
  const mayBeLate = !hasScope(ctx.principal, "bookings") && !hasScope(ctx.principal, "events");
  const db = mayBeLate ? anyReplica(ctx) : null;
  if (!db) return null;
  try {
    const found = await withinMs(readReservationFrom(db, ctx, reservationId), REPLICA_WAIT_MS_MAX);
    return found.ok && found.value.reservation.version >= knownVersion(ctx, found.value.reservation) ? found.value : null;
  } catch (error) {
    ctx.log({ event: "replica_read_failed", detail: String(error) });
    return null;
  }
}

function knownVersion(ctx: CallerCtx, { groupId, reservationId }: VersionOf): number {
  return ctx.memory.of(KNOWN_VERSIONS).get(keyOf(groupId, reservationId)) ?? 0;
}

function keyOf(groupId: string, reservationId: string): string {
  return `${groupId} ${reservationId}`;
}
