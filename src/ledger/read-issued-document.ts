/** One document with the hotel that issued it, to print: docs/interface.md §20. */
import type { CallerCtx } from "../access/caller.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { listDocuments } from "./list-documents.ts";
import { type IssuerRow, selectIssuer } from "./rows/sites.ts";
import type { PostedDocument } from "./rules/posted-document.ts";

export interface IssuedDocument {
  document: PostedDocument;
  /** Null where the hotel is gone. */
  issuer: Issuer | null;
}

export interface Issuer {
  name: string;
  /** Lines of its address. */
  address: readonly string[];
  email: string;
  telephone: string;
  currencyCode: string;
  /** IANA name. */
  timezone: string;
}

/** `not_found` for a document of which the caller's hotels have no line. */
export async function readIssuedDocument(ctx: CallerCtx, modifiedKey: number): Promise<Result<IssuedDocument>> {
  const all = { hotelId: null, transactionType: null, reference: null, posted: null };
  const page = await listDocuments(ctx, { ...all, after: modifiedKey - 1, limit: 1 });
  if (!page.ok) return page;
  const [document] = page.value.documents;
  if (document?.modifiedKey !== modifiedKey) return fail({ code: "not_found", detail: "There is no such document." });
  const { sql, values } = selectIssuer(ctx.principal.groupId, document.lines[0].siteId);
  const row = await ctx.db
    .prepare(sql)
    .bind(...values)
    .first<IssuerRow>();
  return ok({ document, issuer: row && issuerOf(row) });
}

function issuerOf({ name, address1, address2, postcode, town, country, email, telephone, currency_code, timezone }: IssuerRow): Issuer {
  const address = [address1, address2, `${postcode} ${town}`.trim(), country].filter((line) => line !== "");
  return { name, address, email, telephone, currencyCode: currency_code, timezone };
}
