/** The booking page as its server sees it (docs/interface.md §20): what is shown, what is booked, and what nobody gets to see. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { FAILURES_MAX } from "../../src/access/limits.ts";
import type { Platform, RateLimiter } from "../../src/host/context.ts";
import { night } from "../../harness/bookable-group.ts";
import { addAriGroup, changeAri } from "../support/ari.ts";
import { ask, platform } from "../support/in-worker.ts";
import { type ReservationAnswer, booking, read, reservation, reserve } from "../support/reserve.ts";

const STAY = { checkIn: night(20), checkOut: night(22), adults: "2", children: "0" };
const GUEST = { firstname: "Ann", lastname: "Wyf", email: "ann@guest.test", phone: "" };
const query = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

beforeAll(async () => {
  await addAriGroup("inn");
  await addAriGroup("other");
  await addAriGroup("closed");
  await env.DB.prepare("UPDATE groups SET booking_page = 1, name = 'Inns & <Co>', colour = '#114477' WHERE group_id = 'inn'").run();
  await env.DB.prepare("UPDATE groups SET booking_page = 1 WHERE group_id = 'other'").run();
  for (const language of ["en", "de", "pt"]) {
    await env.DB.prepare("INSERT INTO hotel_texts (group_id, hotel_id, language, description) VALUES ('other', 'other-euro', ?1, ?1)")
      .bind(language)
      .run();
  }
});

function post(host: Platform, path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return ask(host, path, { method: "POST", body: new URLSearchParams(fields), headers });
}

/** The fields that a page's form carries unseen. */
function carriedBy(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
}

interface Chosen {
  path: string;
  carried: Record<string, string>;
}

/** Chooses a room's rate on the hotel's page, as the button does. */
async function choose(host: Platform, { roomId = "DBL", rateId = "FLEX", stay = STAY, group = "inn" } = {}): Promise<Chosen> {
  const path = `/book/${group}/hotels/${group}-euro`;
  const page = await (await ask(host, `${path}?${query(stay)}`)).text();
  const offer = page.split("<form").find((form) => form.includes(`value="${roomId}"`) && form.includes(`value="${rateId}"`)) ?? "";
  const details = await ask(host, `${path}/details?${query(carriedBy(offer))}`);
  expect(details.status).toBe(200);
  return { path: `${path}/details`, carried: carriedBy(await details.text()) };
}

async function bookAs(host: Platform, fields: Record<string, string> = {}, chosen?: Chosen): Promise<Response> {
  const { path, carried } = chosen ?? (await choose(host));
  return post(host, path, { ...carried, ...GUEST, ...fields });
}

/** The page a browser shows in the end. */
async function shownAfter(host: Platform, answer: Response): Promise<string> {
  const place = answer.headers.get("Location");
  return (place === null ? answer : await ask(host, place)).text();
}

const cookieOf = (answer: Response): string => answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";
const withCookie = (answer: Response): RequestInit => ({ headers: { Cookie: cookieOf(answer) } });
const placeOf = (answer: Response): string => answer.headers.get("Location")?.split("?")[0] ?? "";

async function countBookings(group = "inn"): Promise<number> {
  return (await env.DB.prepare("SELECT count(*) AS n FROM bookings WHERE group_id = ?1").bind(group).first<number>("n")) ?? -1;
}

describe("a group", () => {
  it.each(["/book/G", "/book/G/hotels/G-euro", "/book/G/manage", "/book/G/some-reservation"])(
    "without a booking page has none, and none is told from a group that is not there: %s",
    async (path) => {
      const [closed, nowhere] = await Promise.all(["closed", "nowhere"].map((group) => ask(platform(), path.replaceAll("G", group))));
      expect([closed?.status, nowhere?.status]).toEqual([404, 404]);
      const texts = await Promise.all([closed, nowhere].map(async (answer) => (await answer?.text())?.replaceAll(/nonce="[^"]*"/g, "")));
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]).toContain("There is no such page.");
    },
  );

  it("shows its own name and colour, and nothing of another's hotels", async () => {
    const html = await (await ask(platform(), `/book/inn?${query(STAY)}`)).text();
    expect(html).toContain("Inns &amp; &lt;Co&gt;");
    expect(html).toContain("--brand:#114477");
    expect(html).toContain("inn-euro");
    expect(html).not.toContain("other-euro");
    expect((await ask(platform(), `/book/inn/hotels/other-euro?${query(STAY)}`)).status).toBe(404);
  });
});

