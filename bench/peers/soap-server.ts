/**
 * What a team might build instead: the npm package `soap` over node:sqlite, with Tabard's own WSDL and tables.
 * Usage: node soap-server.ts DATABASE WSDL; prints its port.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { listen } from "soap";
import { formatDecimal } from "../../src/base/money.ts";

const db = new DatabaseSync(process.argv[2] ?? "", { readOnly: true });
const findSession = db.prepare("SELECT group_id FROM tokens WHERE token_sha256 = ?1 AND kind = 'operator' AND revoked_ms IS NULL");
const selectLines = db.prepare(
  `SELECT * FROM ledger_lines WHERE group_id = ?1 AND modified_ms BETWEEN ?2 AND ?3 ORDER BY modified_ms, modified_key, line`,
);

type Row = Record<string, string> & Record<Numbers, number>;
type Numbers = "due_ms" | "for_ms" | "transaction_ms" | "period_from_ms" | "period_to_ms" | "modified_ms" | "gross" | "nett" | "tax";

interface Arguments {
  sessionId: string;
  afterTimestamp: Date | string;
  beforeTimestamp: Date | string;
}

function exportReport({ sessionId, afterTimestamp, beforeTimestamp }: Arguments): object {
  const session = findSession.get(createHash("sha256").update(sessionId).digest("hex"));
  if (!session) return { cim_FinancialExportReportV2Result: { ExceptionCode: 7007, ExceptionDescription: "Session not valid" } };
  const [from, until] = [new Date(afterTimestamp).getTime(), new Date(beforeTimestamp).getTime()];
  const rows = selectLines.all(session.group_id ?? null, from, until) as unknown as Row[];
  return {
    cim_FinancialExportReportV2Result: { ExceptionCode: 0, ExceptionDescription: "No error" },
    afterTimestamp: dateTime(from),
    beforeTimestamp: dateTime(until),
    transactionList: { Items: { FinancialExportTransaction: rows.map(transactionOf) } },
  };
}

function transactionOf(row: Row): object {
  return {
    TransactionType: row.transaction_type,
    AccountNumber: row.account_number,
    AccountType: row.account_type,
    TransactionReference: row.transaction_reference,
    UniqueReferenceNumber: row.unique_reference_number,
    ...(row.second_reference === null ? {} : { SecondReference: row.second_reference }),
    Description: row.description,
    DueDate: dateTime(row.due_ms),
    ForDate: dateTime(row.for_ms),
    TransactionDate: dateTime(row.transaction_ms),
    GrossValue: formatDecimal(row.gross),
    NettValue: formatDecimal(row.nett),
    TaxValue: formatDecimal(row.tax),
    NominalCode: row.nominal_code,
    SaleCode: row.sale_code,
    PayCode: row.pay_code,
    TaxCode: row.tax_code,
    SiteId: row.site_id,
    PeriodId: row.period_id,
    PeriodFromDate: dateTime(row.period_from_ms),
    PeriodToDate: dateTime(row.period_to_ms),
    ModifiedDate: dateTime(row.modified_ms),
    ModifiedKey: row.modified_key,
  };
}

function dateTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.?0*Z$/, "");
}

const wsdl = readFileSync(process.argv[3] ?? "", "utf8");
const operations = { cim_FinancialExportReportV2: exportReport };
// The WSDL names its service and ports; both ports get the same operations.
const service = /<(?:wsdl:)?service name="([^"]+)"/.exec(wsdl)?.[1] ?? "";
const ports = [...wsdl.matchAll(/<(?:wsdl:)?port (?:name="([^"]+)")/g)].map(([, name]) => name ?? "");
const server = createServer((_request, response) => response.writeHead(404).end());
listen(server, "/soap", { [service]: Object.fromEntries(ports.map((port) => [port, operations])) }, wsdl);
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
