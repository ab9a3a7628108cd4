/** The commands as a person runs them: npm start and npm run import (docs/interface.md §1), the demo data (§2). */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../harness/free-port.ts";
import { type TargetDatabase, openFile } from "../../cli/support/database.ts";
import { findLocalFile } from "../../harness/local-file.ts";

const state = mkdtempSync(join(tmpdir(), "tabard-commands-"));
const environment = { ...process.env, TABARD_STATE: state, SOAP_NAMESPACE: "urn:example:ledger" } as unknown as NodeJS.ProcessEnv;

interface Running {
  child: ReturnType<typeof launch>;
  output: () => string;
}

function launch(port: number) {
  return spawn("npm", ["start"], { env: environmentOf(port), stdio: ["ignore", "pipe", "pipe"] });
}

function environmentOf(port: number): NodeJS.ProcessEnv {
  return { ...environment, PORT: String(port) };
}

/** Starts the service and waits for its welcome. */
async function start(port: number): Promise<Running> {
  const child = launch(port);
  let text = "";
  const welcomed = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString("utf8");
      if (text.includes("curl -X POST")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", () => reject(new Error(`ended early:\n${text}`)));
  });
  await welcomed;
  return { child, output: () => text };
}

async function stop({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Processes of a service on this file's state. */
function countProcesses(): number {
  return Number(spawnSync("sh", ["-c", `ps -eo args | grep -c "[p]ersist-to ${state}"`], { encoding: "utf8" }).stdout);
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync("node", ["cli/import.ts", ...args], { env: environment, encoding: "utf8" });
}

async function query<T>(sql: string): Promise<T[]> {
  const db: TargetDatabase = openFile(findLocalFile(state));
  try {
    return await db.query<T>(sql);
  } finally {
    db.close();
  }
}

let port: number;
let running: Running;

beforeAll(async () => {
  port = await freePort();
  running = await start(port);
});

afterAll(async () => {
  await stop(running);
  rmSync(state, { recursive: true, force: true });
});

describe("npm start", () => {
  it("prints three curl lines that work", () => {
    const lines = running.output().match(/^ +curl .*$/gm) ?? [];
    expect(lines).toHaveLength(3);
    const answers = lines.map((line) => spawnSync("sh", ["-c", `${line} -sS -w ' %{http_code}'`], { encoding: "utf8" }).stdout);
    for (const answer of answers) expect(answer).toMatch(/ 200$/);
    const hotels = JSON.parse(answers[1]?.replace(/ 200$/, "") ?? "") as { id: string; priceFrom: number }[];
    expect(hotels).toHaveLength(12);
    expect(hotels.map((hotel) => hotel.id)).toEqual(hotels.map((hotel) => hotel.id).toSorted());
  });

  it("names the pages to open, and writes a line per request", async () => {
    for (const page of ["/docs", "/book/demo", "/console"]) expect(running.output()).toContain(`http://127.0.0.1:${port}${page} `);
    const answer = await fetch(`http://127.0.0.1:${port}/hotels/demo`, { headers: { Authorization: "Bearer demo-key" } });
    await answer.text();
    const line = new RegExp(`^GET /hotels/:groupId 200 \\d+ ms ${answer.headers.get("X-Request-Id")}$`, "m");
    await expect.poll(running.output, { timeout: 30_000 }).toMatch(line);
    // Neither wrangler's own lines nor its warnings.
    expect(running.output()).not.toMatch(/wrangler|WARNING/);
  });

  it("lets the operators log in, and the environment set the namespace", async () => {
    const logIn = async (site: string, code: string, password: string): Promise<string> => {
      const body = `<LogIn xmlns="urn:example:ledger"><SiteID>${site}</SiteID><OperatorCode>${code}</OperatorCode><Password>${password}</Password></LogIn>`;
      const answer = await fetch(`http://127.0.0.1:${port}/soap?op=LogIn`, {
        method: "POST",
        body,
        headers: { "Content-Type": "text/xml" },
      });
      return answer.text();
    };
    const { hotel } = (await query<{ hotel: string }>("SELECT min(hotel_id) AS hotel FROM hotels WHERE group_id = 'demo'"))[0]!;
    expect(await logIn("demo", "FINANCE", "demo-password")).toMatch(/<SessionID>[^<]+</);
    expect(await logIn(hotel, "DESK", "demo-password")).toMatch(/<SessionID>[^<]+</);
    expect(await logIn("rival", "FINANCE", "rival-password")).toMatch(/<SessionID>[^<]+</);
    expect(await logIn("rival", "FINANCE", "demo-password")).not.toMatch(/<SessionID>[^<]+</);
  });

  it("says in one line that a port is taken", () => {
    const second = spawnSync("node", ["cli/start.ts"], { env: environmentOf(port), encoding: "utf8" });
    expect(second.status).toBe(1);
    expect(second.stderr).toMatch(new RegExp(`^port ${port} is not free[^\\n]*\\n$`));
  });

  it("ends with its service, and loads nothing twice when it starts again", async () => {
    const count = () =>
      query(
        "SELECT (SELECT count(*) FROM ledger_lines) AS lines, (SELECT count(*) FROM tokens) AS tokens, (SELECT sum(content_version + terms_version) FROM groups) AS versions",
      );
    const before = await count();
    await stop(running);
    expect(countProcesses()).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
    running = await start(port);
    expect(await count()).toEqual(before);
    expect(running.output()).not.toContain("Loaded");
  });
});

describe("the running service", () => {
  it("tells whoever sends far too much without saying how much that it is too much, to the end", async () => {
    for (let time = 0; time < 5; time += 1) {
      const chunk = new TextEncoder().encode(" ".repeat(64 * 1024));
      let chunks = 0;
      const body = new ReadableStream({ pull: (to) => ((chunks += 1) > 160 ? to.close() : to.enqueue(chunk)) });
      const headers = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };
      const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
      const answer = await fetch(`http://127.0.0.1:${port}/reservations/demo`, init);
      expect([answer.status, await answer.json()]).toMatchObject([413, { code: "body_too_large" }]);
    }
  });
});

describe("the tour of README.md", () => {
  it("gets an answer of the shown shape from every step", async () => {
    const tour = readFileSync("README.md", "utf8").split("## A tour")[1]?.split("## What it is not")[0] ?? "";
    const steps = [...tour.matchAll(/```sh\n([^]*?)```(?:\n\n```\w+\n([^]*?)```)?/g)].map(([, script = "", shown]) => ({ script, shown }));
    expect(steps.length).toBeGreaterThan(10);
    const script = steps.map((step) => `${step.script}\necho; echo =====`).join("\n");
    const local = script
      .replaceAll("127.0.0.1:8787", `127.0.0.1:${port}`)
      .replaceAll("9000", String(await freePort()))
      .replaceAll("urn:tabard:financial-export", "urn:example:ledger");
    const { stdout, stderr } = spawnSync("sh", ["-c", local], { encoding: "utf8" });
    const answers = stdout.split("=====\n");
    for (const [index, { shown }] of steps.entries()) {
      if (shown === undefined) continue;
      expect(namesIn(answers[index] ?? ""), stderr).toEqual(expect.arrayContaining(namesIn(shown)) as string[]);
    }
  });

  /** Names of fields and elements, each once. */
  function namesIn(text: string): string[] {
    return [...new Set([...text.matchAll(/\b(\w+): |<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? ""))].sort();
  }
});

describe("the demo data", () => {
  it("has every kind of transaction, of document and of moment", async () => {
    const [ledger] = await query<Record<string, number>>(
      `SELECT count(*) AS transactions, count(DISTINCT transaction_type) AS types, count(DISTINCT site_id) AS sites,
       sum(pay_code = '' AND transaction_type = 'Payment') AS unpaid, sum(line > 1) AS several, sum(description LIKE '%' || char(10) || '%') AS breaks,
       sum(modified_ms % 1000 > 0) AS fractions, sum(period_id > 0) AS periods, sum(period_id = 0) AS unperiodic,
       min(modified_ms) > (unixepoch() - 91 * 86400) * 1000 AS recent, max(modified_ms) <= unixepoch('subsec') * 1000 AS past
       FROM ledger_lines WHERE group_id = 'demo'`,
    );
    expect(ledger!.transactions).toBeGreaterThanOrEqual(10_000);
    expect(ledger).toMatchObject({ types: 4, sites: 12, recent: 1, past: 1 });
    for (const part of ["unpaid", "several", "breaks", "fractions", "periods", "unperiodic"]) expect(ledger![part]).toBeGreaterThan(100);
  });

  it("sells 540 nights in every hotel, in several currencies and five languages", async () => {
    const nights = await query<{ nights: number }>("SELECT count(DISTINCT night) AS nights FROM stock GROUP BY hotel_id");
    expect(nights).toEqual(Array.from({ length: 15 }, () => ({ nights: 540 })));
    const [kinds] = await query<{ currencies: number; languages: number }>(
      "SELECT (SELECT count(DISTINCT currency_code) FROM hotels WHERE group_id = 'demo') AS currencies, (SELECT count(DISTINCT language) FROM hotel_texts) AS languages",
    );
    expect(kinds!.currencies).toBeGreaterThanOrEqual(3);
    expect(kinds!.languages).toBe(5);
  });

  it("unlocks a rate for members and takes 15 % off in summer", async () => {
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const rates = async (promoCode: string): Promise<Map<string, number>> => {
      const url = `http://127.0.0.1:${port}/offers/demo/demo-lisbon?arrival=${day(1)}&departure=${day(4)}&promoCode=${promoCode}`;
      const answer = await fetch(url, { headers: { Authorization: "Bearer demo-key" } });
      const { offers } = (await answer.json()) as { offers: { roomId: string; rateId: string; totalPrice: number }[] };
      return new Map(offers.filter((offer) => offer.roomId === "DBL").map((offer) => [offer.rateId, offer.totalPrice]));
    };
    const [plain, member, summer] = [await rates(""), await rates("member"), await rates("Summer15")];
    expect(plain.has("MEMBER")).toBe(false);
    expect(member.has("MEMBER")).toBe(true);
    expect(summer.get("FLEX")).toBeCloseTo(plain.get("FLEX")! * 0.85, 1);
    expect(summer.get("SAVER")).toBe(plain.get("SAVER"));
  });
});

describe("npm run import", () => {
  it("loads a group into the running service and shows faults in plain lines", async () => {
    const file = join(state, "small.json");
    writeFileSync(file, JSON.stringify({ group: { id: "small", name: "Small", defaultLanguage: "en" } }));
    expect(run("group", file)).toMatchObject({ status: 0, stdout: "group small: created (1 rows)\n" });
    expect(run("group", file)).toMatchObject({ status: 0, stdout: "group small: nothing changed\n" });
    writeFileSync(file, "{}");
    const refused = run("group", file);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/small\.json:1: \/group: [^\n]+\nNothing was imported\.\n$/);
  });

  it("tells a wrong call from bad input", () => {
    expect(run("group", join(state, "nowhere.json"))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^[^\n]*there is no such file\n$/) as string,
    });
    expect(run("group", "a.json", "--colour")).toMatchObject({ status: 2 });
    expect(run("hotels", "package.json")).toMatchObject({ status: 2 });
    expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("npm run import -- bookings") as string });
  });
});

it("npm start leaves no process behind, however it ends", async () => {
  running.child.kill("SIGKILL");
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    );
  while (await isUp()) await sleep(100);
  while (countProcesses() > 0) await sleep(100);
});
