/** npm run start:node and start:deno, and the commands with --host node: docs/interface.md §1. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { call, textOf } from "../../harness/calls.ts";
import { freePort } from "../../harness/free-port.ts";

const folder = mkdtempSync(join(tmpdir(), "tabard-commands-"));

const children: ChildProcess[] = [];

afterAll(async () => {
  // Only where a test failed before it could stop its service.
  const left = children.filter((child) => child.exitCode === null && child.signalCode === null);
  await Promise.all(left.map((child) => stop({ child })));
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  url: string;
  /** All it has printed. */
  output: () => string;
}

async function start(host: string, variables: Record<string, string> = {}): Promise<Started> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), TABARD_STATE: folder, ...variables };
  const child = spawn(process.execPath, ["cli/start.ts", "--host", host], { env, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += String(chunk)));
  await expect.poll(() => text, { timeout: 60_000 }).toContain("curl -X POST");
  return { child, url: `http://127.0.0.1:${port}`, output: () => text };
}

async function stop({ child }: Pick<Started, "child">): Promise<number | null> {
  child.kill("SIGTERM");
  const [status] = (await once(child, "exit")) as [number | null];
  return status;
}

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { env: { ...process.env, TABARD_STATE: folder }, encoding: "utf8" });
}

function countTokens(): unknown {
  const db = new DatabaseSync(join(folder, "tabard.sqlite"), { readOnly: true });
  try {
    return db.prepare("SELECT (SELECT count(*) FROM ledger_lines) AS lines, (SELECT count(*) FROM tokens) AS tokens").get();
  } finally {
    db.close();
  }
}

/** Its own line for each request. */
async function tells(started: Started): Promise<void> {
  await expect.poll(started.output, { timeout: 30_000 }).toMatch(/^GET \/hotels\/:groupId 200 \d+ ms [\w-]+$/m);
}

describe("a first and a second start", () => {
  it("load the demo groups once, on Node and then on Deno with the same file, and say how to reach them", async () => {
    const first = await start("node");
    expect(first.output()).toContain("Loaded the demo groups");
    expect(first.output()).toContain(`Tabard serves at ${first.url}`);
    expect(await (await call(first.url, "/hotels/demo")).json()).toHaveLength(12);
    await tells(first);
    expect(await stop(first)).toBe(0);
    const before = countTokens();
    const second = await start("deno", { SOAP_NAMESPACE: "urn:hotel:export" });
    expect(second.output()).not.toContain("Loaded the demo groups");
    expect(await (await call(second.url, "/hotels/demo")).json()).toHaveLength(12);
    expect(await (await fetch(`${second.url}/soap?wsdl`)).text()).toContain('targetNamespace="urn:hotel:export"');
    await tells(second);
    expect(await stop(second)).toBe(0);
    expect(countTokens()).toEqual(before);
  });
});

describe("commands with --host node beside the running service", () => {
  it("import a group, make a key and revoke it, at once for whoever asks", async () => {
    const service = await start("node");
    const file = join(folder, "inn.json");
    const hotel = { id: "inn-1", name: "The Tabard", checkIn: "15:00", checkOut: "11:00", currencyCode: "GBP" };
    const position = { latitude: 51.5, longitude: -0.09, timezone: "Europe/London" };
    const group = { group: { id: "inn", name: "Inn", defaultLanguage: "en" }, hotels: [{ ...hotel, position, rooms: [], rates: [] }] };
    writeFileSync(file, JSON.stringify(group));
    expect(run("cli/import.ts", "group", file, "--host", "node")).toMatchObject({ status: 0, stderr: "" });
    const made = run("cli/admin.ts", "key", "create", "--group", "inn", "--host", "node");
    expect(made).toMatchObject({ status: 0 });
    const token = /tabard_key_\w+/.exec(made.stdout)?.[0] ?? "";
    expect(await (await call(service.url, "/hotels/inn", {}, token)).json()).toMatchObject([{ id: "inn-1", name: "The Tabard" }]);
    expect(await stop(service)).toBe(0);
  });

  it("refuse a host that there is not, and two databases at once", () => {
    expect(run("cli/start.ts", "--host", "bun")).toMatchObject({ status: 2, stderr: "--host is worker, node, deno, not bun\n" });
    const both = run("cli/admin.ts", "key", "list", "--group", "inn", "--host", "node", "--remote");
    expect(both.status).toBe(2);
    expect(both.stderr).toContain("--host");
    expect(textOf(both.stderr, "at")).toBeNull();
  });
});