describe("every page", () => {
  it("is kept by no cache, runs nothing but the service's own, and is read by no other origin's script", async () => {
    const host = platform();
    const booked = await bookAs(host);
    for (const [path, init] of [
      [`/book/inn?${query(STAY)}`, {}],
      [`/book/inn/hotels/inn-euro?${query(STAY)}`, {}],
      ["/book/inn/manage", {}],
      [placeOf(booked), withCookie(booked)],
      ["/book/inn/nothing", {}],
      ["/book/nowhere", {}],
    ] as const) {
      const { headers } = await ask(host, path, init);
      expect([path, headers.get("Cache-Control")]).toEqual([path, "no-store"]);
      expect(headers.get("Content-Security-Policy")).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{16}'; img-src 'self' https: data:;.*frame-ancestors 'none'$/,
      );
      expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(headers.get("Referrer-Policy")).toBe("same-origin");
    }
  });

  it("escapes whatever it is sent", async () => {
    const host = platform();
    const evil = `"><script>alert(1)</script><b x='`;
    const chosen = await choose(host);
    const answers = [
      await ask(host, `/book/inn?${query({ checkIn: evil, checkOut: evil, adults: evil, children: evil, promoCode: evil, sort: evil, language: evil })}`),
      await ask(host, `/book/inn/hotels/inn-euro?${query({ ...STAY, promoCode: evil, month: evil, language: evil })}`),
      await post(host, "/book/inn/manage", { reference: evil, email: evil }),
      await post(host, chosen.path, { ...chosen.carried, title: evil, firstname: evil, lastname: "", email: evil, phone: evil, key: evil, room: "DBL" }),
    ]; // prettier-ignore
    for (const answer of answers) {
      const html = await answer.text();
      expect(html).toContain("&lt;script&gt;");
      expect(html).not.toContain("<script>");
      expect(html).not.toContain("<b x");
    }
  });

  it("is refused to an address that asks too much, and told so on a page", async () => {
    const asked = new Set<string>();
    // One page for each address.
    const requestLimiter: RateLimiter = { limit: async ({ key }) => ({ success: asked.size < asked.add(key).size }) };
    const host = platform({ requestLimiter });
    const from = (address: string): RequestInit => ({ headers: { "CF-Connecting-IP": address } });
    expect((await ask(host, "/book/inn", from("192.0.2.7"))).status).toBe(200);
    const refused = await ask(host, "/book/inn", from("192.0.2.7"));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many requests");
    expect((await ask(host, "/book/inn", from("192.0.2.8"))).status).toBe(200);
  });
});

describe("a promo code that does not hold", () => {
  it.each(["/book/inn", "/book/inn/hotels/inn-euro"])("is told beside its field on %s, above the prices without it", async (path) => {
    const page = async (promoCode: string): Promise<string> => (await ask(platform(), `${path}?${query({ ...STAY, promoCode })}`)).text();
    const sentence = "This promo code is not known or does not hold for these dates.";
    expect(await page("NO-SUCH")).toContain(sentence);
    for (const held of ["", "summer15"]) expect(await page(held)).not.toContain(sentence);
    // The prices stand all the same.
    expect((await page("NO-SUCH")).match(/class="amount"/g)).toEqual((await page("")).match(/class="amount"/g));
  });
});

