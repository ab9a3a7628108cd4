/**
 * The booking page in a real browser (docs/interface.md §20): from the search to the cancellation, with JavaScript, without it
 * and by keyboard alone; on every page, at every width, people who cannot see can use it, and nothing is heavy or too wide.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, formatDate } from "../../src/base/calendar-date.ts";
import type { ServiceProcess } from "../../harness/service-process.ts";
import { CHROMIUM, faultsOfPage, focused, openBrowser, openVisit, press, tabTo } from "../support/browser.ts";
import { startDemoService } from "../support/demo-service.ts";

const PAGE_BYTES_MAX = 100 * 1024;
const WIDTHS = [360, 1600];
const LANGUAGES = { English: "Book a stay", Deutsch: "Aufenthalt buchen", Français: "Réserver un séjour", Español: "Reservar una estancia", Português: "Reservar uma estadia" }; // prettier-ignore
const state = mkdtempSync(join(tmpdir(), "tabard-book-"));
const today = Math.floor(Date.now() / DAY_MS);
/** A Tuesday three to four weeks away, and days from it on: the demo's weekends have minimum stays. Day 0 was a Thursday. */
const tuesday = today + 21 + ((12 - (today % 7)) % 7);
const day = (ahead: number): string => formatDate(tuesday + ahead);

let service: ServiceProcess;
let browser: Browser;

function visitor(url: string, options?: BrowserContextOptions): ReturnType<typeof openVisit> {
  return openVisit(browser, url, options);
}

/** Bytes of the answers that a page shown for the first time brings. */
async function weightOf(url: string): Promise<number> {
  const { page } = await visitor(url);
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => bodies.push(response.body()));
  await page.goto(url, { waitUntil: "networkidle" });
  const sizes = (await Promise.all(bodies)).map((body) => body.byteLength);
  await page.context().close();
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** From the search to the cancellation, by what a page says to everyone; `look` is called on every page. */
async function bookAndCancel(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(`${url}/book/demo`);
  await page.getByLabel("Check-in").fill(day(0));
  await page.getByLabel("Check-out").fill(day(2));
  await page.getByLabel("Adults").fill("2");
  await page.getByLabel("Children").fill("1");
  await button("Search").click();
  await look("search");
  await page.getByRole("link", { name: "Tabard Alfama", exact: true }).click();
  await look("hotel");
  await page.locator(".offer").filter({ hasText: "Flexible" }).first().getByRole("button", { name: "Choose", exact: true }).click();
  await look("details");
  await page.getByLabel("First name").fill("Ann");
  await page.getByLabel("Last name").fill("Wyf");
  await page.getByLabel("Breakfast", { exact: true }).check();
  await button("Book").click();
  await page.getByText("Please fill this in.").waitFor();
  await look("details with an error");
  expect(await page.getByLabel("Breakfast", { exact: true }).isChecked()).toBe(true);
  await page.getByLabel("E-mail").fill("ann@guest.test");
  const shown = await page.locator("[data-amount=total]").textContent();
  await button("Book").click();
  const manage = page.getByRole("link", { name: "Manage this booking" });
  await manage.waitFor();
  await look("confirmation");
  expect(await page.locator("dd.sum").textContent()).toBe(shown);
  const reference = /([A-Z0-9]{8})$/.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")?.[1] ?? "";
  expect(reference).not.toBe("");
  await manage.click();
  await look("booking");
  await page.getByLabel("Check-out").fill(day(3));
  await button("Change dates").click();
  await look("change of dates");
  await button("Confirm").click();
  await page.getByText("Your dates are changed.").waitFor();
  await button("Cancel booking").click();
  await look("cancellation");
  await button("Confirm").click();
  await page.getByText("Your booking is cancelled.").waitFor();
  await look("cancelled booking");
  await page.context().clearCookies();
  await page.goto(`${url}/book/demo/manage`);
  await look("search for a booking");
  await page.getByLabel("Reference").fill(reference);
  await page.getByLabel("E-mail").fill("ann@guest.test");
  await button("Show booking").click();
  await page.getByRole("heading", { name: reference }).waitFor();
}

