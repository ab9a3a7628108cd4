/** The pages in a real browser: they render, the reference makes a call, nothing complains, and people who cannot see can use them. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHROMIUM, faultsOfPage, openBrowser, openVisit } from "../support/browser.ts";
import { startDemoService } from "../support/demo-service.ts";
import { type ServiceProcess } from "../../harness/service-process.ts";

const PAGES = ["/", "/docs", "/docs/errors", "/docs/lines", "/soap", "/soap?op=cim_FinancialExportReportV2", "/ota"];

interface Screen {
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

const SCREENS: readonly [Screen, Screen] = [
  { width: 1280, height: 900, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
];

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
  async function open(path: string, screen: Screen): Promise<{ page: Page; complaints: string[] }> {
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

  it.each(["/docs/errors", "/docs/lines"])("%s has no word broken on a desk, and lines worth reading on a phone", async (path) => {
    for (const [width, least] of [
      [1280, 0],
      [375, 200],
    ] as const) {
      const { page } = await open(path, { width, height: 900, colorScheme: "light" });
      // A code or a name on one line; on a phone no cell narrower than a few words.
      const broken = await page.$$eval(".facts th code", (codes) => codes.filter((code) => code.getClientRects().length > 1).length);
      const widths = await page.$$eval(".facts td", (cells) => cells.map((cell) => cell.getBoundingClientRect().width));
      expect({ broken, narrow: widths.filter((one) => one < least) }).toEqual({ broken: 0, narrow: [] });
      await page.context().close();
    }
  });

  describe("the reference", () => {
    /** Opens an operation and presses Execute; gives the status of the answer. */
    async function execute(page: Page, id: string): Promise<string> {
      const operation = page.locator(`#operations-${id}`);
      await operation.locator(".opblock-summary-control").click();
      await operation.locator(".btn.execute").click();
      const status = operation.locator(".live-responses-table tbody .response-col_status").first();
      return (await status.innerText()).trim();
    }

    it("answers Execute at once, and goes on with what it has made", async () => {
      const { page, complaints } = await open("/docs", SCREENS[0]);
      await page.getByText("is set: open an operation").waitFor();
      const statuses: string[] = [];
      for (const id of ["Booking-getOffers", "Booking-submitReservation", "Booking-amendBookings", "Financial_export-callSoap"]) {
        statuses.push(`${id} ${await execute(page, id)}`);
      }
      expect(statuses.filter((status) => !/ 20[01]$/.test(status))).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });

    it("has a sample of each code that an operation can answer", async () => {
      const { page } = await open("/docs", SCREENS[0]);
      const operation = page.locator("#operations-Booking-submitReservation");
      await operation.locator(".opblock-summary-control").click();
      const samples = operation.locator(".responses-table .examples-select-element");
      await expect.poll(() => samples.count(), { timeout: 30_000 }).toBeGreaterThan(1);
      expect((await samples.allInnerTexts()).join(" ")).toContain("No longer available");
      await page.context().close();
    });
  });
});
