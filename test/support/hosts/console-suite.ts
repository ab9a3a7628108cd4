/** A walk through the console by forms, at whatever host (docs/interface.md §20.2): what each page needs of it works there. */
import { expect, it } from "vitest";
import { formatDate, todayIn } from "../../../src/base/calendar-date.ts";
import { call, exportOf, operatorSession, post, postXml } from "../../../harness/calls.ts";
import { hiddenFields, textOf } from "../read-page.ts";

const HOTEL = "demo-amsterdam";
const dayThere = (ahead: number): string => formatDate(todayIn("Europe/Amsterdam", Date.now()) + ahead);

export function consoleSuite(url: () => string): void {
  it("lets the desk in, and does what its forms say", async () => {
    const send = (path: string, cookie: string, form?: Record<string, string>): Promise<Response> => {
      const sent = form && { method: "POST", body: new URLSearchParams(form) };
      return call(url(), path, { ...sent, headers: { Cookie: cookie, Origin: url() } }, "");
    };
    const opened = await send("/console", "", { site: "demo", operator: "FINANCE", password: "demo-password" });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/console"]);
    const cookie = opened.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const page = async (path: string): Promise<string> => {
      const answer = await send(path, cookie);
      expect([path, answer.status, answer.headers.get("Cache-Control")]).toEqual([path, 200, "no-store"]);
      return answer.text();
    };
    /** A form of a page, as it stands, with what is filled in; gives what the next page says. */
    const submit = async (
      from: string,
      action: string,
      fields: Record<string, string>,
      like: Record<string, string> = {},
    ): Promise<string> => {
      const answer = await send(action, cookie, { ...hiddenFields(await page(from), action, like), ...fields });
      return textOf(answer.status === 303 ? await page(answer.headers.get("Location") ?? "") : await answer.text());
    };

    const stay = { hotelId: HOTEL, roomId: "DBL", rateId: "FLEX", checkInDate: dayThere(0), checkOutDate: dayThere(1), adult: "2" };
    const bookings = [{ ...stay, guest: { useBillingDetails: true } }];
    const billingDetails = { firstname: "Harry", lastname: "Bailly", email: "harry@guest.test" };
    const booked = await (await post(url(), "/reservations/demo", { billingDetails, bookings })).json();
    const { reservationId, reference } = booked as { reservationId: string; reference: string };
    const today = `/console/today?hotel=${HOTEL}`;
    const told = await submit(today, "/console/today", { move: "check-in" }, { reservation: reservationId });
    expect(told).toContain(`${reference}-1 is checked in.`);
    expect(await page(`/console/bookings/${reservationId}`)).toContain("harry@guest.test");

    const nights = { room: "DBL", rate: "FLEX", from: dayThere(40), to: dayThere(41), price: "321" };
    expect(await submit(`/console/calendar?hotel=${HOTEL}`, "/console/calendar", { hotel: HOTEL, ...nights })).toContain(
      "2 nights changed",
    );
    expect(JSON.parse(await page("/console/events/news?after=0"))).toMatchObject({ news: true });
    expect(await page("/console/events")).toContain("booking.checked_in");

    const ledger = `/console/ledger?hotel=${HOTEL}`;
    const period =
      /href="(\/console\/ledger\/periods\/[^"]*)"[^>]*>\d+<\/a>(?!.*<a href="\/console\/ledger\/periods)/s.exec(await page(ledger))?.[1] ??
      "";
    expect(await submit(period, period, {})).toContain("is closed.");
    const xml = await page(`/console/ledger/transactions.xml?hotel=${HOTEL}`);
    const after = /<afterTimestamp>([^<]*)</.exec(xml)?.[1] ?? "";
    const all = await (await postXml(url(), exportOf(await operatorSession(url()), after, "2999-12-31T00:00:00"))).text();
    const own =
      all.match(/<FinancialExportTransaction>.*?<\/FinancialExportTransaction>/gs)?.filter((one) => one.includes(`<SiteId>${HOTEL}<`)) ??
      [];
    expect(xml.match(/<FinancialExportTransaction>.*?<\/FinancialExportTransaction>/gs)).toEqual(own);
    expect((await page(`/console/ledger/documents.csv?hotel=${HOTEL}`)).split("\r\n").length).toBeGreaterThan(5);

    expect((await send("/console/sign-out", cookie, {})).headers.get("Location")).toBe("/console");
    expect((await send(today, cookie)).headers.get("Location")).toBe("/console?ended=1");
  });
}
