import type { TargetDatabase } from "../support/database.ts";

export async function seedDemo(db: TargetDatabase, _nowMs: number): Promise<boolean> {
  const [row] = await db.query<{ n: number }>("SELECT count(*) AS n FROM groups");
  return row === undefined;
}
