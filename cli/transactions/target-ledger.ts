/** The ledger that a file of transactions goes into: its sites, their periods, its newest document. */
import { DAY_MS, todayIn } from "../../src/base/calendar-date.ts";
import { visibleKey } from "../../src/ledger/rules/seen-documents.ts";
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";
import { type PeriodKind, periodOf } from "../../src/ledger/rules/periods.ts";
import type { TargetDatabase } from "../support/database.ts";
import { literal } from "../support/sql-text.ts";
import { UserError } from "../support/user-error.ts";
import type { FieldFault, ImportedLine } from "./read-transaction.ts";

interface Site {
  site_id: string;
  group_id: string;
  /** Null: not a hotel of today. */
  timezone: string | null;
  periods: PeriodKind | null;
  /** Last second of the last period closed. */
  closed_to_ms: number | null;
}

const SELECT_SITES = `SELECT s.site_id, s.group_id, h.timezone, h.periods,
    (SELECT max(period_to_ms) FROM ledger_periods p WHERE p.group_id = s.group_id AND p.site_id = s.site_id) AS closed_to_ms
  FROM sites s LEFT JOIN hotels h ON h.group_id = s.group_id AND h.hotel_id = s.site_id`;

/** Before this, time zones are no help: a day is that of UTC. */
const ZONES_SINCE_MS = Date.UTC(1900, 0, 1);

export class TargetLedger {
  groupId: string | undefined;
  newestKey = 0;
  newestMs = Number.NEGATIVE_INFINITY;
  #db: TargetDatabase;
  readonly #sites: Map<string, Site>;

  static async open(db: TargetDatabase, groupId: string | undefined): Promise<TargetLedger> {
    // The first database knows all names; of a group that is elsewhere it knows nothing more.
    const sites = await db.query<Site>(SELECT_SITES);
    const ledger = new TargetLedger(db, new Map(sites.map((site) => [site.site_id, site])));
    if (groupId === undefined) return ledger;
    if (ledger.#sites.get(groupId)?.group_id !== groupId) throw new UserError(`there is no group ${groupId} in ${db.name}`);
    await ledger.#choose(groupId);
    return ledger;
  }

  private constructor(db: TargetDatabase, sites: Map<string, Site>) {
    this.#db = db;
    this.#sites = sites;
  }

  /** The group's database, once there is a group. */
  get database(): TargetDatabase {
    return this.#db;
  }

  /** What is wrong with a SiteId, or null. The first good one decides the group where none was named. */
  async faultOfSite(siteId: string): Promise<string | null> {
    const groupId = this.#sites.get(siteId)?.group_id;
    if (groupId === undefined) return `names no hotel: ${siteId}`;
    if (this.groupId === undefined) await this.#choose(groupId);
    return groupId === this.groupId ? null : `${siteId} is not a hotel of the group ${this.groupId}`;
  }

  /** What is wrong with a line's period, where its hotel keeps periods: it is open, and one of them. Without one it gets one. */
  faultsOfPeriod({ siteId, periodId, periodFromMs, periodToMs }: ImportedLine): FieldFault[] {
    const site = this.#sites.get(siteId);
    if (!site?.periods || periodId === 0) return [];
    const period = periodOf(site.periods, Math.floor(periodFromMs / DAY_MS));
    if (period.periodId !== periodId || period.fromMs !== periodFromMs || period.toMs !== periodToMs) {
      return [{ field: "PeriodId", detail: `is not a ${site.periods} of ${siteId} with its first and last second` }];
    }
    if (periodFromMs > (site.closed_to_ms ?? -Infinity)) return [];
    return [{ field: "PeriodId", detail: `${periodId} is closed at ${siteId}` }];
  }

  /** The document with the day that decides its period, where it has none of its own and its hotel keeps them. */
  inItsPeriod(document: DatedDocument): DatedDocument {
    const [line] = document.lines;
    const site = line && this.#sites.get(line.siteId);
    if (!line || !site?.periods || site.timezone === null || document.lines.some(({ periodId }) => periodId !== 0)) return document;
    const { transactionType, transactionMs, secondReference, siteId } = line;
    const namesInvoice = transactionType === "CreditNote" && secondReference?.startsWith(`${siteId}-I-`);
    if (transactionType !== "Invoice" && transactionType !== "Payment" && !namesInvoice) return document;
    const isZoned = transactionMs >= ZONES_SINCE_MS;
    return { ...document, periodDay: isZoned ? todayIn(site.timezone, transactionMs) : Math.floor(transactionMs / DAY_MS) };
  }

  async #choose(groupId: string): Promise<void> {
    this.groupId = groupId;
    this.#db = await this.#db.ofGroup(groupId);
    if (this.#db.shard !== 0) {
      const own = await this.#db.query<Site>(`${SELECT_SITES} WHERE s.group_id = ${literal(groupId)}`);
      for (const site of own) this.#sites.set(site.site_id, site);
    }
    const [newest] = await this.#db.query<{ modified_key: number; modified_ms: number }>(
      `SELECT modified_key, modified_ms FROM ledger_documents WHERE group_id = ${literal(groupId)}
        AND modified_key <= ${visibleKey(literal(groupId))} ORDER BY modified_key DESC LIMIT 1`,
    );
    if (!newest) return;
    this.newestKey = newest.modified_key;
    this.newestMs = newest.modified_ms;
  }
}
