/** POST and GET /documents/{groupId}, GET /accounts/{groupId}/{reference}: docs/interface.md §12. */
import { toJsonNumber } from "../base/money.ts";
import { ok } from "../base/result.ts";
import { listDocuments } from "../ledger/list-documents.ts";
import { readAccount } from "../ledger/read-account.ts";
import { grossOf } from "../ledger/rules/account.ts";
import type { PostedDocument } from "../ledger/rules/posted-document.ts";
import { postDocument as post } from "../reservations/post-document.ts";
import { answer, json } from "./answer.ts";
import { AccountQuerySchema, DocumentListSchema, DocumentSchema, parseDocument } from "./document-schema.ts";
import { readKeyedJson, replayHeaders } from "./keyed-json.ts";
import { fieldHeaders } from "./notices.ts";
import { parseQuery } from "./query.ts";
import type { CallerHandler } from "./types.ts";

/** Posts one document; the same Idempotency-Key and body give the stored answer again. */
export const postDocument: CallerHandler = async (c, ctx) => {
  const keyed = await readKeyedJson(c.req.raw, ctx.principal);
  if (!keyed.ok) return answer(ctx, keyed);
  const request = parseDocument(keyed.value.body, ctx.now());
  if (!request.ok) return answer(ctx, request);
  const posted = await post(ctx, request.value, keyed.value.idempotent);
  if (!posted.ok) return answer(ctx, posted);
  const { document, replayed } = posted.value;
  return json(documentJson(document), { ...replayHeaders(replayed), ...fieldHeaders(DocumentSchema, keyed.value.body) }, 201);
};

/** Documents in order of ModifiedKey. */
export const getDocuments: CallerHandler = async (c, ctx) => {
  const query = parseQuery(c.req.url, DocumentListSchema);
  if (!query.ok) return answer(ctx, query);
  const { after, limit, hotelId = null, transactionType = null, reference = null } = query.value;
  const page = await listDocuments(ctx, { after, limit, hotelId, transactionType, reference, posted: null });
  return answer(ctx, page.ok ? ok({ documents: page.value.documents.map(documentJson), next: page.value.next }) : page);
};

/** What an account comes to. */
export const getAccount: CallerHandler = async (c, ctx) => {
  const query = parseQuery(c.req.url, AccountQuerySchema);
  if (!query.ok) return answer(ctx, query);
  const found = await readAccount(ctx, c.req.param("reference") ?? "", query.value.hotelId ?? null);
  if (!found.ok) return answer(ctx, found);
  const { reference, siteId, currencyCode, expected, charged, paid, documents, eventSequence } = found.value;
  const sums = { expected, charged, paid, balance: charged - paid };
  const amounts = Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, toJsonNumber(amount)]));
  const body = { reference, siteId, currencyCode, ...amounts, documents: documents.map(documentJson) };
  return json(body, { "Event-Sequence": String(eventSequence) });
};

function documentJson(document: PostedDocument) {
  const { modifiedKey, modifiedMs, lines } = document;
  const [first] = lines;
  return {
    modifiedKey,
    modifiedDate: instant(modifiedMs),
    transactionType: first.transactionType,
    siteId: first.siteId,
    transactionReference: first.transactionReference,
    uniqueReferenceNumber: first.uniqueReferenceNumber,
    secondReference: first.secondReference,
    accountNumber: first.accountNumber,
    accountType: first.accountType,
    transactionDate: instant(first.transactionMs),
    dueDate: instant(first.dueMs),
    periodId: first.periodId,
    gross: toJsonNumber(grossOf(document)),
    lines: lines.map(({ saleCode, payCode, nominalCode, taxCode, description, gross, nett, tax }) => ({
      saleCode,
      payCode,
      nominalCode,
      taxCode,
      description,
      gross: toJsonNumber(gross),
      nett: toJsonNumber(nett),
      tax: toJsonNumber(tax),
    })),
  };
}

/** As the interface writes instants. Years beyond four digits cannot be in the ledger. */
function instant(ms: number): string {
  return new Date(ms).toISOString();
}
