/** What the ledger holds that a document to be posted depends on: docs/interface.md §12. */
import type { CallerCtx } from "../access/caller.ts";
import { mayTouchHotel } from "../access/rules/principal.ts";
import { type Statement, bindAll } from "../host/database.ts";
import { ACCOUNT_DOCUMENTS_SHOWN_MAX } from "./limits.ts";
import { readDocument } from "./read-document.ts";
import { selectDocuments } from "./rows/documents.ts";
import { type EntryRow, entryOf } from "./rows/ledger-export.ts";
import { type PayCodeRow, type SaleCodeRow, type SiteRow, selectPayCode, selectSaleCodes, selectSite } from "./rows/sites.ts";
import {
  type NamedDocumentRow,
  type TakenBackRow,
  requireAccountSize,
  selectAccountNumber,
  selectAccountSize,
  selectNamed,
  selectTakenBack,
} from "./rows/taken-back.ts";
import { addDocument, emptyAccount } from "./rules/account.ts";
import { GUEST_ACCOUNT } from "./rules/build-documents.ts";
import type { DocumentRequest } from "./rules/document-request.ts";
import type { PostingFacts } from "./rules/plan-document.ts";
import { documentsOf } from "./rules/posted-document.ts";

/** Whose account it is: a site's, by its TransactionReference. */
export interface AccountKey {
  siteId: string;
  reference: string;
}

/** The account of the Invoice or Payment that the request takes back; null where the caller's hotels have no such document. */
export async function findTakenBack(
  ctx: CallerCtx,
  urn: string,
  type: "Invoice" | "Payment",
): Promise<(AccountKey & { modifiedKey: number }) | null> {
  const { groupId, hotelId } = ctx.principal;
  const { sql, values } = selectNamed(groupId, hotelId, type, urn);
  const row = await ctx.db
    .prepare(sql)
    .bind(...values)
    .first<NamedDocumentRow>();
  return row && { siteId: row.site_id, reference: row.transaction_reference, modifiedKey: row.modified_key };
}

type LedgerFacts = Omit<PostingFacts, "arrival" | "nowMs"> & {
  /** Refuses a batch, as `ledger_account_changed`, where something was posted to the account since. */
  premise: Statement;
};

/** All facts but the booking's; null where the caller's hotels have no such site. `takenBackKey`: as findTakenBack says. */
export async function readPostingFacts(
  ctx: CallerCtx,
  { siteId, reference }: AccountKey,
  request: DocumentRequest,
  takenBackKey: number | null,
): Promise<LedgerFacts | null> {
  const { groupId } = ctx.principal;
  if (!mayTouchHotel(ctx.principal, siteId)) return null;
  const codes = "lines" in request ? request.lines.map(({ saleCode }) => saleCode) : [];
  const account = { hotelId: siteId, transactionType: null, reference, posted: null };
  const [sites, saleCodes, payCodes, documents, numbers, takenBack, sizes] = await readAll(ctx, [
    selectSite(groupId, siteId),
    selectSaleCodes(groupId, codes),
    selectPayCode(groupId, request.transactionType === "Payment" ? request.payCode : ""),
    selectDocuments(groupId, account, 0, request.transactionType === "Invoice" && "bookingId" in request ? ACCOUNT_DOCUMENTS_SHOWN_MAX : 0),
    selectAccountNumber(groupId, siteId, reference),
    selectTakenBack(groupId, siteId, takenBackName(request)),
    selectAccountSize(groupId, reference),
  ]);
  const [site] = sites as SiteRow[];
  if (!site) return null;
  const [payCode] = payCodes as PayCodeRow[];
  const [known] = numbers as { account_number: string; account_type: number }[];
  const [size] = sizes as { documents: number }[];
  const asked = "accountNumber" in request ? request : known && { accountNumber: known.account_number, accountType: known.account_type };
  return {
    siteId,
    reference,
    timezone: site.timezone,
    accountNumber: asked?.accountNumber ?? GUEST_ACCOUNT.accountNumber,
    accountType: asked?.accountType ?? GUEST_ACCOUNT.accountType,
    saleCodes: new Map((saleCodes as SaleCodeRow[]).map((row) => [row.sale_code, saleCodeOf(row)])),
    payCode: payCode ? { code: payCode.pay_code, description: payCode.description, nominalCode: payCode.nominal_code } : null,
    account: accountOf(documents ?? []),
    premise: requireAccountSize(groupId, reference, size?.documents ?? 0),
    takenBack: await takenBackOf(ctx, takenBackKey, takenBack as TakenBackRow[]),
  };
}

async function readAll(ctx: CallerCtx, statements: Parameters<typeof bindAll>[1]): Promise<unknown[][]> {
  return (await ctx.db.batch(bindAll(ctx.db, statements))).map(({ results }) => results);
}

/** The UniqueReferenceNumber of what the request takes back; empty for nothing. */
function takenBackName(request: DocumentRequest): string {
  if (request.transactionType === "CreditNote") return request.invoice;
  return request.transactionType === "Payment" ? (request.refundOf ?? "") : "";
}

function saleCodeOf(row: SaleCodeRow) {
  const { sale_code: code, description, nominal_code: nominalCode, tax_code: taxCode, tax_basis_points: taxBasisPoints } = row;
  return { code, description, nominalCode, taxCode, taxBasisPoints };
}

function accountOf(rows: readonly unknown[]) {
  const account = emptyAccount();
  const entries = rows.map((row) => entryOf(Object.values(row as object) as EntryRow));
  for (const document of documentsOf(entries)) addDocument(account, document);
  return account;
}

async function takenBackOf(ctx: CallerCtx, modifiedKey: number | null, rows: readonly TakenBackRow[]): Promise<PostingFacts["takenBack"]> {
  const document = modifiedKey === null ? null : await readDocument(ctx, ctx.principal.groupId, modifiedKey);
  return document && { document, before: new Map(rows.map((row) => [row.sale_code, row])) };
}
