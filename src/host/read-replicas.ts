/**
 * Reads that D1's replicas may answer, where the variable READ_REPLICAS is "on": docs/interface.md §19.5. A replica is as late as it
 * likes; whatever decides anything reads the primary, which is what a context's `db` is.
 */
import type { Ctx } from "./context.ts";
import type { Database, FirstRead } from "./database.ts";

type Stores = Pick<Ctx, "db" | "readReplicas">;

/** For a read that may be late; null where there is nobody but the primary to ask. */
export function anyReplica({ db, readReplicas }: Stores): Database | null {
  return readReplicas && db.withSession ? db.withSession("first-unconstrained") : null;
}

/** For reads that follow one of the primary: that one comes first, and what follows sees at least what it saw. */
export function primaryThenReplicas({ db, readReplicas }: Stores): Database {
  return readReplicas ? sessionOf(db, "first-primary") : db;
}

/** A session of a database, or the database itself where it has no replicas. */
export function sessionOf(db: Database, first: FirstRead): Database {
  return db.withSession?.(first) ?? db;
}
