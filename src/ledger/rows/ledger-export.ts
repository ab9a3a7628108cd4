/** Reading table ledger_lines for an export: keyset pages in the order of its clustered key, joined with nothing. */
import type { LedgerEntry, TransactionType } from "../rules/ledger-document.ts";
import type { PageBounds } from "../rules/export-pages.ts";
import type { Database, Statement } from "../../host/database.ts";
import { visibleKey, visibleMs } from "../rules/seen-documents.ts";

/** What an export may see and where it ends; `hotelId` null for the whole group. */
export interface ExportScope {
  groupId: string;
  hotelId: string | null;
  /** Closed. */
  untilMs: number;
  /** The newest document of the export: later ones are for the next. */
  pinnedKey: number;
}

/** One line as read: the keyset, NUMBER_COLUMNS joined by NUMBER_BORDER, TEXT_COLUMNS joined by TEXT_BORDER. */
export type EntryRow = [modifiedMs: number, modifiedKey: number, line: number, numbers: string, texts: string];

/** Where a line stands: ModifiedDate, ModifiedKey, line. */
export type LinePlace = readonly [modifiedMs: number, modifiedKey: number, line: number];

/** What opens an export: the scope of the session and its first page; null where the session is not live. */
export interface ExportStart {
  groupId: string;
  hotelId: string | null;
  /** The operator's code. */
  subject: string;
  /** Names the operator's account in the log. */
  logName: string;
  pinnedKey: number;
  rows: EntryRow[];
}

interface SessionRow {
  group_id: string;
  hotel_id: string | null;
  subject: string;
  label: string;
  pinned_key: number;
}

/** A value that D1 hands over costs more than the bytes in it: two joined texts a line instead of twenty-one values save a fifth. */
const NUMBER_COLUMNS = [
  "account_type",
  "due_ms",
  "for_ms",
  "transaction_ms",
  "gross",
  "nett",
  "tax",
  "period_id",
  "period_from_ms",
  "period_to_ms",
];
const TEXT_COLUMNS = [
  "site_id",
  "transaction_type",
  "account_number",
  "transaction_reference",
  "unique_reference_number",
  "coalesce(second_reference, char(30))",
  "description",
  "nominal_code",
  "sale_code",
  "pay_code",
  "tax_code",
];
const NUMBER_BORDER = ",";
/** U+001F and, for no second reference, U+001E: XML cannot hold them, so no text of the ledger does (ledger/rules/ledger-rules.ts). */
const TEXT_BORDER = "\u001F";
const NO_TEXT = "\u001E";

/** What EntryRow is read by, of table ledger_lines. */
export const ENTRY_COLUMNS = `modified_ms, modified_key, line, concat_ws('${NUMBER_BORDER}', ${NUMBER_COLUMNS.join(", ")}) AS numbers,
  concat_ws(char(31), ${TEXT_COLUMNS.join(", ")}) AS texts`;

/** ?1 token, ?2 now: a live session of the XML interface, which has this scope and no other. */
const LIVE_SESSION = `FROM tokens WHERE token_sha256 = ?1 AND kind = 'operator' AND scopes = '["export"]' AND revoked_ms IS NULL
  AND expires_ms > ?2`;

const SELECT_SESSION = `SELECT group_id, hotel_id, subject, label,
  coalesce((SELECT visible_key FROM ledger_loads l WHERE l.group_id = tokens.group_id),
    (SELECT max(modified_key) FROM ledger_documents d WHERE d.group_id = tokens.group_id), 0) AS pinned_key ${LIVE_SESSION}`;

/** Gives `pinned_key` of a group: its newest document that is to be seen, 0 where there is none. */
export function selectPinnedKey(groupId: string): Statement {
  return {
    sql: `SELECT coalesce((SELECT visible_key FROM ledger_loads WHERE group_id = ?1),
      (SELECT max(modified_key) FROM ledger_documents WHERE group_id = ?1), 0) AS pinned_key`,
    values: [groupId],
  };
}

const GROUP_OF_SESSION = `(SELECT group_id ${LIVE_SESSION} AND hotel_id IS NULL)`;
const HOTEL_GROUP_OF_SESSION = `(SELECT group_id ${LIVE_SESSION} AND hotel_id IS NOT NULL)`;

/** Lines of ?3 to ?4, without those that a load of history has not let be seen. */
const seenIn = (group: string): string =>
  `AND modified_ms BETWEEN ?3 AND min(?4, ${visibleMs(group)}) AND modified_key <= ${visibleKey(group)}`;

/** The first page finds its group by the session itself, so that one batch asks for both. */
export const SELECT_FIRST_OF_GROUP = `SELECT ${ENTRY_COLUMNS} FROM ledger_lines
  WHERE group_id = ${GROUP_OF_SESSION} ${seenIn(GROUP_OF_SESSION)}
  ORDER BY modified_ms, modified_key, line LIMIT ?5`;

export const SELECT_FIRST_OF_HOTEL = `SELECT ${ENTRY_COLUMNS} FROM ledger_lines INDEXED BY ledger_lines_by_site
  WHERE group_id = ${HOTEL_GROUP_OF_SESSION}
    AND site_id = (SELECT hotel_id ${LIVE_SESSION}) ${seenIn(HOTEL_GROUP_OF_SESSION)}
  ORDER BY modified_ms, modified_key, line LIMIT ?5`;

/**
 * Where a page lies, ?2 to ?4 the keyset of the last line read, ?5 until, ?6 the pinned key, ?7 the most rows, and how much
 * text: ?8 null for a page small enough to be read unmeasured, else the octets it ends at (with the line that reaches them).
 * Measured by columns that are read anyway; only where the text is too much does a running sum tell where to end.
 */
