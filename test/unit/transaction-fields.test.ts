/** The table of FinancialExportTransaction is one: docs/accounting.md and docs/interface.md §6.4.4 say what the service does. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TRANSACTION_FIELDS } from "../../src/soap/transaction-fields.ts";

/** The cells of a table's rows, those whose first cell is a name in backticks. */
function rowsOf(markdown: string): string[][] {
  const cells = markdown.split("\n").map((line) => /^\| *`(\w+)` *\|(.*)\|$/.exec(line));
  return cells.flatMap((row) => (row ? [[row[1] ?? "", ...(row[2] ?? "").split(" | ").map((cell) => cell.trim())]] : []));
}

it("stands in docs/accounting.md word for word", () => {
  const section = readFileSync("docs/accounting.md", "utf8").split("## What each line means")[1]?.split("\n## ")[0] ?? "";
  expect(rowsOf(section)).toEqual(TRANSACTION_FIELDS.map(({ element, meaning, values }) => [element, meaning, values]));
});

it("has the elements of docs/interface.md §6.4.4 in their order", () => {
  const clause = readFileSync("docs/interface.md", "utf8").split("**6.4.4**")[1]?.split("**6.4.5**")[0] ?? "";
  expect(rowsOf(clause).map(([element]) => element)).toEqual(TRANSACTION_FIELDS.map(({ element }) => element));
});
