/** What tests of pages in a real browser share: the browser, what is wrong with a page, and a visitor with nothing but a keyboard. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";

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

/** A visitor of a service with cookies of its own, and what the browser complains about: faults of scripts, and requests to anyone else. */
export async function openVisit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext(options)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) complaints.push(url);
  });
  return { page, complaints };
}

/** What axe finds wrong with the page, whatever its impact, and whether it is wider than its window. `not`: rules it is not held to. */
export async function faultsOfPage(page: Page, not: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe);
  const violations = (await page.evaluate("axe.run().then((found) => found.violations)")) as { id: string; nodes: { html: string }[] }[];
  const isWide = (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) as boolean;
  const faults = violations.filter(({ id }) => !not.includes(id)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
  return [...faults, ...(isWide ? ["wider than the window"] : [])];
}

/** The name of what has the focus: its text, or its id where it is a field. */
export function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()");
}

const TABS_MAX = 150;

/** Moves the focus by Tab until `name` has it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} cannot be reached by Tab`);
}

/** Presses a link or button by keyboard that leads on to another page. */
export async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  const before = page.url();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== before);
}