const PAGE_BEHIND = `AND (modified_ms, modified_key, line) > (?2, ?3, ?4) AND modified_ms <= ?5 AND modified_key <= ?6
  ORDER BY modified_ms, modified_key, line`;
const LONG_TEXTS = ["description", "account_number", "transaction_reference", "unique_reference_number", "coalesce(second_reference, '')"];
const TEXT_OCTETS = LONG_TEXTS.map((column) => `octet_length(${column})`).join(" + ");

function selectPage(from: string): string {
  const texts = `SELECT ${TEXT_OCTETS} AS octets FROM ${from} ${PAGE_BEHIND} LIMIT ?7`;
  const rowsThatFit = `SELECT count(*) + 1 FROM (SELECT sum(octets) OVER (ROWS UNBOUNDED PRECEDING) AS so_far FROM (${texts})) WHERE so_far < ?8`;
  return `SELECT ${ENTRY_COLUMNS} FROM ${from} ${PAGE_BEHIND}
    LIMIT CASE WHEN ?8 IS NULL OR (SELECT total(octets) FROM (${texts})) < ?8 THEN ?7 ELSE min(?7, (${rowsThatFit})) END`;
}

export const SELECT_PAGE_OF_GROUP = selectPage("ledger_lines WHERE group_id = ?1");

/** The same of one hotel, ?9. */
export const SELECT_PAGE_OF_HOTEL = selectPage("ledger_lines INDEXED BY ledger_lines_by_site WHERE group_id = ?1 AND site_id = ?9");

/** Checks the session, pins the newest document and reads the first page, at one instant and in one round trip. */
export async function startExport(
  db: Database,
  tokenSha256: string,
  period: { fromMs: number; untilMs: number },
  rowsMax: number,
  nowMs: number,
): Promise<ExportStart | null> {
  const page = [tokenSha256, nowMs, period.fromMs, period.untilMs, rowsMax];
  const [sessions, ofGroup, ofHotel] = await db.batch<SessionRow | Record<string, unknown>>([
    db.prepare(SELECT_SESSION).bind(tokenSha256, nowMs),
    db.prepare(SELECT_FIRST_OF_GROUP).bind(...page),
    db.prepare(SELECT_FIRST_OF_HOTEL).bind(...page),
  ]);
  const session = sessions?.results[0] as SessionRow | undefined;
  if (!session) return null;
  const hotelId = session.hotel_id;
  const rows = (hotelId === null ? ofGroup : ofHotel)?.results ?? [];
  // A batch answers with objects, whose values stand in the order of the columns.
  return {
    groupId: session.group_id,
    hotelId,
    subject: session.subject,
    logName: session.label,
    pinnedKey: session.pinned_key,
    rows: rows.map((row) => Object.values(row) as EntryRow),
  };
}

/** The place before the first line of an instant. */
export function beforeInstant(ms: number): LinePlace {
  return [ms - 1, Number.MAX_SAFE_INTEGER, 0];
}

/** The page behind a line. */
export function readPage(
  db: Database,
  scope: ExportScope,
  behind: EntryRow | LinePlace,
  { rows, textOctets }: PageBounds,
): Promise<EntryRow[]> {
  const [modifiedMs, modifiedKey, line] = behind;
  const bounds = [scope.groupId, modifiedMs, modifiedKey, line, scope.untilMs, scope.pinnedKey, rows, textOctets];
  return scope.hotelId === null
    ? db
        .prepare(SELECT_PAGE_OF_GROUP)
        .bind(...bounds)
        .raw<EntryRow>()
    : db
        .prepare(SELECT_PAGE_OF_HOTEL)
        .bind(...bounds, scope.hotelId)
        .raw<EntryRow>();
}

/** Whether lines may follow a page: it holds as many rows, or as much text, as it was allowed to. */
export function isFullPage(page: readonly EntryRow[], { rows, textOctets }: PageBounds): boolean {
  if (page.length === 0) return false;
  if (page.length >= rows) return true;
  if (textOctets === null) return false;
  let textUnits = 0;
  for (const row of page) textUnits += row[4].length;
  return textUnits * UTF8_OCTETS_PER_UNIT_MAX >= textOctets;
}

/** UTF-8 writes a UTF-16 unit in three octets at most. */
const UTF8_OCTETS_PER_UNIT_MAX = 3;

/** A row by names. */
export function entryOf([modifiedMs, modifiedKey, , numbers, texts]: EntryRow): LedgerEntry {
  const [accountType, dueMs, forMs, transactionMs, gross, nett, tax, periodId, periodFromMs, periodToMs] = numbers
    .split(NUMBER_BORDER)
    .map(Number) as Ten<number>;
  const [
    siteId,
    transactionType,
    accountNumber,
    transactionReference,
    uniqueReferenceNumber,
    secondReference,
    description,
    nominalCode,
    saleCode,
    payCode,
    taxCode,
  ] = texts.split(TEXT_BORDER) as [...Ten<string>, string];
  return {
    modifiedMs,
    modifiedKey,
    siteId,
    transactionType: transactionType as TransactionType,
    accountNumber,
    accountType,
    transactionReference,
    uniqueReferenceNumber,
    secondReference: secondReference === NO_TEXT ? null : secondReference,
    description,
    dueMs,
    forMs,
    transactionMs,
    gross,
    nett,
    tax,
    nominalCode,
    saleCode,
    payCode,
    taxCode,
    periodId,
    periodFromMs,
    periodToMs,
  };
}

type Ten<T> = [T, T, T, T, T, T, T, T, T, T];
