/**
 * Takes the pictures of README.md from a running service with the demo data: node scripts/take-pictures.ts [URL]. Needs Debian's
 * chromium.
 */
import { statSync } from "node:fs";
import { type Page, chromium } from "playwright-core";

const url = process.argv[2] ?? "http://127.0.0.1:8787";
const FOLDER = "docs/pictures";
/** Whoever opens the README loads both. */
const BYTES_MAX = 150 * 1024;
const DAY_MS = 86_400_000;

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function takeBooking(page: Page): Promise<void> {
  await page.goto(`${url}/book/demo?checkIn=${inDays(30)}&checkOut=${inDays(33)}&adults=2&children=0&promoCode=&sort=price`);
  await save(page, "booking");
}

async function takeConsole(page: Page): Promise<void> {
  await page.goto(`${url}/console`);
  for (const [label, text] of Object.entries({ Site: "demo", Operator: "FINANCE", Password: "demo-password" })) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Ledger", exact: true }).click();
  await page.getByRole("heading", { name: "Ledger" }).waitFor();
  await save(page, "console");
}

async function save(page: Page, name: string): Promise<void> {
  const path = `${FOLDER}/${name}.png`;
  await page.screenshot({ path });
  const { size } = statSync(path);
  console.log(`${path}: ${Math.ceil(size / 1024)} KiB`);
  if (size > BYTES_MAX) throw new Error(`${path} has more than ${BYTES_MAX / 1024} KiB`);
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 780 } });
  await takeBooking(page);
  await takeConsole(page);
} finally {
  await browser.close();
}
