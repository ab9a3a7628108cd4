/** The cheapest read that proves the schema is there. */
import type { Database } from "./database.ts";

/** Throws where D1 does not answer or was not migrated. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.prepare("SELECT 1 FROM groups LIMIT 1").first();
}
