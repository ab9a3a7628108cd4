/** A round of the console in a real browser, by keyboard alone, and pages that follow what happens (docs/interface.md §20.2). */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, post } from "../../harness/calls.ts";
import { formatDate, todayIn } from "../../src/base/calendar-date.ts";
import type { ServiceProcess } from "../../harness/service-process.ts";
import { CHROMIUM, faultsOfPage, focused, openBrowser, openVisit, press, tabTo } from "../support/browser.ts";
import { startDemoService } from "../support/demo-service.ts";

const HOTEL = "demo-amsterdam";
const dayThere = (ahead: number): string => formatDate(todayIn("Europe/Amsterdam", Date.now()) + ahead);
const state = mkdtempSync(join(tmpdir(), "tabard-console-rounds-"));
let service: ServiceProcess;
let browser: Browser;

describe.runIf(existsSync(CHROMIUM))("the console", () => {
  beforeAll(async () => {
    service = await startDemoService(state);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    rmSync(state, { recursive: true, force: true });
  });

  /** A stay at the hotel that begins today; gives its reference. */
  async function reserve(): Promise<string> {
    const stay = { hotelId: HOTEL, roomId: "DBL", rateId: "FLEX", checkInDate: dayThere(0), checkOutDate: dayThere(2), adult: "2" };
    const billingDetails = { firstname: "Harry", lastname: "Bailly", email: "harry@guest.test" };
    const bookings = [{ ...stay, guest: { useBillingDetails: true } }];
    const made = await post(service.url, "/reservations/demo", { billingDetails, bookings });
    expect(made.status).toBe(200);
    const { reference } = (await made.json()) as { reference: string };
    return reference;
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${service.url}/console`);
    for (const [field, text] of [["site", "demo"], ["operator", "FINANCE"], ["password", "demo-password"]] as const) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    } // prettier-ignore
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Today" }).waitFor();
  }

  /** Whether whoever looks can see where the focus is. */
  const isFocusSeen = (page: Page) =>
    page.evaluate(
      `(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px")(getComputedStyle(document.activeElement))`,
    );

  /** The focus is where it is told what was done. */
  async function expectTold(page: Page, text: string): Promise<void> {
    await page.getByText(text).waitFor();
    await expect.poll(() => focused(page)).toContain(text);
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toMatch(/^(?:status|alert)$/);
    expect(await isFocusSeen(page)).toBe(true);
  }

  it("is worked by keyboard alone, from signing in to closing a period, and tells first what was done", async () => {
    const reference = await reserve();
    const { page, complaints } = await openVisit(browser, service.url);
    await signIn(page);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to content");
    expect(await isFocusSeen(page)).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.closest('main') !== null")).toBe(true);

    await press(page, "Check in");
    await expectTold(page, `${reference}-1 is checked in.`);
    const second = await reserve();
    await press(page, "Bookings");
    await tabTo(page, "q");
    await page.keyboard.type(second);
    await page.keyboard.press("Enter");
    await page.waitForURL(/q=/);
    await press(page, `${second}-1`);
    await press(page, "Cancel booking");
    await press(page, "Confirm");
    await expectTold(page, `${second}-1 is cancelled.`);

    await press(page, "Calendar");
    for (const [field, text] of [["from", dayThere(60)], ["to", dayThere(61)]] as const) {
      await tabTo(page, field);
      // The parts of a date one after the other, as the browser's own language has them.
      await page.keyboard.type(text.replace(/^(\d+)-(\d+)-(\d+)$/, "$2$3$1"));
    } // prettier-ignore
    await tabTo(page, "price");
    await page.keyboard.type("much");
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await expectTold(page, "Price: must be an amount");
    await tabTo(page, "price");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("234.50");
    await tabTo(page, "Save");
    await page.keyboard.press("Enter");
    await expectTold(page, "2 nights changed");

    await press(page, "Ledger");
    await press(page, "Close period");
    expect(await faultsOfPage(page)).toEqual([]);
    await press(page, "Confirm");
    await expectTold(page, "is closed.");
    expect(await faultsOfPage(page)).toEqual([]);
    expect(await page.getByText(/^[0-9a-f]{64}$/).count()).toBe(2);
    await press(page, "Sign out");
    expect(await page.getByRole("button", { name: "Sign in" }).count()).toBe(1);
    expect(complaints.filter((complaint) => !/status of 4(?:09|22)/.test(complaint))).toEqual([]);
    await page.context().close();
  });

  it("shows what happens without being asked, and keeps the focus where it was", async () => {
    const first = await reserve();
    const { page, complaints } = await openVisit(browser, service.url);
    await signIn(page);
    await page.getByText("follows what happens").waitFor();
    await page.getByRole("row", { name: first }).getByRole("button", { name: "No-show" }).focus();
    const second = await reserve();
    await page.getByRole("row", { name: second }).waitFor();
    expect(await focused(page)).toBe("No-show");
    expect(await page.evaluate("document.activeElement.closest('tr').textContent")).toContain(first);
    const events = await page.context().newPage();
    await events.goto(`${service.url}/console/events`);
    const third = await reserve();
    await events.getByText(`/accounts/demo/${third}-1`).first().waitFor();
    // A form that came with the news is as good as the first one.
    await page.getByRole("row", { name: second }).getByRole("button", { name: "Check in" }).click();
    await expectTold(page, `${second}-1 is checked in.`);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("sends a form once where it is pressed twice", async () => {
    const reference = await reserve();
    const { page } = await openVisit(browser, service.url);
    await signIn(page);
    await page.getByRole("row", { name: reference }).getByRole("button", { name: "Check in" }).dblclick();
    await expectTold(page, `${reference}-1 is checked in.`);
    await page.context().close();
  });

  it("leads to the door by itself where the session has ended", async () => {
    const { page } = await openVisit(browser, service.url);
    await signIn(page);
    const [cookie] = await page.context().cookies();
    const out = { method: "POST", headers: { Cookie: `${cookie?.name}=${cookie?.value}` }, body: new URLSearchParams() };
    expect((await call(service.url, "/console/sign-out", out, "")).status).toBe(303);
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toContain("has ended");
    await page.context().close();
  });
});
