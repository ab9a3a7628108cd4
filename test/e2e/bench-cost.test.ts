/** `npm run bench -- --only cost`, in a hurry: it runs, and docs/operations.md says what it prints. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COST_COLUMNS, costCells, costOf } from "../../bench/support/cost.ts";
import type { Report } from "../../bench/support/report.ts";

const folder = mkdtempSync(join(tmpdir(), "tabard-bench-cost-"));
const file = join(folder, "report.json");
/** The first columns of the table: all but what differs from machine to machine, processor time and so money. */
const COUNTED = COST_COLUMNS.length - 2;

const ROWS_READ = COST_COLUMNS.indexOf("rows read");
/** A lookup of a random id that is new reads the row behind its place, where there is one: 55 rows on one run, 56 on the next. */
const CHANCE_ROWS = 1;

let report: Report;
let documented: string[][];

beforeAll(() => {
  const printed = bench("--only", "cost", "--quick", "--json");
  writeFileSync(file, printed);
  report = JSON.parse(printed) as Report;
  documented = costTable(readFileSync("docs/operations.md", "utf8"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("the bench of costs", () => {
  it("counts what docs/operations.md says", () => {
    const counted = (report.costs ?? []).map((cost) => costCells(cost).slice(0, COUNTED));
    expect(counted.map(withoutRowsRead)).toEqual(documented.map((row) => withoutRowsRead(row.slice(0, COUNTED))));
    for (const [index, row] of documented.entries()) {
      expect(Math.abs(Number(counted[index]?.[ROWS_READ]) - Number(row[ROWS_READ])), row[0]).toBeLessThanOrEqual(CHANCE_ROWS);
    }
  });

  it("is part of the page, and the page of an earlier version's report does without", () => {
    expect(costTable(bench("--from", file, "--markdown"))).toEqual((report.costs ?? []).map(costCells));
    writeFileSync(file, JSON.stringify({ ...report, costs: undefined }));
    expect(costTable(bench("--from", file, "--markdown"))).toEqual([]);
  });
});

function withoutRowsRead(row: string[]): string[] {
  return row.filter((_, column) => column !== ROWS_READ);
}

it("docs/operations.md has the price of each row's counts", () => {
  expect(documented.length).toBeGreaterThan(0);
  for (const row of documented) {
    const [rowsRead = 0, rowsWritten = 0, kvReads = 0, kvWrites = 0, kvDeletes = 0, cpuMs = 0] = row.slice(1).map(Number);
    expect(costCells(costOf(row[0] ?? "", { rowsRead, rowsWritten, kvReads, kvWrites, kvDeletes }, cpuMs))).toEqual(row);
  }
});

it("an operation's price is that of the request and all it uses", () => {
  const bill = { rowsRead: 1_000, rowsWritten: 12, kvReads: 2, kvWrites: 1, kvDeletes: 1 };
  expect(costOf("any", bill, 10).dollarsPerMillion).toBeCloseTo(0.3 + 0.2 + 1 + 12 + 1 + 5 + 5);
});

function bench(...args: string[]): string {
  const done = spawnSync(process.execPath, ["bench/main.ts", ...args], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
}

/** The rows of a page's table under COST_COLUMNS. */
function costTable(page: string): string[][] {
  const lines = page.split("\n");
  const head = lines.findIndex((line) => cellsOf(line).join() === COST_COLUMNS.join());
  if (head === -1) return [];
  const behind = lines.slice(head + 2);
  return behind.slice(0, behind.indexOf("")).map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
