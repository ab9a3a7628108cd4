/** GET /accounts/{groupId}/{reference}: docs/interface.md §12. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import type { Money } from "../base/money.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { bindAll } from "../host/database.ts";
import { ACCOUNT_DOCUMENTS_SHOWN_MAX } from "./limits.ts";
import { type AccountSiteRow, selectAccountSite, selectDocuments } from "./rows/documents.ts";
import { type EntryRow, entryOf } from "./rows/ledger-export.ts";
import { addDocument, emptyAccount, expectedOf } from "./rules/account.ts";
import { type PostedDocument, documentsOf } from "./rules/posted-document.ts";

export interface AccountSummary {
  reference: string;
  siteId: string;
  /** Empty where the hotel is gone. */
  currencyCode: string;
  expected: Money;
  charged: Money;
  paid: Money;
  /** The newest ones, oldest of them first. */
  documents: PostedDocument[];
  /** Of the newest event when it was read: whoever follows the feed from there misses nothing. */
  eventSequence: number;
}

const UNKNOWN = fail({ code: "not_found", detail: "The group has no such account." });

/**
 * An account as it is, summed over all of its documents. Where several hotels use one reference, `hotelId` says which; without
 * it the one that used it first. `not_found` where the caller's hotels have no document of it.
 */
export async function readAccount(ctx: CallerCtx, reference: string, hotelId: string | null): Promise<Result<AccountSummary>> {
  const { groupId } = ctx.principal;
  if (hotelId !== null && !mayTouchHotel(ctx.principal, hotelId)) return UNKNOWN;
  const wanted = hotelId ?? ctx.principal.hotelId;
  const whole = { hotelId: wanted, transactionType: null, reference, posted: null };
  const first = await ctx.db.batch(
    bindAll(ctx.db, [selectAccountSite(groupId, reference, wanted), selectDocuments(groupId, whole, 0, ACCOUNT_DOCUMENTS_SHOWN_MAX)]),
  );
  const [site] = (first[0]?.results ?? []) as AccountSiteRow[];
  if (!site) return UNKNOWN;
  const account = emptyAccount();
  let documents: PostedDocument[] = [];
  // A batch answers with objects, whose values stand in the order of the columns.
  let page = pageOf(((first[1]?.results ?? []) as object[]).map((row) => Object.values(row) as EntryRow));
  for (;;) {
    const own = page.filter(({ lines: [{ siteId }] }) => siteId === site.site_id);
    for (const document of own) addDocument(account, document);
    documents = [...documents, ...own].slice(-ACCOUNT_DOCUMENTS_SHOWN_MAX);
    const last = page.at(-1);
    if (!last || page.length < ACCOUNT_DOCUMENTS_SHOWN_MAX) break;
    const { sql, values } = selectDocuments(groupId, whole, last.modifiedKey, ACCOUNT_DOCUMENTS_SHOWN_MAX);
    page = pageOf(
      await ctx.db
        .prepare(sql)
        .bind(...values)
        .raw<EntryRow>(),
    );
  }
  const { charged, paid } = account;
  const sums = { expected: expectedOf(account), charged, paid };
  return ok({ reference, siteId: site.site_id, currencyCode: site.currency_code, ...sums, documents, eventSequence: site.sequence });
}

function pageOf(rows: readonly EntryRow[]): PostedDocument[] {
  return documentsOf(rows.map(entryOf));
}
