/** What tests of pages in a real browser share. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type Page, chromium } from "playwright-core";

/** Debian's; .ci/run installs it. */
export const CHROMIUM = "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** What axe finds wrong with the page, whatever its impact, and whether it is wider than its window. */
export async function faultsOfPage(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const violations = (await page.evaluate("axe.run().then((found) => found.violations)")) as { id: string; nodes: { html: string }[] }[];
  const isWide = (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) as boolean;
  return [...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`), ...(isWide ? ["wider than the window"] : [])];
}
