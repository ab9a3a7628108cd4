/** Loads the demo groups into an empty database, in one transaction: whoever interrupts it finds the database empty again. */
import { sha256Hex } from "../../src/base/bytes.ts";
import { KEY_SCOPES, KEY_SCOPES_DEFAULT, type Scope } from "../../src/access/rules/principal.ts";
import { planGroup } from "../group/plan-group.ts";
import type { TargetDatabase } from "../support/database.ts";
import { ledgerStatements } from "../support/ledger-statements.ts";
import { insertRows } from "../support/sql-text.ts";
import { demoGroups } from "./demo-groups.ts";
import { DEMO_HOTELS, RIVAL_HOTELS } from "./demo-hotels.ts";
import { demoLedger } from "./demo-ledger.ts";

/** Bookings in the ledgers: five or six transactions each. */
const DEMO_FOLIOS = 2_600;
const RIVAL_FOLIOS = 60;

/** Whether it loaded them; false where the database holds any group. */
export async function seedDemo(db: TargetDatabase, nowMs: number): Promise<boolean> {
  if (await holdsGroups(db)) return false;
  const { demo, rival } = demoGroups(nowMs);
  const plans = [await planGroup(db, demo, () => "demo", nowMs), await planGroup(db, rival, () => "rival", nowMs)];
  const statements = [
    ...plans.flatMap((plan) => plan.statements),
    ...insertRows("tokens", KEY_COLUMNS, [...keyRows("demo", DEMO_HOTELS, nowMs), ...keyRows("rival", RIVAL_HOTELS, nowMs)]),
    ...ledgerStatements("demo", 1, demoLedger(DEMO_HOTELS, DEMO_FOLIOS, nowMs)),
    ...ledgerStatements("rival", 1, demoLedger(RIVAL_HOTELS, RIVAL_FOLIOS, nowMs)),
  ];
  try {
    await db.apply(statements);
    return true;
  } catch (error) {
    // Another start was faster: its demo is as good.
    if (await holdsGroups(db)) return false;
    throw error;
  }
}

async function holdsGroups(db: TargetDatabase): Promise<boolean> {
  return (await db.query("SELECT 1 FROM groups LIMIT 1")).length > 0;
}

const KEY_COLUMNS = ["token_sha256", "kind", "group_id", "token_id", "subject", "hotel_id", "scopes", "label", "created_ms"];

/** A web site's key, a property system's, a channel manager's and a desk's, which knows the group's first hotel alone. */
function keyRows(groupId: string, hotels: readonly { id: string }[], nowMs: number): (string | number | null)[][] {
  const row = (client: string, key: string, scopes: readonly Scope[], hotelId?: string) => {
    const id = `${groupId}-${client}`;
    return [sha256Hex(key), "key", groupId, id, client, hotelId ?? null, JSON.stringify(scopes), "demo data", nowMs];
  };
  return [
    row("web", `${groupId}-key`, KEY_SCOPES_DEFAULT),
    row("pms", `${groupId}-pms-key`, KEY_SCOPES),
    row("channel", `${groupId}-channel-key`, ["bookings", "rates", "events"]),
    row("desk", `${groupId}-desk-key`, ["bookings", "ledger"], hotels.map(({ id }) => id).toSorted()[0]),
  ];
}
