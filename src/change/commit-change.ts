/**
 * The one way to commit a change: all of its statements in one batch, and what a refusal of the database means. What must
 * never be is refused by a constraint or a trigger, not by a read before the write; a refusal undoes everything.
 */
import type { Ctx } from "../host/context.ts";
import { type Statement, bindAll, isTransient, refusedConstraint } from "../host/database.ts";
import { KEY_USED } from "./rows/idempotency-keys.ts";

export interface Change<Refusal extends string> {
  /** In this order: premises first, since they fail most cheaply; then effects, documents, events, what stamps rows. */
  statements: readonly Statement[];
  /**
   * What it means that a constraint, a column or a trigger's RAISE of this name refused: "stock_not_oversold",
   * "reservations.reference", "ledger_is_append_only". What is not named here is a fault and is thrown.
   */
  refusals: Readonly<Record<string, Refusal>>;
}

export type Committed<Refusal extends string> =
  /** `results`: the rows of each statement, in order. */
  | { outcome: "committed"; results: unknown[][] }
  /** "key_used": the Idempotency-Key has an answer. "unknown": D1 did not say whether the change is stored. */
  | { outcome: Refusal | "key_used" | "unknown" };

/** Tries to commit. Throws what is neither a refusal the change foresees nor a question of D1's connection. */
export async function commitChange<Refusal extends string>(
  ctx: Pick<Ctx, "db" | "log">,
  change: Change<Refusal>,
): Promise<Committed<Refusal>> {
  try {
    const results = await ctx.db.batch(bindAll(ctx.db, change.statements));
    return { outcome: "committed", results: results.map((one) => one.results) };
  } catch (error) {
    const refusal = refusalOf(error, { ...change.refusals, [KEY_USED]: "key_used" as const });
    if (refusal !== null) return { outcome: refusal };
    if (!isTransient(error)) throw error;
    ctx.log({ event: "change_outcome_unknown", detail: String(error) });
    return { outcome: "unknown" };
  }
}

/** The meaning of the first name that the refusal tells, or null. */
function refusalOf<T>(error: unknown, refusals: Readonly<Record<string, T>>): T | null {
  const names = refusedConstraint(error)?.split(/[\s,:]+/) ?? [];
  for (const name of names) {
    if (Object.hasOwn(refusals, name)) return refusals[name] ?? null;
  }
  return null;
}
