/** What tests of the ledger share: lines to post, sites, sessions and the whole of an export. */
import { env } from "cloudflare:workers";
import type { LedgerLine } from "../../src/ledger/rules/ledger-document.ts";
import { MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";
import { EXPORT_SCOPES } from "../../src/access/rules/principal.ts";
import type { Database } from "../../src/host/database.ts";
import { type ExportedTransaction, type ExportRequest, type PageSizes, exportTransactions } from "../../src/ledger/export-transactions.ts";
import type { Ctx } from "../../src/host/context.ts";
import { sha256Hex } from "../../src/base/bytes.ts";
import { requestContext } from "../../src/host/request-context.ts";
import { platform } from "./in-worker.ts";

/** Enough time for no session of a test to expire. */
const FAR_MS = 8_000_000_000_000_000;

/** A line that may be posted. */
export function line(change: Partial<LedgerLine> = {}): LedgerLine {
  return {
    siteId: "h1",
    transactionType: "Invoice",
    accountNumber: "GUEST",
    accountType: 1,
    transactionReference: "R1",
    uniqueReferenceNumber: "R1-1",
    secondReference: null,
    description: "Stay\nof two nights",
    dueMs: 0,
    forMs: 0,
    transactionMs: 0,
    gross: 1_060_000,
    nett: 1_000_000,
    tax: 60_000,
    nominalCode: "7110",
    saleCode: "ACCOM",
    payCode: "",
    taxCode: "R6",
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
    ...change,
  };
}

/** A group with hotels. */
export async function addGroup(groupId: string, hotelIds: readonly string[]): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("INSERT INTO sites SELECT ?1, ?1, 'group' UNION ALL SELECT value, ?1, 'hotel' FROM json_each(?2)").bind(
      groupId,
      JSON.stringify(hotelIds),
    ),
    env.DB.prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES (?1, ?1, 'en', 0)").bind(groupId),
  ]);
}

/** An operator's session for a site; the token is the site's id and "-session". */
export async function addSession(groupId: string, siteId: string, change: { expiresMs?: number; kind?: string } = {}): Promise<string> {
  const token = `${siteId}-session-${crypto.randomUUID()}`;
  await env.DB.prepare(
    `INSERT INTO tokens (token_sha256, kind, group_id, token_id, subject, hotel_id, scopes, created_ms, expires_ms)
     VALUES (?1, ?2, ?3, ?1, 'FINANCE', ?4, ?6, 0, ?5)`,
  )
    .bind(
      sha256Hex(token),
      change.kind ?? "operator",
      groupId,
      siteId === groupId ? null : siteId,
      change.expiresMs ?? FAR_MS,
      JSON.stringify((change.kind ?? "operator") === "operator" ? EXPORT_SCOPES : []),
    )
    .run();
  return token;
}

/** A context as the Worker makes one, over this database and clock. */
export function testCtx(db: Database = env.DB, now: () => number = () => Date.now()): Ctx {
  const host = platform({ db, now });
  return { ...host, ...requestContext(host, { waitUntil: () => {} }), log: () => {} };
}

/** Every transaction of an export. Throws where it is refused. */
export async function exportAll(ctx: Ctx, request: ExportRequest, sizes?: PageSizes): Promise<ExportedTransaction[]> {
  const result = await exportTransactions(ctx, request, sizes);
  if (!result.ok) throw new Error(result.failure.code);
  const all: ExportedTransaction[] = [];
  for await (const page of result.value) all.push(...page);
  return all;
}

/** Pages of so many rows: the first, and all others. */
export function pagesOf({ first, next }: { first: number; next: number }): PageSizes {
  return (page) => ({ rows: page === 0 ? first : next, textOctets: null });
}
