/** The Worker under workerd on a port of its own, with one hotel, its operator and a small ledger: for clients outside. */
import { spawnSync } from "node:child_process";
import { createTestHarness } from "wrangler";
import type { Database } from "../../src/host/database.ts";
import type { LedgerLine } from "../../src/ledger/rules/ledger-document.ts";
import { MINIMAL_DATE_MS } from "../../src/ledger/rules/ledger-document.ts";
import { bindAll } from "../../src/host/database.ts";
import { postingStatements } from "../../src/ledger/post-documents.ts";
import { hashPassword } from "../../src/access/password.ts";

export interface SoapServer {
  /** Of /soap. */
  url: string;
  close(): Promise<void>;
}

/** What LogIn takes. */
export const CREDENTIALS = { SiteID: "g1", InterfaceID: 1, OperatorCode: "FINANCE", Password: "p<&>ä" };

export const MODIFIED_MS = Date.UTC(2024, 4, 1, 12, 0, 0, 250);

/** Two documents of a line each, as different as a line's fields allow. */
export const LINES: readonly LedgerLine[] = [
  {
    siteId: "h1",
    transactionType: "Invoice",
    accountNumber: "CO<1>&\"2'",
    accountType: 3,
    transactionReference: "B000001",
    uniqueReferenceNumber: "B000001-1",
    secondReference: "CO7",
    description: "one\ntwo\r\nthree\rfour \u{1f600} ]]> é",
    dueMs: Date.UTC(2024, 0, 31),
    forMs: Date.UTC(2024, 1, 29, 23, 59, 59, 999),
    transactionMs: MODIFIED_MS,
    gross: 1_060_001,
    nett: 1_000_001,
    tax: 60_000,
    nominalCode: "7110",
    saleCode: "ACCOM",
    payCode: "",
    taxCode: "R6",
    periodId: 12,
    periodFromMs: Date.UTC(2024, 0, 1),
    periodToMs: Date.UTC(2024, 11, 31),
  },
  {
    siteId: "h1",
    transactionType: "Payment",
    accountNumber: "GUEST",
    accountType: -1,
    transactionReference: "B000001",
    uniqueReferenceNumber: "B000001-1",
    secondReference: null,
    description: "",
    dueMs: MODIFIED_MS,
    forMs: MODIFIED_MS,
    transactionMs: MODIFIED_MS,
    gross: 1,
    nett: 1,
    tax: 0,
    nominalCode: "",
    saleCode: "",
    payCode: "CARD",
    taxCode: "Z",
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
  },
];

/** Starts it; close() ends the process. */
export async function startSoapServer(): Promise<SoapServer> {
  const harness = createTestHarness({ workers: [{ configPath: "./wrangler.toml" }] });
  const { url } = await harness.listen();
  const worker = harness.getWorker<Env>();
  await worker.applyD1Migrations("DB");
  const db: Database = (await worker.getEnv()).DB;
  const hash = await hashPassword(CREDENTIALS.Password, new Uint8Array(16));
  await db.batch([
    db.prepare("INSERT INTO sites VALUES ('g1', 'g1', 'group'), ('h1', 'g1', 'hotel')"),
    db.prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('g1', 'One', 'en', 0)"),
    db.prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES ('g1', 'FINANCE', ?1)").bind(hash),
    // As in the demo data, which the samples on the pages log in to.
    db.prepare("INSERT INTO sites VALUES ('demo', 'demo', 'group')"),
    db.prepare("INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('demo', 'Demo', 'en', 0)"),
    db
      .prepare("INSERT INTO operators (site_id, operator_code, password_hash) VALUES ('demo', 'FINANCE', ?1)")
      .bind(await hashPassword("demo-password", new Uint8Array(16))),
    ...bindAll(
      db,
      postingStatements(
        "g1",
        LINES.map((line) => ({ lines: [line] })),
        MODIFIED_MS,
      ),
    ),
  ]);
  return { url: new URL("/soap", url).href, close: () => harness.close() };
}

/**
 * Whether a test of a program outside npm can run: where it is installed. CI installs all of them and sets
 * TABARD_ALL_CLIENTS, so that there a missing one fails instead of being passed over.
 */
export function canRun(command: string, ...args: string[]): boolean {
  return process.env["TABARD_ALL_CLIENTS"] === "1" || spawnSync(command, args).status === 0;
}
