/**
 * The financial export: 200,000 transactions against the same documents already rendered in the database; 10,000 against the
 * npm package `soap` and PHP's SoapServer; with --full 1,000 to a million. Transactions and megabytes a second, first byte, growth of memory.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hotelId, insertGroup } from "../support/hotel-data.ts";
import { insertLedger } from "../support/ledger-data.ts";
import { startPeer } from "../support/node-peer.ts";
import { phpLacks, startPhpPeer } from "../support/php-peer.ts";
import { exportRequest } from "../support/requests.ts";
import { ratio } from "../support/ratio.ts";
import { type Measured, asGrowth, compare } from "../support/rounds.ts";
import { ask, requireSameAnswer } from "../support/same-answer.ts";
import type { Scenario } from "../support/scenario.ts";
import { type Host, seedDatabase, startWorker, workFolder } from "../support/worker-host.ts";

const GROUP = "resort";
const TRANSACTIONS = 200_000;
const TRANSACTIONS_IN_FULL = 1_000_000;
const TRANSACTIONS_FOR_SOAP = 10_000;
const GROWTH = [1_000];
const GROWTH_IN_FULL = [1_000, 10_000, 100_000, TRANSACTIONS_IN_FULL];
/** A round is one export, or as many as the time allows. */
const BIG = { rounds: 4, roundMs: 1, isWarm: true };
const SMALL = { rounds: 9, roundMs: 500 };
const BASELINE = "already rendered";
const PEER = "npm soap, node:sqlite";
const PHP_PEER = "PHP SoapServer, PDO SQLite";

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
  const php = await startPhp(file, wsdl);
  const servers = [{ name: "tabard", host: tabard }, { name: PEER, host: peer }, ...(php === null ? [] : [{ name: PHP_PEER, host: php }])];
  try {
    const results: Measured[] = [];
    const request = exportRequest(GROUP, TRANSACTIONS);
    const limit = [
      { name: "tabard", host: tabard, request, connections: 1 },
      { name: BASELINE, host: rendered, request, connections: 1 },
    ];
    await requireSameAnswer(limit);
    const measured = await compare(`${TRANSACTIONS} transactions`, limit, BIG);
    results.push(...measured.map((one) => withRates(one, TRANSACTIONS)));
    const few = exportRequest(GROUP, TRANSACTIONS_FOR_SOAP);
    const peers = servers.map((server) => ({ ...server, request: few, connections: 1 }));
    await requireSameAnswer(peers, transactionsOf);
    const beside = await compare(`${TRANSACTIONS_FOR_SOAP} transactions`, peers, SMALL);
    results.push(...beside.map((one) => withRates(one, TRANSACTIONS_FOR_SOAP)));
    for (const count of full ? GROWTH_IN_FULL : GROWTH) {
      const load = { name: "tabard", host: tabard, request: exportRequest(GROUP, count), connections: 1 };
      const grown = await compare(`${count} transactions, growth`, [load], count > TRANSACTIONS_FOR_SOAP ? BIG : SMALL);
      results.push(...asGrowth(grown, "transactions", count).map((one) => withRates(one, count)));
    }
    const moreRatios = php === null ? {} : { "export/php": ratio(beside, "tabard", PHP_PEER) };
    return {
      ratios: { "export/baseline": ratio(measured, "tabard", BASELINE), "export/soap": ratio(beside, "tabard", PEER) },
      moreRatios,
      results,
    };
  } finally {
    await Promise.all([rendered, ...servers.map(({ host }) => host)].map((host) => host.stop()));
  }
};

/** The peer in PHP, or null, saying why. */
async function startPhp(file: string, wsdl: string): Promise<Host | null> {
  const reason = phpLacks();
  if (reason === null) return startPhpPeer("bench/peers/soap-server.php", { BENCH_DATABASE: file, BENCH_WSDL: wsdl });
  console.error(`export: without its peer in PHP, because ${reason} (Debian: php-cli, php-soap, php-sqlite3)`);
  return null;
}

/** Tabard's own answer, cut into its transactions, as the rows of the baseline's database. */
async function seedRendered(tabard: Host, transactions: number): Promise<void> {
  const { text } = await ask(tabard, exportRequest(GROUP, transactions));
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

/** The transactions alone, without prefixes, attributes and white space between elements: envelopes differ, contents must not. */
function transactionsOf(text: string): string {
  const plain = text.replaceAll(/<(\/?)(?:\w+:)?(\w+)(?:\s[^>]*?)?(\/?)>/g, "<$1$2$3>").replaceAll(/<(\w+)\/>/g, "<$1></$1>");
  const start = plain.indexOf("<FinancialExportTransaction>");
  return plain.slice(start, plain.lastIndexOf("</FinancialExportTransaction>")).replaceAll(/>\s+</g, "><").replaceAll("&#xA;", "\n");
}

function withRates(measured: Measured, transactions: number): Measured {
  return { ...measured, transactionsPerSecond: Math.round(measured.perSecond * transactions) };
}