describe.runIf(existsSync(CHROMIUM))("the booking page in a browser", () => {
  beforeAll(async () => {
    service = await startDemoService(state);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(state, { recursive: true, force: true });
  });

  it.each(WIDTHS)("books, changes and cancels at %i pixels; every page on the way is accessible and fits", async (width) => {
    const { page, complaints } = await visitor(service.url, { viewport: { width, height: 900 } });
    const faults: string[] = [];
    await bookAndCancel(page, service.url, async (name) => {
      faults.push(...(await faultsOfPage(page)).map((fault) => `${name}: ${fault}`));
    });
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("does all of it without JavaScript", async () => {
    const { page } = await visitor(service.url, { javaScriptEnabled: false });
    const pages: string[] = [];
    await expect(bookAndCancel(page, service.url, async (name) => void pages.push(name))).resolves.toBeUndefined();
    expect(pages.at(-1)).toBe("search for a booking");
    await page.context().close();
  });

  it("takes a booking from the keyboard alone", async () => {
    const { page } = await visitor(service.url);
    await page.goto(`${service.url}/book/demo?checkIn=${day(7)}&checkOut=${day(9)}`);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to content");
    await press(page, "Tabard Alfama");
    await press(page, "Choose");
    for (const [label, text] of [["firstname", "Ann"], ["lastname", "Wyf"], ["email", "ann@guest.test"]] as const) {
      await tabTo(page, label);
      await page.keyboard.type(text);
    } // prettier-ignore
    await tabTo(page, "extra-BREAKFAST");
    await page.keyboard.press("Space");
    await press(page, "Book");
    await press(page, "Manage this booking");
    await press(page, "Cancel booking");
    await press(page, "Confirm");
    await page.getByText("Your booking is cancelled.").waitFor();
    await page.context().close();
  });

  it("books once, whether Book is pressed twice, the page reloaded or gone back to", async () => {
    const { page } = await visitor(service.url);
    await page.goto(`${service.url}/book/demo/hotels/demo-london?checkIn=${day(14)}&checkOut=${day(15)}`);
    await page.getByRole("button", { name: "Choose" }).first().click();
    const fill = async (): Promise<void> => {
      for (const [label, text] of [["First name", "Ann"], ["Last name", "Wyf"], ["E-mail", "ann@guest.test"]] as const)
        await page.getByLabel(label).fill(text); // prettier-ignore
    };
    await fill();
    await page.getByRole("button", { name: "Book" }).dblclick();
    const heading = page.getByRole("heading", { name: "Booked:" });
    await heading.waitFor();
    const first = await heading.textContent();
    await page.reload();
    expect(await heading.textContent()).toBe(first);
    await page.goBack();
    await fill();
    await page.getByRole("button", { name: "Book" }).click();
    await heading.waitFor();
    expect(await heading.textContent()).toBe(first);
    await page.context().close();
  });

  it("speaks five languages, each linked by its own name", async () => {
    const { page } = await visitor(service.url, { viewport: { width: 360, height: 740 } });
    await page.goto(`${service.url}/book/demo`);
    for (const [language, heading] of Object.entries(LANGUAGES)) {
      await page.getByRole("link", { name: language, exact: true }).click();
      await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
      expect(await faultsOfPage(page)).toEqual([]);
    }
    await page.context().close();
  });

  it("sorts by name and by price within a currency", async () => {
    const { page } = await visitor(service.url);
    await page.goto(`${service.url}/book/demo?checkIn=${day(0)}&checkOut=${day(2)}`);
    const names = page.locator(".hotel h3");
    await page.getByLabel("Sort by").selectOption("Name");
    await page.waitForURL(/sort=name/);
    const byName = await names.allTextContents();
    expect(byName).toEqual([...byName].sort((one, other) => one.localeCompare(other, "en")));
    await page.getByLabel("Sort by").selectOption("Price");
    await page.waitForURL(/sort=price/);
    const euros = (await page.locator(".hotel .amount").allTextContents()).filter((amount) => amount.startsWith("€"));
    const amounts = euros.map((amount) => Number(amount.replaceAll(/[^\d.]/g, "")));
    expect(amounts.length).toBeGreaterThan(3);
    expect(amounts).toEqual([...amounts].sort((one, other) => one - other));
    await page.context().close();
  });

  it("is light: each page with its pictures, styles and script is under 100 KB", async () => {
    const stay = `checkIn=${day(0)}&checkOut=${day(2)}`;
    for (const path of [`/book/demo?${stay}`, `/book/demo/hotels/demo-lisbon?${stay}`, "/book/demo/manage"])
      expect([path, (await weightOf(service.url + path)) < PAGE_BYTES_MAX]).toEqual([path, true]);
  });

  it("books on workerd too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabard-book-worker-"));
    const worker = await startDemoService(folder, "worker");
    try {
      const { page, complaints } = await visitor(worker.url);
      await bookAndCancel(page, worker.url, () => Promise.resolve());
      expect(complaints).toEqual([]);
      await page.context().close();
    } finally {
      await worker.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
