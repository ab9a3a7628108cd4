/** The pages in a real browser: they render, the reference makes a call, nothing complains, and people who cannot see can use them. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM, faultsOfPage, openBrowser, openVisit } from "../support/browser.ts";
import { startDemoService } from "../support/demo-service.ts";
import { type ServiceProcess } from "../../harness/service-process.ts";

const PAGES = ["/", "/docs", "/docs/errors", "/soap", "/soap?op=cim_FinancialExportReportV2", "/ota"];
const SCREENS = [
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const;
const state = mkdtempSync(join(tmpdir(), "tabard-pages-"));

let service: ServiceProcess;
let browser: Browser;

describe.runIf(existsSync(CHROMIUM))("in a browser", () => {
  beforeAll(async () => {
    service = await startDemoService(state);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(state, { recursive: true, force: true });
  });

  /** Opens a page and gathers what its console complains about. */
  async function open(path: string, screen: (typeof SCREENS)[number]): Promise<{ page: Page; complaints: string[] }> {
    const { colorScheme, ...viewport } = screen;
    const { page, complaints } = await openVisit(browser, service.url, { viewport, colorScheme });
    await page.goto(service.url + path);
    if (path === "/docs") await page.waitForSelector(".opblock");
    return { page, complaints };
  }

  for (const screen of SCREENS) {
    it.each(PAGES)(`%s is clean, accessible and no wider than a ${screen.colorScheme} screen of ${screen.width}`, async (path) => {
      const { page, complaints } = await open(path, screen);
      expect(complaints).toEqual([]);
      // The reference's headings are Swagger UI's own.
      expect(await faultsOfPage(page, path === "/docs" ? ["heading-order"] : [])).toEqual([]);
      await page.context().close();
    });
  }

  it("the reference lists the demo's hotels after one click for the key", async () => {
    const { page, complaints } = await open("/docs", SCREENS[0]);
    await page.click("#demo-key");
    await page.click("#operations-Booking-listHotels .opblock-summary-control");
    await page.fill("#operations-Booking-listHotels input[placeholder=groupId]", "demo");
    await page.click("#operations-Booking-listHotels .btn.execute");
    const answer = page.locator("#operations-Booking-listHotels .live-responses-table .response-col_description");
    await answer.getByText("demo-amsterdam").first().waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
