/** The console in a real browser, without JavaScript: every page, every action, and nobody where they have no right to be. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, day, post } from "../../harness/calls.ts";
import type { ServiceProcess } from "../../harness/service-process.ts";
import { CHROMIUM, faultsOfPage, openBrowser } from "../support/browser.ts";
import { startDemoService } from "../support/demo-service.ts";

const HOTEL = "demo-amsterdam";
const FINANCE = { site: "demo", operator: "FINANCE", password: "demo-password" };
const DESK = { site: HOTEL, operator: "DESK", password: "demo-password" };
const RIVAL = { site: "rival", operator: "FINANCE", password: "rival-password" };
const PAGES = ["/console/today", "/console/bookings", "/console/calendar", "/console/ledger", "/console/events"];

const state = mkdtempSync(join(tmpdir(), "tabard-console-"));
let service: ServiceProcess;
let browser: Browser;

interface Reserved {
  reservationId: string;
  reference: string;
  bookings: { bookingId: string }[];
}

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

  /** A browser of its own; scripts run only where a test needs them to look at the page. */
  async function visit(javaScriptEnabled = false, width = 1280): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width, height: 900 } });
    return context.newPage();
  }

  async function signIn(page: Page, { site, operator, password }: typeof FINANCE): Promise<void> {
    await page.goto(`${service.url}/console`);
    await page.getByLabel("Site").fill(site);
    await page.getByLabel("Operator").fill(operator);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  /** A stay of the demo, arriving today at the hotel. */
  async function reserve(hotelId: string, lastname: string, arrival = 0, nights = 2): Promise<Reserved> {
    const [from, to] = [day(arrival), day(arrival + nights)];
    const answer = await call(service.url, `/offers/demo/${hotelId}?arrival=${from}&departure=${to}&adults=2`);
    const { offers } = (await answer.json()) as { offers: { roomId: string; rateId: string }[] };
    const offer = offers.find(({ rateId }) => rateId === "FLEX");
    const stay = { hotelId, roomId: offer?.roomId, rateId: offer?.rateId, checkInDate: from, checkOutDate: to, adult: "2" };
    const billingDetails = { firstname: "Geoffrey", lastname, email: "geoffrey@guest.test" };
    const made = await post(service.url, "/reservations/demo", {
      billingDetails,
      bookings: [{ ...stay, guest: { useBillingDetails: true } }],
    });
    expect(made.status).toBe(200);
    return (await made.json()) as Reserved;
  }

  it("lets an operator in and out, and nobody with a wrong password", async () => {
    const page = await visit();
    await signIn(page, { ...FINANCE, password: "wrong" });
    expect(await page.getByRole("alert").textContent()).toContain("do not fit together");
    expect(await page.getByLabel("Site").inputValue()).toBe("demo");
    expect(await page.getByLabel("Password").inputValue()).toBe("");
    await signIn(page, FINANCE);
    expect(new URL(page.url()).pathname).toBe("/console/today");
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/console" });
    await page.goto(`${service.url}/console`);
    expect(new URL(page.url()).pathname).toBe("/console/today");
    await page.getByRole("button", { name: "Sign out" }).click();
    expect(new URL(page.url()).pathname).toBe("/console");
    expect(await page.context().cookies()).toEqual([]);
    // The token itself is worth nothing any more, here and at the interface.
    await page.context().addCookies([{ name: cookie?.name ?? "", value: cookie?.value ?? "", url: `${service.url}/console` }]);
    await page.goto(`${service.url}/console/today`);
    expect(await page.getByRole("alert").textContent()).toContain("has ended");
    expect((await call(service.url, "/reservations/demo", {}, cookie?.value)).status).toBe(401);
    await page.context().close();
  });

  it("takes no cookie but an operator's, and no form of another origin", async () => {
    const page = await visit();
    for (const token of ["demo-key", "demo-desk-key", "nonsense"]) {
      await page.context().addCookies([{ name: "tabard_console", value: token, url: `${service.url}/console` }]);
      await page.goto(`${service.url}/console/bookings`);
      expect(await page.getByRole("button", { name: "Sign in" }).count()).toBe(1);
    }
    await signIn(page, FINANCE);
    const [cookie] = await page.context().cookies();
    const forged = {
      method: "POST",
      headers: { Cookie: `${cookie?.name}=${cookie?.value}`, Origin: "https://evil.test" },
      body: new URLSearchParams(),
    };
    expect((await call(service.url, "/console/sign-out", forged, "")).status).toBe(404);
    await page.reload();
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(1);
    const answer = await page.request.get(`${service.url}/console/today`);
    expect(answer.headers()["cache-control"]).toBe("no-store");
    await page.context().close();
  });

  it("checks a guest in and out, once however often it is pressed, and refuses what may not be", async () => {
    const { reference } = await reserve(HOTEL, "Chaucer");
    const other = await reserve(HOTEL, "Gower");
    const page = await visit();
    await signIn(page, DESK);
    const row = (text: string) => page.getByRole("row", { name: text });
    await row(reference).getByRole("button", { name: "Check in" }).click();
    expect(await page.getByRole("status").textContent()).toContain(`${reference}-1 is checked in`);
    await row(reference).getByRole("button", { name: "Check out" }).click();
    expect(await page.getByRole("status").textContent()).toContain("is checked out");
    expect(await row(reference).count()).toBe(0);
    const form = await row(other.reference).locator("form").first().evaluate((element) =>
      Array.from(element.querySelectorAll("input"), ({ name, value }) => [name, value]),
    ); // prettier-ignore
    const send = () => page.request.post(`${service.url}/console/today`, { form: { ...Object.fromEntries(form), move: "check-in" } });
    expect(await (await send()).text()).toContain("is checked in");
    expect(await (await send()).text()).toContain("is checked in");
    const again = await page.request.post(`${service.url}/console/today`, {
      form: { ...Object.fromEntries(form), move: "check-in", key: "another" },
    });
    expect([again.status(), (await again.text()).includes("Only a confirmed booking")]).toEqual([409, true]);
    await page.context().close();
  });

  it("finds bookings by reference and by name, and shows one with its account to who may see the books", async () => {
    const { reference, reservationId } = await reserve(HOTEL, "Łangland", 20);
    const page = await visit();
    await signIn(page, FINANCE);
    await page.getByRole("link", { name: "Bookings" }).click();
    for (const text of [reference, `${reference}-1`.toLowerCase(), "Łangland", "łANGL".replace("ł", "Ł"), "geoffrey Ł"]) {
      await page.getByLabel("Search").fill(text);
      await page.getByRole("button", { name: "Find" }).click();
      expect(await page.getByRole("row", { name: reference }).count(), text).toBe(1);
    }
    await page.getByLabel("Search").fill("nobody of this name");
    await page.getByRole("button", { name: "Find" }).click();
    expect(await page.getByRole("status").textContent()).toContain("No booking");
    await page.goto(`${service.url}/console/bookings/${reservationId}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(reference);
    expect(await page.getByText("geoffrey@guest.test").count()).toBe(1);
    await page.context().close();
  });

  it("amends after its quote, charges, takes a payment, gives it back, and cancels after its fee", async () => {
    const { reservationId, reference } = await reserve(HOTEL, "Hoccleve", 30);
    const page = await visit();
    await signIn(page, DESK);
    await page.goto(`${service.url}/console/bookings/${reservationId}`);
    await page.getByRole("link", { name: "Change dates" }).click();
    await page.getByLabel("Check-out").fill(day(33));
    await page.getByRole("button", { name: "Show the price" }).click();
    const stored = async () =>
      (await (await call(service.url, `/reservations/demo/${reservationId}`)).json()) as {
        bookings: { checkOutDate: string; status: string }[];
      };
    expect((await stored()).bookings[0]?.checkOutDate).toBe(day(32));
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("status").textContent()).toContain(`${reference}-1 is changed`);
    expect((await stored()).bookings[0]?.checkOutDate).toBe(day(33));
    for (const [button, amount] of [
      ["Charge", "20"],
      ["Take payment", "50.5"],
      ["Refund", "10"],
    ] as const) {
      await page.getByRole("link", { name: "Charge, payment, refund" }).click();
      await page.getByLabel(`${button}: amount`).fill(amount);
      await page.getByRole("button", { name: button }).click();
      expect(await page.getByRole("status").textContent()).toContain("new document");
    }
    expect(await page.getByText("40.50 paid").count()).toBe(1);
    await page.getByRole("link", { name: "Charge, payment, refund" }).click();
    await page.getByLabel("Refund: amount").fill("1000");
    await page.getByRole("button", { name: "Refund" }).click();
    expect(await page.getByRole("alert").count()).toBe(1);
    await page.goto(`${service.url}/console/bookings/${reservationId}`);
    const history = page.getByRole("region", { name: "History" }).getByRole("row");
    expect(await history.count()).toBe(3);
    expect(await history.nth(1).textContent()).toMatch(new RegExp(`DESK at ${HOTEL}.*Stay: .* → .*Price: €`, "s"));
    await page.getByRole("row", { name: /^Proforma/ }).first().getByRole("link").click(); // prettier-ignore
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(`Proforma ${reference}-1-`);
    const sheet = await page.getByRole("article").textContent();
    for (const text of ["Keizersgracht 148", "Geoffrey Hoccleve", "Total, taxes included"]) expect(sheet).toContain(text);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.getByRole("table").isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("link", { name: "Back to the booking" }).click();
    await page.getByRole("link", { name: "Cancel booking" }).click();
    expect(await page.getByText("Cancelling costs nothing now").count()).toBe(1);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("status").textContent()).toContain("is cancelled");
    expect((await stored()).bookings[0]?.status).toBe("cancelled");
    await page.context().close();
  });

  it("changes room, guests and extras together, shows what would change, and says what cannot be", async () => {
    const { reservationId, reference, bookings } = await reserve(HOTEL, "Lydgate", 40);
    const stored = async () => {
      const { bookings: now } = (await (await call(service.url, `/reservations/demo/${reservationId}`)).json()) as {
        bookings: { roomId: string; adult: string; extras: { id: string }[]; totalPrice: number; status: string }[];
      };
      return now[0];
    };
    const before = await stored();
    const page = await visit();
    await signIn(page, FINANCE);
    const form = `${service.url}/console/bookings/${reservationId}/amend?booking=${bookings[0]?.bookingId}`;
    await page.goto(form);
    const rooms = await page.getByLabel("Room").locator("option").evaluateAll((all) => all.map((one) => one.getAttribute("value") ?? "")); // prettier-ignore
    const other = rooms.find((room) => room !== before?.roomId) ?? "";
    const extra = await page.getByRole("checkbox").first().getAttribute("value");
    await page.getByLabel("Room").selectOption(other);
    await page.getByLabel("Adults").fill("1");
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Show the price" }).click();
    const quote = await page.getByRole("main").textContent();
    for (const text of ["Room: ", "Guests: 2 adults → 1 adult", "Extras: none → ", "Price until now", "Difference"]) {
      expect(quote).toContain(text);
    }
    expect(await stored()).toEqual(before);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("status").textContent()).toContain(`${reference}-1 is changed`);
    const after = await stored();
    expect(after).toMatchObject({ roomId: other, adult: "1", extras: [{ id: extra }] });
    // What was filled in stays where something of it is wrong.
    await page.goto(form);
    await page.getByLabel("Promo code").fill("NOSUCHCODE");
    await page.getByLabel("Adults").fill("x");
    await page.getByRole("button", { name: "Show the price" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("Adults: must be a number");
    await page.getByLabel("Adults").fill("1");
    await page.getByRole("button", { name: "Show the price" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("Promo code: There is no such promo code.");
    expect(await page.getByLabel("Promo code").inputValue()).toBe("NOSUCHCODE");
    expect(await stored()).toEqual(after);
    // The extra goes again, and what is confirmed at another price than was shown does nothing.
    await page.goto(form);
    await page.getByRole("checkbox").first().uncheck();
    await page.getByRole("button", { name: "Show the price" }).click();
    const sent = await page.locator("form[method=post]").last().evaluate((one) =>
      Array.from(one.querySelectorAll("input"), ({ name, value }) => [name, value] as const),
    ); // prettier-ignore
    const wrong = { ...Object.fromEntries(sent), shown: "1" };
    const refused = await page.request.post(`${service.url}/console/bookings/${reservationId}/amend`, { form: wrong });
    expect([refused.status(), (await refused.text()).includes("What it costs has changed")]).toEqual([409, true]);
    await page.getByRole("button", { name: "Confirm" }).click();
    expect((await stored())?.extras).toEqual([]);
    await page.context().close();
  });

  it("lets who is in house stay longer, and offers nothing that cannot change", async () => {
    const { reservationId, reference, bookings } = await reserve(HOTEL, "Skelton");
    await post(service.url, `/reservations/demo/${reservationId}/check-in`, {}, {}, "demo-pms-key");
    const page = await visit();
    await signIn(page, DESK);
    await page.goto(`${service.url}/console/bookings/${reservationId}/amend?booking=${bookings[0]?.bookingId}`);
    for (const label of ["Check-in", "Room", "Adults"]) expect(await page.getByLabel(label).count(), label).toBe(0);
    await page.getByLabel("Check-out").fill(day(3));
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Show the price" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("status").textContent()).toContain(`${reference}-1 is changed`);
    await page.context().close();
  });

  it("shows nobody what is another group's, another hotel's or beyond the account's rights", async () => {
    const { reservationId, reference, bookings } = await reserve("demo-lisbon", "Boccaccio");
    const { documents } = (await (await call(service.url, "/documents/demo?hotelId=demo-lisbon", {}, "demo-pms-key")).json()) as {
      documents: { modifiedKey: number }[];
    };
    const page = await visit();
    for (const stranger of [RIVAL, DESK]) {
      await page.context().clearCookies();
      await signIn(page, stranger);
      expect((await page.goto(`${service.url}/console/bookings/${reservationId}`))?.status()).toBe(404);
      await page.goto(`${service.url}/console/bookings?q=${reference}`);
      expect(await page.getByRole("row", { name: reference }).count()).toBe(0);
      expect((await page.goto(`${service.url}/console/today?hotel=demo-lisbon`))?.status()).toBe(404);
      // Keys are counted by group: the rival has a document of this number, and sees that one.
      for (const key of [...(stranger === DESK ? [documents[0]?.modifiedKey] : []), 0, "x", 2_147_483_647])
        expect((await page.request.get(`${service.url}/console/documents/${key}`)).status(), String(key)).toBe(404);
      expect(await (await page.request.get(`${service.url}/console/documents/${documents[0]?.modifiedKey}`)).text()).not.toContain(
        "Lisboa",
      );
      const moved = await page.request.post(`${service.url}/console/bookings/${reservationId}/move`, {
        form: { booking: "x", move: "check-in", key: "k" },
      });
      expect(moved.status()).toBe(404);
      for (const step of ["amend", "cancel", "documents"]) {
        const path = `${service.url}/console/bookings/${reservationId}/${step}`;
        expect((await page.request.get(`${path}?booking=${bookings[0]?.bookingId}`)).status(), step).toBe(404);
        const form = {
          booking: bookings[0]?.bookingId ?? "",
          kind: "charge",
          code: "ROOM",
          amount: "1",
          checkIn: day(0),
          checkOut: day(1),
          key: "k",
        };
        expect((await page.request.post(path, { form })).status(), step).toBe(404);
      }
    }
    await page.context().close();
  });

  it("changes prices and rooms of a range, says what came of it, and what cannot be", async () => {
    const page = await visit();
    await signIn(page, FINANCE);
    await page.getByRole("link", { name: "Calendar" }).click();
    await page.getByLabel("Hotel").selectOption("demo-lisbon");
    await page.getByRole("button", { name: "Show" }).click();
    const fill = async (fields: Record<string, string>): Promise<void> => {
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByRole("button", { name: "Save" }).click();
    };
    await page.getByLabel("Room").selectOption("DBL");
    await page.getByLabel("Rate").selectOption("FLEX");
    await fill({ From: day(40), To: day(44), Price: "512.50", Units: "3" });
    const saved = await page.getByRole("status").textContent();
    for (const text of ["5 nights changed", "Double room, Flexible, price: ", "→ 512.5 (5 nights)", "units: 24 → 3"])
      expect(saved).toContain(text);
    const ari = await call(service.url, `/ari/demo/demo-lisbon?from=${day(40)}&to=${day(40)}`, {}, "demo-pms-key");
    const { rooms } = (await ari.json()) as {
      rooms: { room: string; nights: { units: number; rates: Record<string, { price: number }> }[] }[];
    };
    const [night] = rooms.find(({ room }) => room === "DBL")?.nights ?? [];
    expect([night?.units, night?.rates.FLEX?.price]).toEqual([3, 512.5]);
    expect(await page.locator("svg.heat").textContent()).toContain("0/3");
    // The address holds no words, only where the answer is found; of another operator it finds nothing.
    const savedAt = page.url();
    await page.reload();
    expect(await page.getByRole("status").textContent()).toBe(saved);
    await page.goto(savedAt.replace(/saved=.{8}/, "saved=00000000"));
    expect(await page.getByRole("status").count()).toBe(0);
    await page.goto(savedAt);
    await page.getByText("Restrictions and weekdays").click();
    await page.getByLabel("Arrivals").selectOption("stopped");
    await fill({ Price: "", Units: "", "Minimum nights, any stay": "3" });
    expect(await page.getByRole("status").textContent()).toContain("arrivals: allowed → not allowed (5 nights)");
    expect(await page.locator("svg.heat").textContent()).toContain("0/3A3+");
    await page.getByText("The same as a list").click();
    expect(await page.getByRole("row", { name: "no arrival, any stay: 3 nights or more" }).count()).toBe(5);
    await page.getByRole("link", { name: "Explain this stay" }).click();
    expect(await page.getByText("Nobody may arrive on").count()).toBe(1);
    await page.getByRole("link", { name: "To the calendar" }).click();
    await page.getByRole("link", { name: "Year" }).click();
    await page.getByRole("link", { name: "By price" }).click();
    expect(await page.locator("svg.heat [data-first]").count()).toBe(12);
    expect(await page.getByRole("row", { name: /^\w+ \d{4} / }).count()).toBe(12);
    await page.getByRole("link", { name: "Later" }).click();
    await page.getByRole("link", { name: "Earlier" }).click();
    await fill({ From: day(44), To: day(40), Price: "1" });
    expect(await page.getByRole("alert").count()).toBe(1);
    await fill({ From: day(40), To: day(44), Price: "much", Units: "" });
    expect(await page.getByRole("alert").textContent()).toContain("Price");
    expect(await page.getByLabel("Price").inputValue()).toBe("much");
    const elsewhere = await page.request.post(`${service.url}/console/calendar`, {
      form: { hotel: "rival-prague", room: "DBL", rate: "FLEX", from: day(40), to: day(40), price: "1", units: "", selling: "", key: "k" },
    });
    expect(elsewhere.status()).toBe(404);
    await page.context().close();
  });

  it("sets prices by adults, and takes them away again", async () => {
    const page = await visit();
    await signIn(page, FINANCE);
    const nights = `hotel=demo-lisbon&room=DBL&rate=FLEX&from=${day(60)}&to=${day(60)}`;
    await page.goto(`${service.url}/console/calendar?${nights}`);
    const priceFor = async (adults: number): Promise<number | undefined> => {
      const stay = `arrival=${day(60)}&departure=${day(61)}&adults=${adults}`;
      const { offers } = (await (await call(service.url, `/offers/demo/demo-lisbon?${stay}`)).json()) as {
        offers: { roomId: string; rateId: string; totalPrice: number }[];
      };
      return offers.find(({ roomId, rateId }) => roomId === "DBL" && rateId === "FLEX")?.totalPrice;
    };
    const before = [await priceFor(1), await priceFor(2)];
    const save = async (byAdults: string): Promise<void> => {
      await page.getByText("Prices by guests").click();
      await page.getByLabel("By adults").fill(byAdults);
      await page.getByRole("button", { name: "Save" }).click();
    };
    await save("1: 77.5; 2: 141");
    expect(await page.getByRole("status").textContent()).toContain("prices by adults");
    expect([await priceFor(1), await priceFor(2)]).toEqual([77.5, 141]);
    await page.getByText("The same as a list").click();
    expect(await page.getByRole("row", { name: "by adults 1: 77.5; 2: 141" }).count()).toBe(1);
    await save("none");
    expect([await priceFor(1), await priceFor(2)]).toEqual(before);
    await page.context().close();
  });

  it("shows events and webhooks, and resumes one that was stopped", async () => {
    const operator = { siteId: FINANCE.site, operatorCode: FINANCE.operator, password: FINANCE.password };
    const { sessionId } = (await (await post(service.url, "/sessions/demo", operator, {}, "")).json()) as { sessionId: string };
    const made = await post(service.url, "/webhooks/demo", { url: "http://127.0.0.1:9/", types: ["period.closed"] }, {}, sessionId);
    const { webhookId } = (await made.json()) as { webhookId: string };
    const path = `/webhooks/demo/${webhookId}`;
    const stopped = { method: "PATCH", body: '{"state":"disabled"}', headers: { "Content-Type": "application/json" } };
    expect((await call(service.url, path, stopped, sessionId)).status).toBe(200);
    const page = await visit();
    await signIn(page, FINANCE);
    await page.getByRole("link", { name: "Events" }).click();
    expect(await page.getByText("ari.changed").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Resume" }).click();
    expect(await page.getByRole("status").textContent()).toContain("go on");
    expect(await page.getByRole("button", { name: "Resume" }).count()).toBe(0);
    await page.context().clearCookies();
    await signIn(page, RIVAL);
    const foreign = await page.request.post(`${service.url}/console/events/webhooks/${webhookId}/resume`, { form: { key: "k" } });
    expect(foreign.status()).toBe(404);
    await page.context().close();
  });

  it("shows the books and closes the oldest period after asking, with its statement", async () => {
    const page = await visit();
    await signIn(page, FINANCE);
    await page.getByRole("link", { name: "Ledger" }).click();
    await page.getByLabel("Hotel").selectOption(HOTEL);
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByLabel("Type").selectOption("Invoice");
    await page.getByRole("button", { name: "Find" }).click();
    expect(await page.getByRole("row", { name: /^Invoice / }).count()).toBeGreaterThan(5);
    const file = await page.request.get(`${service.url}/console/ledger/documents.csv?hotel=${HOTEL}&type=Invoice`);
    expect(file.headers()["content-type"]).toContain("text/csv");
    expect((await file.text()).split("\r\n").length).toBeGreaterThan(5);
    expect(await page.getByRole("button", { name: "Close period" }).count()).toBe(1);
    await page.getByRole("button", { name: "Close period" }).click();
    const periods = async () =>
      (await (await call(service.url, `/periods/demo/${HOTEL}`, {}, token)).json()) as { periods: { status: string }[] };
    const operator = { siteId: FINANCE.site, operatorCode: FINANCE.operator, password: FINANCE.password };
    const { sessionId: token } = (await (await post(service.url, "/sessions/demo", operator, {}, "")).json()) as { sessionId: string };
    expect((await periods()).periods[0]?.status).toBe("open");
    await page.getByRole("button", { name: "Confirm" }).click();
    expect(await page.getByRole("status").textContent()).toContain("is closed");
    expect(await page.getByText(/^[0-9a-f]{64}$/).count()).toBe(2);
    expect((await periods()).periods[0]?.status).toBe("closed");
    await page.getByRole("link", { name: "Back to the ledger" }).click();
    await page.getByRole("link", { name: /^Statement of/ }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Statement 1");
    expect((await page.goto(`${service.url}/console/ledger?hotel=rival-prague`))?.status()).toBe(404);
    expect((await page.goto(`${service.url}/console/ledger/periods/rival-prague/202601`))?.status()).toBe(404);
    await page.context().close();
  });

  it("takes a range of nights from two clicks, where scripts run", async () => {
    const page = await visit(true);
    await signIn(page, FINANCE);
    await page.goto(`${service.url}/console/calendar?hotel=${HOTEL}&room=DBL&from=${day(60)}`);
    const months = page.locator("svg.heat [data-first]");
    await page.locator("svg.heat.live").waitFor();
    const first = await months.nth(1).getAttribute("data-first");
    // The later night first: the range is the same.
    for (const at of [9, 4]) await months.nth(1).locator("> g").nth(at).click();
    expect([await page.getByLabel("From").inputValue(), await page.getByLabel("To").inputValue()]).toEqual(
      ["05", "10"].map((date) => first?.replace(/01$/, date)),
    );
    expect(await page.locator("svg.heat .in").count()).toBe(6);
    expect(await page.getByText(/^Chosen: .*, 6 nights\.$/).count()).toBe(1);
    await page.getByLabel("Price").fill("321");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Saved: 6 nights changed.");
    await page.context().close();
  });

  it("shades nights by how full they are", async () => {
    await reserve(HOTEL, "Lydgate", 1);
    const page = await visit(true);
    await signIn(page, FINANCE);
    await page.goto(`${service.url}/console/calendar?hotel=${HOTEL}&room=DBL`);
    const fillOf = (shade: string) => page.evaluate(`getComputedStyle(document.querySelector("svg.heat .${shade} rect")).fill`);
    const fills = [await fillOf("o0"), await fillOf("o1")];
    expect(new Set(fills).size).toBe(2);
    await page.context().close();
  });

  it("explains a stay from its booking, step by step, and what bars the others", async () => {
    const { reservationId } = await reserve(HOTEL, "Gower", 50, 3);
    const page = await visit();
    await signIn(page, FINANCE);
    await page.goto(`${service.url}/console/bookings/${reservationId}`);
    await page.getByRole("link", { name: "Explain" }).click();
    expect(await page.getByRole("heading", { level: 3 }).textContent()).toContain("Flexible: offered at €");
    // A head, three nights and their sum.
    expect(await page.getByRole("row").count()).toBe(5);
    await page.getByLabel("Room").selectOption("");
    await page.getByLabel("Rate").selectOption("");
    await page.getByLabel("Adults").fill("3");
    await page.getByRole("button", { name: "Explain" }).click();
    expect(await page.getByRole("row", { name: "Double room, Flexible Not offered" }).textContent()).toContain(
      "it takes 2 of a kind, not 3",
    );
    await page.getByRole("link", { name: "Family room, Five nights or more" }).click();
    expect(await page.getByText("Too short: 5 nights or more").count()).toBe(1);
    await page.getByLabel("Departure").fill(day(50));
    await page.getByRole("button", { name: "Explain" }).click();
    expect(await page.getByLabel("Departure").getAttribute("aria-invalid")).not.toBeNull();
    expect((await page.goto(`${service.url}/console/explain?hotel=rival-prague`))?.status()).toBe(404);
    await page.context().clearCookies();
    await signIn(page, DESK);
    expect((await page.goto(`${service.url}/console/explain`))?.status()).toBe(403);
    await page.context().close();
  });

  it("opens to each operator what its scopes open", async () => {
    const page = await visit();
    await signIn(page, DESK);
    expect(await page.getByRole("navigation").getByRole("link").allTextContents()).not.toContain("Events");
    expect((await page.goto(`${service.url}/console/events`))?.status()).toBe(403);
    expect((await page.goto(`${service.url}/console/calendar?hotel=demo-lisbon`))?.status()).toBe(404);
    await page.context().close();
  });

  it.each([360, 1600])("is accessible and fits a screen of %i", async (width) => {
    const { reservationId, bookings } = await reserve(HOTEL, "Usk");
    const page = await visit(true, width);
    await page.goto(`${service.url}/console`);
    expect(await faultsOfPage(page)).toEqual([]);
    await signIn(page, FINANCE);
    const booking = `/console/bookings/${reservationId}`;
    const steps = ["amend", "cancel", "documents"].map((step) => `${booking}/${step}?booking=${bookings[0]?.bookingId}`);
    for (const path of [
      ...PAGES,
      booking,
      ...steps,
      "/console/documents/1",
      `/console/explain?arrival=${day(50)}`,
      "/console/calendar?months=12&arrivals=open",
    ]) {
      await page.goto(service.url + path);
      expect(await faultsOfPage(page), path).toEqual([]);
      expect((await page.content()).length).toBeLessThan(100_000);
    }
    await page.context().close();
  });
});
