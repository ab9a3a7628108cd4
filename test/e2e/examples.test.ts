/** The examples of the guides, run as their readers run them, against the demo data. */
import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo } from "node:net";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoService } from "../support/demo-service.ts";
import { CHROMIUM, openBrowser } from "../support/browser.ts";
import { freePort } from "../../harness/free-port.ts";
import { type ServiceProcess } from "../../harness/service-process.ts";

const run = promisify(execFile);
const state = mkdtempSync(join(tmpdir(), "tabard-examples-"));
// Inside the project, so that the generated client finds its runtime as in a project of its own.
mkdirSync(".wrangler", { recursive: true });
const project = mkdtempSync(join(".wrangler", "client-"));

let service: ServiceProcess;

beforeAll(async () => {
  service = await startDemoService(state);
});

afterAll(async () => {
  await service?.stop();
  for (const folder of [state, project]) rmSync(folder, { recursive: true, force: true });
});

function has(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

describe("a client generated from /openapi.json", () => {
  it("type-checks, completes a booking and cancels it", async () => {
    writeFileSync(join(project, "openapi.json"), await (await fetch(`${service.url}/openapi.json`)).text());
    await run("oazapfts", [join(project, "openapi.json"), join(project, "client.ts")]);
    copyFileSync("examples/typescript/book.ts", join(project, "book.ts"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--allowImportingTsExtensions", "--types", "node"];
    await run("tsc", [...options, "--ignoreConfig", join(project, "book.ts")]);
    const { stdout } = await run(process.execPath, [join(project, "book.ts"), service.url]);
    expect(stdout).toMatch(/^([0-9A-Z]{8}): [\d.]+ [A-Z]{3}\n\1: cancelled, [\d.]+ to pay\n$/);
  });
});

describe("the example in", () => {
  it("Node with the package soap exports", async () => {
    const { stdout } = await run(process.execPath, ["examples/node-soap/export.mjs", service.url]);
    expect(Number(/^(\d+) transactions\n$/.exec(stdout)?.[1])).toBeGreaterThan(100);
  });

  it.runIf(has("python3", "--version"))("Python exports", async () => {
    const { stdout } = await run("python3", ["examples/python/export.py", service.url]);
    expect(Number(/^(\d+) transactions\n$/.exec(stdout)?.[1])).toBeGreaterThan(100);
  });

  it("TypeScript pushes a price", async () => {
    const { stdout } = await run(process.execPath, ["examples/typescript/push-price.ts", service.url]);
    expect(stdout).toBe("7 nights changed\n");
  });

  it.runIf(has("python3", "--version"))("Python pushes a price", async () => {
    const { stdout } = await run("python3", ["examples/python/push_price.py", service.url]);
    expect(stdout).toBe("7 nights changed\n");
  });

  it.runIf(has("php", "-r", "exit(extension_loaded('soap') ? 0 : 1);"))("PHP exports", async () => {
    const { stdout } = await run("php", ["examples/php/export.php", service.url]);
    expect(Number(/^(\d+) transactions\n$/.exec(stdout)?.[1])).toBeGreaterThan(100);
  });

  it.runIf(has("python3", "--version"))("Python recomputes a closed period from the export, and tells one that was changed", async () => {
    const headers = { Authorization: "Bearer demo-pms-key" };
    const { hotelId, export: xml, statement } = await closedPeriod(headers);
    expect(statement.status).toBe(200);
    const [exported, said] = [join(project, "export.xml"), join(project, "statement.json")];
    writeFileSync(exported, xml);
    writeFileSync(said, await statement.text());
    const { stdout } = await run("python3", ["examples/python/verify_period.py", exported, said]);
    expect(stdout).toMatch(new RegExp(`^${hotelId} \\d{6}: \\d+ lines are what the statement says\n$`));
    writeFileSync(exported, xml.replaceAll("<NominalCode>4000<", "<NominalCode>4001<"));
    await expect(run("python3", ["examples/python/verify_period.py", exported, said])).rejects.toThrow("the statement says");
  });
});

describe.runIf(has("python3", "--version"))("the Python example that keeps a copy of the ledger", () => {
  const folder = mkdtempSync(join(tmpdir(), "tabard-sync-"));
  const copy = join(folder, "lines.ndjson");
  const sync = (url: string): ReturnType<typeof run> => run("python3", ["examples/python/sync.py", folder, url]);
  /** Keys and codes of the lines: what must be there once each, in this order. */
  const copied = (): string[] => {
    const lines = readFileSync(copy, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Record<string, string>).map((line) => `${line.ModifiedKey} ${line.SaleCode}`);
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("begins again where it was killed in the middle, or where the export broke off", async () => {
    const half = await startHalfway();
    const child = spawn("python3", ["examples/python/sync.py", folder, half.url]);
    while (!existsSync(copy) || statSync(copy).size === 0) await sleep(50);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(join(folder, "state.json"))).toBe(false);

    half.breaksOff = true;
    await expect(sync(half.url)).rejects.toThrow("nothing added, run it again");
    expect(existsSync(join(folder, "state.json"))).toBe(false);
    half.close();

    const { stdout } = await sync(service.url);
    expect(copied()).toEqual(await ledger());
    expect(stdout).toBe(`${copied().length} lines added\n`);
  });

  it("adds what is new and nothing twice, behind whatever a killed run has left", async () => {
    const headers = { Authorization: "Bearer demo-pms-key", "Content-Type": "application/json" };
    const line = { saleCode: "FNB", gross: 12 };
    const invoice = { transactionType: "Invoice", hotelId: "demo-lisbon", reference: "SYNC", accountNumber: "C1", accountType: 3 };
    const body = JSON.stringify({ ...invoice, lines: [line, { ...line, saleCode: "SPA" }] });
    const posted = await fetch(`${service.url}/documents/demo`, { method: "POST", headers, body });
    expect(posted.status).toBe(201);
    writeFileSync(copy, '{"ModifiedKey":"1", half a li', { flag: "a" });
    expect((await sync(service.url)).stdout).toBe("2 lines added\n");
    expect((await sync(service.url)).stdout).toBe("0 lines added\n");
    expect(copied()).toEqual(await ledger());
  });

  /** What the XML interface exports, asked for in one go. */
  async function ledger(): Promise<string[]> {
    const xml = await everything();
    return [...xml.matchAll(/<SaleCode>([^<]*)<[^]*?<ModifiedKey>(\d+)</g)].map(([, code, key]) => `${key} ${code}`);
  }

  /** A way to the service on which exports stop in the middle: they wait there, or end as if they were whole. */
  async function startHalfway() {
    const halfway = { url: "", breaksOff: false, close: () => server.close().closeAllConnections() };
    const server = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const init = { method: "POST", headers: { "Content-Type": "text/xml" }, body: Buffer.concat(chunks) };
        const answer = Buffer.from(await (await fetch(service.url + request.url, init)).arrayBuffer());
        const isExport = request.url?.includes("FinancialExport") ?? false;
        response.write(answer.subarray(0, isExport ? answer.length / 2 : answer.length));
        if (halfway.breaksOff || !isExport) response.end();
      })();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    server.unref();
    halfway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return halfway;
  }
});

describe("the web page with a server that holds the key", () => {
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = spawn(process.execPath, ["examples/web/server.mjs"], {
      env: { ...process.env, PORT: String(port), TABARD_URL: service.url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout!, "data");
  });

  afterAll(() => child?.kill());

  it.runIf(existsSync(CHROMIUM))("books in a browser, which never sees the key", async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      const answers: Promise<string>[] = [];
      page.on("response", (response) => answers.push(response.text().then((text) => text + JSON.stringify(response.headers()))));
      await page.goto(url);
      await page.getByRole("button", { name: "Search" }).click();
      await page.locator("#hotels button").first().click();
      await page.locator("#offers button").first().click();
      for (const [label, value] of Object.entries({ "First name": "Ana", "Last name": "Silva", "E-mail": "ana@example.com" })) {
        await page.getByLabel(label).fill(value);
      }
      await page.getByRole("button", { name: "Book", exact: true }).click();
      await page.getByText(/^Booked: [0-9A-Z]{8}, /).waitFor();
      const told = await Promise.all(answers);
      expect(told.filter((text) => text.includes("demo-key"))).toEqual([]);
      expect(told.filter((text) => text.includes('"reservationId"'))).toHaveLength(1);
    } finally {
      await browser.close();
    }
  });

  it("gives nothing else that the key could do, and nothing to other sites", async () => {
    const post = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${url}/api/reservations`, { method: "POST", headers: { "Idempotency-Key": "1", ...headers }, body: "{}" });
    for (const path of ["/reservations/demo", "/api/reservations", "/api/offers/..%2F..%2Freservations%2Fdemo", "/server.mjs", "//x"]) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
    expect((await post({ "Content-Type": "text/plain" })).status).toBe(403);
    expect((await post({ "Content-Type": "application/json", "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    const refused = await post({ "Content-Type": "application/json" });
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: "invalid_reservation" }]);
  });
});

/** Closes the oldest period of a demo hotel, and exports everything. */
async function closedPeriod(headers: Record<string, string>): Promise<{ hotelId: string; export: string; statement: Response }> {
  const hotelId = "demo-amsterdam";
  const listed = await fetch(`${service.url}/periods/demo/${hotelId}`, { headers });
  const { periods } = (await listed.json()) as { periods: { periodId: number }[] };
  const statement = await fetch(`${service.url}/periods/demo/${hotelId}/${periods[0]?.periodId}/close`, { method: "POST", headers });
  return { hotelId, export: await everything(), statement };
}

/** The whole ledger of the demo group, as the XML interface gives it to its operator. */
async function everything(): Promise<string> {
  const soap = async (body: string): Promise<string> => {
    const answer = await fetch(`${service.url}/soap`, { method: "POST", headers: { "Content-Type": "text/xml" }, body });
    return answer.text();
  };
  const namespace = 'xmlns="urn:tabard:financial-export"';
  const operator = "<SiteID>demo</SiteID><OperatorCode>FINANCE</OperatorCode><Password>demo-password</Password>";
  const session = /<SessionID>([^<]+)</.exec(await soap(`<LogIn ${namespace}>${operator}</LogIn>`))?.[1];
  const period = "<beforeTimestamp>9999-01-01T00:00:00</beforeTimestamp><afterTimestamp>0001-01-01T00:00:00</afterTimestamp>";
  return soap(`<cim_FinancialExportReportV2 ${namespace}><sessionId>${session}</sessionId>${period}</cim_FinancialExportReportV2>`);
}