describe("booking", () => {
  it("books what was shown, for the page's own caller, and says so in the feed", async () => {
    const host = platform();
    const { path, carried } = await choose(host, { rateId: "SAVER" });
    const answer = await post(host, path, { ...carried, ...GUEST, extra: "BREAKFAST" });
    expect(answer.status).toBe(303);
    const id = placeOf(answer).split("/").at(-1) ?? "";
    const stored = await (await read("inn", `/reservations/inn/${id}`)).json<ReservationAnswer & { billingDetails: object }>();
    expect(stored.billingDetails).toMatchObject({ firstname: "Ann", lastname: "Wyf", email: "ann@guest.test" });
    // Two nights, and breakfast for two on both of them.
    expect(stored.totals).toEqual([expect.objectContaining({ currencyCode: "EUR", totalPrice: 180 + 50 })]);
    const stamp = await env.DB.prepare(
      `SELECT caller, events.type FROM reservations JOIN events ON events.group_id = 'inn' AND events.subject = '/reservations/inn/' || reservation_id
        WHERE reservation_id = ?1`,
    )
      .bind(id)
      .first();
    expect(stamp).toEqual({ caller: "page:book", type: "reservation.created" });
    const html = await (await ask(host, placeOf(answer), withCookie(answer))).text();
    expect(html).toContain(stored.reference);
    expect(html).toContain("€230");
  });

  it("books once however often one form is sent, and asks before a changed one books again", async () => {
    const host = platform();
    const chosen = await choose(host);
    const before = await countBookings();
    const places = [];
    for (const _ of [1, 2, 3]) places.push(placeOf(await bookAs(host, {}, chosen)));
    expect(new Set(places).size).toBe(1);
    expect(await countBookings()).toBe(before + 1);
    const other = await bookAs(host, { firstname: "Bea" }, chosen);
    const html = await other.text();
    expect([other.status, other.headers.get("Set-Cookie")]).toEqual([200, null]);
    expect(html).toContain("You have already booked with this form.");
    expect(carriedBy(html).key).not.toBe(chosen.carried.key);
    expect(await countBookings()).toBe(before + 1);
    expect((await bookAs(host, { firstname: "Bea" }, { ...chosen, carried: carriedBy(html) })).status).toBe(303);
    expect(await countBookings()).toBe(before + 2);
  });

  it("books once where one form is sent three times at once", async () => {
    const host = platform();
    const chosen = await choose(host);
    const before = await countBookings();
    const answers = await Promise.all([1, 2, 3].map(() => bookAs(host, {}, chosen)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(answers.map((answer) => answer.headers.get("Location"))).size).toBe(1);
    expect(await countBookings()).toBe(before + 1);
  });

  it("goes back to a form of the same key, for the way to it carries the key", async () => {
    const host = platform();
    const first = await choose(host);
    const again = await ask(host, `${first.path}?${query(first.carried)}`);
    expect(carriedBy(await again.text()).key).toBe(first.carried.key);
  });

  it("books nothing at a price that has changed: the guest reads what it was and what it is", async () => {
    const host = platform();
    const stay = { ...STAY, checkIn: night(40), checkOut: night(42) };
    const chosen = await choose(host, { stay });
    const before = await countBookings();
    const raised = await changeAri("inn", "inn-euro", [{ room: "DBL", from: night(40), to: night(40), rates: { FLEX: { price: 111.5 } } }]);
    expect(raised.status).toBe(200);
    const answer = await bookAs(host, { extra: "BREAKFAST" }, chosen);
    const html = await answer.text();
    expect(html).toContain("it was €250, it is now €261.50");
    expect(await countBookings()).toBe(before);
    expect(html).toContain('value="Ann"');
    expect((await bookAs(host, { extra: "BREAKFAST" }, { ...chosen, carried: carriedBy(html) })).status).toBe(303);
  });

  it("books nothing where an extra's price has changed", async () => {
    const host = platform();
    const chosen = await choose(host);
    const before = await countBookings();
    const answer = await bookAs(host, { extra: "BREAKFAST" }, { ...chosen, carried: { ...chosen.carried, "shown-BREAKFAST": "450000" } });
    expect(await answer.text()).toContain("it was €245, it is now €250");
    expect(await countBookings()).toBe(before);
  });

  it("says that the room has just been taken, and offers what is left", async () => {
    const host = platform();
    const stay = { ...STAY, checkIn: night(50), checkOut: night(51) };
    expect((await changeAri("inn", "inn-euro", [{ room: "SGL", from: night(50), to: night(50), units: 1 }])).status).toBe(200);
    const chosen = await choose(host, { roomId: "SGL", stay });
    const taken = booking("inn-euro", { roomId: "SGL", checkInDate: night(50), checkOutDate: night(51) });
    expect((await reserve("inn", reservation([taken]))).status).toBe(200);
    const before = await countBookings();
    const html = await shownAfter(host, await bookAs(host, {}, chosen));
    expect(html).toContain("This room has just been taken.");
    expect(html).toContain(`name="checkIn" type="date" required value="${night(50)}"`);
    expect(html).toContain('value="DBL"');
    expect(html).not.toContain('value="SGL"');
    expect(await countBookings()).toBe(before);
  });

  it.each([
    [{ firstname: "" }, "Please fill this in."],
    [{ lastname: " " }, "Please fill this in."],
    [{ email: "nobody" }, "Please give an e-mail address."],
    [{ firstname: "x".repeat(5000) }, "Please correct what is marked."],
    [{ lastname: "a\u0000b" }, "Please correct what is marked."],
    [{ extra: "NO-SUCH" }, "This room has just been taken."],
    [{ promoCode: "NO-SUCH" }, "This promo code is not known"],
    [{ room: "NO-SUCH" }, "This room has just been taken."],
    [{ checkIn: "tomorrow" }, "Please correct what is marked."],
    [{ adults: "99" }, "Please correct what is marked."],
    [{ shown: "0" }, "The price has changed"],
    [{ shown: "" }, "The price has changed"],
    [{ shown: "1e400" }, "The price has changed"],
  ])("tells the guest what is wrong with %o, and books nothing", async (fields, sentence) => {
    const host = platform();
    const before = await countBookings();
    const answer = await bookAs(host, fields);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(await shownAfter(host, answer)).toContain(sentence);
    expect(await countBookings()).toBe(before);
  });

  it.each([
    ["another origin", { Origin: "https://evil.test" }],
    ["no origin that can be named", { Origin: "null" }],
  ])("takes no form of %s", async (_, headers) => {
    const host = platform();
    const { path, carried } = await choose(host);
    const before = await countBookings();
    expect((await post(host, path, { ...carried, ...GUEST }, headers)).status).toBe(404);
    expect((await post(host, "/book/inn/manage", GUEST, headers)).status).toBe(404);
    expect(await countBookings()).toBe(before);
    expect((await post(host, path, { ...carried, ...GUEST }, { Origin: "http://tabard.test" })).status).toBe(303);
  });
});

describe("a reservation's page", () => {
  it("opens for its own guest alone; everyone else is asked for reference and e-mail", async () => {
    const host = platform();
    const [mine, other] = [await bookAs(host), await bookAs(host, { lastname: "Reeve" })];
    const elsewhere = await bookAs(host, {}, await choose(host, { group: "other" }));
    expect(await (await ask(host, placeOf(mine), withCookie(mine))).text()).toContain("Cancel booking");
    for (const init of [{}, withCookie(other), withCookie(elsewhere), { headers: { Cookie: "tabard_guest=nonsense" } }]) {
      for (const step of ["", "/dates", "/cancel"]) {
        const answer = await ask(host, placeOf(mine) + step, init);
        const html = await answer.text();
        expect(html).not.toContain("Cancel booking");
        expect(html).toContain(step === "" ? "Show booking" : "There is no such page.");
      }
      const body = new URLSearchParams({ booking: `${placeOf(mine).split("/").at(-1)}-1`, shown: "0" });
      expect((await ask(host, `${placeOf(mine)}/cancel`, { ...init, method: "POST", body })).status).toBe(404);
    }
  });

  it("has a cookie that scripts and other pages do not get, and no interface takes as a token", async () => {
    const host = platform();
    const booked = await bookAs(host);
    expect(booked.headers.get("Set-Cookie")).toMatch(
      /^tabard_guest=[\w-]+; Path=\/book\/inn\/[\w-]+; HttpOnly; SameSite=Lax$/,
    ); // prettier-ignore
    const token = cookieOf(booked).split("=")[1] ?? "";
    for (const path of ["/hotels/inn", `/reservations/inn/${placeOf(booked).split("/").at(-1)}`]) {
      expect((await ask(host, path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
    }
    expect(await (await ask(host, placeOf(booked), withCookie(booked))).text()).not.toContain(token);
  });

  it("ends with its session", async () => {
    let nowMs = Date.now();
    const host = platform({ now: () => nowMs });
    const booked = await bookAs(host);
    expect(await (await ask(host, placeOf(booked), withCookie(booked))).text()).toContain("Cancel booking");
    nowMs += 61 * 60 * 1000;
    expect(await (await ask(host, placeOf(booked), withCookie(booked))).text()).toContain("Show booking");
  });

  it("is found by reference and e-mail together, whatever their case, and by neither alone", async () => {
    const host = platform();
    const booked = await bookAs(host);
    const html = await (await ask(host, placeOf(booked), withCookie(booked))).text();
    const reference = /Reference ([A-Z0-9-]+)</.exec(html)?.[1] ?? "";
    const right = await post(host, "/book/inn/manage", { reference: reference.toLowerCase(), email: "ANN@guest.test" });
    expect([right.status, placeOf(right)]).toEqual([303, placeOf(booked)]);
    expect(await (await ask(host, placeOf(right), withCookie(right))).text()).toContain("Cancel booking");
    for (const fields of [
      { reference, email: "bea@guest.test" },
      { reference: "NOPE", email: "ann@guest.test" },
      { reference, email: "" },
    ]) {
      const wrong = await post(host, "/book/inn/manage", fields);
      expect([wrong.status, wrong.headers.get("Set-Cookie")]).toEqual([422, null]);
      expect(await wrong.text()).toContain("There is no booking with this reference and e-mail address.");
    }
    expect((await post(host, "/book/other/manage", { reference, email: "ann@guest.test" })).status).toBe(422);
  });

  it("counts failures to find one against the address, while RATE_LIMITS is on", async () => {
    const free: RateLimiter = { limit: async () => ({ success: true }) };
    const host = platform({ requestLimiter: free, loginLimiter: free });
    const statuses = [];
    for (let time = 0; time <= FAILURES_MAX; time += 1) {
      const answer = await post(host, "/book/inn/manage", { reference: "NOPE", email: "a@b.test" }, { "CF-Connecting-IP": "192.0.2.9" });
      statuses.push(answer.status);
    }
    expect(statuses.at(0)).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });

  it("changes dates once, at the price that was shown", async () => {
    const host = platform();
    const booked = await bookAs(host, {}, await choose(host, { stay: { ...STAY, checkIn: night(60), checkOut: night(62) } }));
    const place = placeOf(booked);
    const asked = query({ booking: `${place.split("/").at(-1)}-1`, checkIn: night(60), checkOut: night(63) });
    const proposal = await (await ask(host, `${place}/dates?${asked}`, withCookie(booked))).text();
    expect(proposal).toContain("€300");
    const init = (html: string): RequestInit => ({ ...withCookie(booked), method: "POST", body: new URLSearchParams(carriedBy(html)) });
    await changeAri("inn", "inn-euro", [{ room: "DBL", from: night(62), to: night(62), rates: { FLEX: { price: 120 } } }]);
    const refused = await (await ask(host, `${place}/dates`, init(proposal))).text();
    expect(refused).toContain("it was €300, it is now €320");
    for (const _ of [1, 2]) {
      const done = await ask(host, `${place}/dates`, init(refused));
      expect([done.status, done.headers.get("Location")]).toEqual([303, `${place}?changed=1`]);
    }
    const stored = await (await read("inn", `/reservations/inn/${place.split("/").at(-1)}`)).json<ReservationAnswer>();
    expect(stored.totals).toEqual([expect.objectContaining({ totalPrice: 320 })]);
  });

  it("cancels once, at the fee that was shown, and offers nothing more", async () => {
    const host = platform();
    const booked = await bookAs(host, {}, await choose(host, { rateId: "SAVER" }));
    const place = placeOf(booked);
    const asked = query({ booking: `${place.split("/").at(-1)}-1` });
    const proposal = await (await ask(host, `${place}/cancel?${asked}`, withCookie(booked))).text();
    expect(proposal).toContain("Cancelling costs €180 now.");
    const init = (fields: Record<string, string>): RequestInit => ({
      ...withCookie(booked),
      method: "POST",
      body: new URLSearchParams({ ...carriedBy(proposal), ...fields }),
    });
    expect(await (await ask(host, `${place}/cancel`, init({ shown: "0" }))).text()).toContain("it was €0, it is now €180");
    for (const _ of [1, 2]) expect((await ask(host, `${place}/cancel`, init({}))).status).toBe(303);
    const html = await (await ask(host, `${place}?cancelled=1`, withCookie(booked))).text();
    expect(html).toContain("Your booking is cancelled.");
    expect(html).not.toContain("Cancel booking");
  });
});

it("answers whatever it is sent with a page, and never fails", async () => {
  const host = platform();
  const { path, carried } = await choose(host);
  const booked = await bookAs(host);
  const reservationPath = placeOf(booked);
  const names = [
    ...Object.keys({ ...carried, ...GUEST }),
    "extra",
    "month",
    "sort",
    "language",
    "because",
    "booking",
    "reference",
    "booked",
  ];
  const known = [
    ...Object.values(carried),
    night(10),
    night(-3),
    night(399),
    "BREAKFAST",
    "SECRET",
    "MEMBER",
    "inn-yen",
    "__proto__",
    "2027-02",
  ];
  const value = fc.oneof(fc.constantFrom(...known), fc.string({ unit: "binary", maxLength: 30 }), fc.constant("9".repeat(400)));
  const paths = [
    "/book/inn",
    path,
    path.replace("/details", ""),
    "/book/inn/manage",
    ...["", "/dates", "/cancel"].map((step) => reservationPath + step),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }),
      async (at, isForm, pairs) => {
        const fields = new URLSearchParams({ ...carried, booking: `${reservationPath.split("/").at(-1)}-1` });
        for (const [name, text] of pairs) fields.append(name, text.toWellFormed());
        for (const [name, text] of pairs.slice(0, 2)) fields.set(name, text.toWellFormed());
        const init = isForm ? { method: "POST", body: fields } : {};
        const answer = await ask(host, isForm ? at : `${at}?${fields.toString()}`, { ...withCookie(booked), ...init });
        expect(answer.status).toBeLessThan(500);
        const type = answer.status === 303 ? "text/html" : (answer.headers.get("Content-Type") ?? "");
        expect(type).toMatch(answer.status === 405 || answer.status === 400 ? /problem\+json|html/ : /html/);
      },
    ),
    { numRuns: Number(process.env.TABARD_FUZZ ?? 150) },
  );
});

describe("languages", () => {
  it("follow the address, then the browser, among those the group has texts in", async () => {
    const heading = async (path: string, accept: string): Promise<string | undefined> =>
      /<h1>([^<]*)</.exec(await (await ask(platform(), path, { headers: { "Accept-Language": accept } })).text())?.[1];
    expect(await heading("/book/other", "fr, de-AT;q=0.8, en;q=0.5")).toBe("Aufenthalt buchen");
    expect(await heading("/book/other?language=pt", "de")).toBe("Reservar uma estadia");
    expect(await heading("/book/other?language=fr", "de")).toBe("Book a stay");
    expect(await heading("/book/other", "")).toBe("Book a stay");
  });
});
