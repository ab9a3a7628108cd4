/**
 * The financial export: 200,000 transactions against the same documents already rendered in the database; 10,000 against the
 * npm package `soap`; with --full a million. Transactions and megabytes a second, first byte, growth of memory.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import { LEDGER_START_MS, insertLedger, ledgerEndMs, operatorSession } from "../support/ledger-data.ts";
import type { RequestShape } from "../support/load.ts";
import { startPeer } from "../support/node-peer.ts";
import { type Measured, compare, ratio } from "../support/rounds.ts";
import { ask, requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { type Host, seedDatabase, startWorker, workFolder } from "../support/worker-host.ts";

const GROUP = "resort";
const TRANSACTIONS = 200_000;
const TRANSACTIONS_IN_FULL = 1_000_000;
const TRANSACTIONS_FOR_SOAP = 10_000;
const GROWTH = [1_000, TRANSACTIONS_FOR_SOAP];
/** A round is one export, or as many as the time allows. */
const BIG = { rounds: 4, roundMs: 1, isWarm: true };
const SMALL = { rounds: 3, roundMs: 500 };
const BASELINE = "already rendered";
const PEER = "npm soap, node:sqlite";

export const exportTransactions: Scenario = async ({ full }) => {
  const total = full ? TRANSACTIONS_IN_FULL : TRANSACTIONS;
  const file = await seedDatabase("export-tabard", (db) => {
    insertGroup(db, GROUP, 1);
    insertLedger(db, GROUP, hotelId(GROUP, 1), total);
  });
  const tabard = await startWorker("src/index.ts", "export-tabard");
  await seedRendered(tabard, TRANSACTIONS);
  const rendered = await startWorker("bench/workers/rendered-export.ts", "export-rendered");
  const wsdl = join(workFolder, "tabard.wsdl");
  writeFileSync(wsdl, (await ask(tabard, { method: "GET", path: "/soap?wsdl", headers: {} })).text);
  const peer = await startPeer("bench/peers/soap-server.ts", [file, wsdl]);
  try {
    const results: Measured[] = [];
    const request = exportRequest(TRANSACTIONS);
    const limit = [
      { name: "tabard", host: tabard, request, connections: 1 },
      { name: BASELINE, host: rendered, request, connections: 1 },
    ];
    await requireSameAnswer(limit);
    const measured = await compare(`${TRANSACTIONS} transactions`, limit, BIG);
    results.push(...measured.map((one) => withRates(one, TRANSACTIONS)));
    const few = exportRequest(TRANSACTIONS_FOR_SOAP);
    const peers = [
      { name: "tabard", host: tabard, request: few, connections: 1 },
      { name: PEER, host: peer, request: few, connections: 1 },
    ];
    await requireSameAnswer(peers, transactionsOf);
    const beside = await compare(`${TRANSACTIONS_FOR_SOAP} transactions`, peers, SMALL);
    results.push(...beside.map((one) => withRates(one, TRANSACTIONS_FOR_SOAP)));
    for (const count of full ? [...GROWTH, TRANSACTIONS_IN_FULL] : GROWTH.slice(0, 1)) {
      const load = { name: "tabard", host: tabard, request: exportRequest(count), connections: 1 };
      results.push(
        ...(await compare(`${count} transactions`, [load], count > TRANSACTIONS ? { rounds: 3, roundMs: 1, isWarm: true } : SMALL)).map(
          (one) => withRates(one, count),
        ),
      );
    }
    return { ratios: { "export/baseline": ratio(measured, "tabard", BASELINE), "export/soap": ratio(beside, "tabard", PEER) }, results };
  } finally {
    await Promise.all([tabard, rendered, peer].map((host) => host.stop()));
  }
};

/** Tabard's own answer, cut into its transactions, as the rows of the baseline's database. */
async function seedRendered(tabard: Host, transactions: number): Promise<void> {
  const { text } = await ask(tabard, exportRequest(transactions));
  const opening = "<FinancialExportTransaction>";
  const closing = "</FinancialExportTransaction>";
  await seedDatabase("export-rendered", (db) => {
    db.exec("CREATE TABLE rendered (seq INTEGER PRIMARY KEY, xml TEXT NOT NULL)");
    const insert = db.prepare("INSERT INTO rendered VALUES (?1, ?2)");
    let at = text.indexOf(opening);
    insert.run(0, text.slice(0, at));
    for (let seq = 1; at !== -1; seq += 1) {
      const end = text.indexOf(closing, at) + closing.length;
      const next = text.startsWith(opening, end) ? end : -1;
      insert.run(seq, text.slice(at, next === -1 ? text.length : end));
      at = next;
    }
  });
}

function exportRequest(transactions: number): RequestShape {
  const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><cim_FinancialExportReportV2 xmlns="urn:tabard:financial-export"><sessionId>${operatorSession(GROUP)}</sessionId><beforeTimestamp>${dateTime(ledgerEndMs(transactions) - 1)}</beforeTimestamp><afterTimestamp>${dateTime(LEDGER_START_MS)}</afterTimestamp><transactionList/><useLessThanToDate>false</useLessThanToDate></cim_FinancialExportReportV2></soap:Body></soap:Envelope>`;
  const headers = { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"urn:tabard:financial-export/cim_FinancialExportReportV2"' };
  return { method: "POST", path: "/soap", headers, body };
}

function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The transactions alone, without prefixes, attributes and white space between elements: envelopes differ, contents must not. */
function transactionsOf(text: string): string {
  const plain = text.replaceAll(/<(\/?)(?:\w+:)?(\w+)(?:\s[^>]*?)?(\/?)>/g, "<$1$2$3>").replaceAll(/<(\w+)\/>/g, "<$1></$1>");
  const start = plain.indexOf("<FinancialExportTransaction>");
  return plain.slice(start, plain.lastIndexOf("</FinancialExportTransaction>")).replaceAll(/>\s+</g, "><").replaceAll("&#xA;", "\n");
}

function withRates(measured: Measured, transactions: number): Measured {
  return { ...measured, transactionsPerSecond: Math.round(measured.perSecond * transactions) };
}
