/** Loads the demo groups into an empty database, in one transaction: whoever interrupts it finds the database empty again. */
import { KEY_SCOPES, KEY_SCOPES_DEFAULT, type Scope } from "../../src/access/rules/principal.ts";
import { planGroup } from "../group/plan-group.ts";
import type { TargetDatabase } from "../support/database.ts";
import { datedPostingStatements } from "../../src/ledger/post-documents.ts";
import { storeKey } from "../support/mint-key.ts";
import type { Statement } from "../../src/host/database.ts";
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
    ...keyStatements("demo", DEMO_HOTELS, nowMs),
    ...keyStatements("rival", RIVAL_HOTELS, nowMs),
    ...datedPostingStatements("demo", 1, demoLedger(DEMO_HOTELS, DEMO_FOLIOS, nowMs)),
    ...datedPostingStatements("rival", 1, demoLedger(RIVAL_HOTELS, RIVAL_FOLIOS, nowMs)),
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

/** Names stay in the first database wherever their groups go. */
async function holdsGroups(db: TargetDatabase): Promise<boolean> {
  return (await db.query("SELECT 1 FROM sites LIMIT 1")).length > 0;
}

/** A web site's key, a property system's, a channel manager's and a desk's, which knows the group's first hotel alone. */
function keyStatements(groupId: string, hotels: readonly { id: string }[], nowMs: number): Statement[] {
  const store = (client: string, key: string, scopes: readonly Scope[], hotelId: string | null = null): Statement =>
    storeKey(key, `${groupId}-${client}`, { groupId, client, hotelId, scopes, label: "demo data", expiresMs: null }, nowMs);
  const [firstHotel = null] = hotels.map(({ id }) => id).toSorted();
  return [
    store("web", `${groupId}-key`, KEY_SCOPES_DEFAULT),
    store("pms", `${groupId}-pms-key`, KEY_SCOPES),
    store("channel", `${groupId}-channel-key`, ["bookings", "rates", "events"]),
    store("desk", `${groupId}-desk-key`, ["bookings", "ledger"], firstHotel),
  ];
}
