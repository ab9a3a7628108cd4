/** The examples of the guides, run as their readers run them, against the demo data. */
import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemoService } from "../support/demo-service.ts";
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

/** Closes the oldest period of a demo hotel, and exports everything. */
async function closedPeriod(headers: Record<string, string>): Promise<{ hotelId: string; export: string; statement: Response }> {
  const hotelId = "demo-amsterdam";
  const listed = await fetch(`${service.url}/periods/demo/${hotelId}`, { headers });
  const { periods } = (await listed.json()) as { periods: { periodId: number }[] };
  const statement = await fetch(`${service.url}/periods/demo/${hotelId}/${periods[0]?.periodId}/close`, { method: "POST", headers });
  const soap = async (body: string): Promise<string> => {
    const answer = await fetch(`${service.url}/soap`, { method: "POST", headers: { "Content-Type": "text/xml" }, body });
    return answer.text();
  };
  const namespace = 'xmlns="urn:tabard:financial-export"';
  const operator = "<SiteID>demo</SiteID><OperatorCode>FINANCE</OperatorCode><Password>demo-password</Password>";
  const session = /<SessionID>([^<]+)</.exec(await soap(`<LogIn ${namespace}>${operator}</LogIn>`))?.[1];
  const period = "<beforeTimestamp>9999-01-01T00:00:00</beforeTimestamp><afterTimestamp>0001-01-01T00:00:00</afterTimestamp>";
  const xml = await soap(
    `<cim_FinancialExportReportV2 ${namespace}><sessionId>${session}</sessionId>${period}</cim_FinancialExportReportV2>`,
  );
  return { hotelId, export: xml, statement };
}
