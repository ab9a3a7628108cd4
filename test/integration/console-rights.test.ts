/**
 * Nobody sees or does at the console what is not theirs (docs/interface.md §20.2): every page and every form × every kind of
 * operator, every other token, ids of another group and of another hotel, and forms that no page of the console has sent or that
 * were sent before. A route of the console without an entry here fails.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/app.ts";
import { HOTEL_KEY_SCOPES, OPERATOR_SCOPES, type Scope } from "../../src/access/rules/principal.ts";
import { formatDate, todayIn } from "../../src/base/calendar-date.ts";
import { FORM_BYTES_MAX } from "../../src/pages/limits.ts";
import { night } from "../../harness/bookable-group.ts";
import { ORIGIN, atDesk } from "../support/console.ts";
import { hiddenFields } from "../support/read-page.ts";
import { ask, insertToken, platform } from "../support/in-worker.ts";
import { type ReservationAnswer, booking, reservation, reserve } from "../support/reserve.ts";
import { type GroupOfTest, PASSWORD, addGroup, countRows, restoreWebhooks } from "../support/two-groups.ts";

/** What stands in paths, queries and forms. */
interface Ids {
  hotelId: string;
  reservationId: string;
  bookingId: string;
  webhookId: string;
  modifiedKey: number;
}

interface Entry {
  /** Null: every operator's. */
  scope: Scope | null;
  /** What an operator needs besides to see the booking at all. */
  also?: Scope;
  path: (ids: Ids) => string;
  /** Makes it a form. */
  form?: (ids: Ids) => Record<string, string>;
  /** The page whose form it is, with what a page of ours would put into it. */
  from?: (ids: Ids) => string;
  /** "hidden": it names nothing that could be another's, and holds nothing of it. */
  others: 404 | "hidden";
}

const stay = `arrival=${night(20)}&departure=${night(22)}`;
const reservationPath = (step: string) => (ids: Ids) => `/console/bookings/${ids.reservationId}${step}`;
const stepPath = (step: string) => (ids: Ids) => `/console/bookings/${ids.reservationId}/${step}?booking=${ids.bookingId}`;
const periodPath = (ids: Ids): string => `/console/ledger/periods/${ids.hotelId}/202001`;
const ofHotel = (path: string) => (ids: Ids) => `${path}?hotel=${ids.hotelId}`;
const nights = { from: night(20), to: night(22) };

const ENTRIES: Readonly<Record<string, Entry>> = {
  "POST /console/sign-out": { scope: null, path: () => "/console/sign-out", form: () => ({}), others: "hidden" },
  "GET /console/today": { scope: "bookings", path: ofHotel("/console/today"), others: 404 },
  "GET /console/today/news": { scope: "bookings", path: () => "/console/today/news?after=0", others: "hidden" },
  "POST /console/today": {
    scope: "bookings",
    path: () => "/console/today",
    form: (ids) => ({ reservation: ids.reservationId, booking: ids.bookingId, move: "check-in" }),
    from: ofHotel("/console/today"),
    others: 404,
  },
  "GET /console/bookings": { scope: "bookings", path: () => "/console/bookings", others: "hidden" },
  "GET /console/bookings/:reservationId": { scope: "bookings", path: reservationPath(""), others: 404 },
  "POST /console/bookings/:reservationId/move": {
    scope: "bookings",
    path: reservationPath("/move"),
    form: (ids) => ({ booking: ids.bookingId, move: "check-in" }),
    from: reservationPath(""),
    others: 404,
  },
  "GET /console/bookings/:reservationId/amend": { scope: "bookings", path: stepPath("amend"), others: 404 },
  "POST /console/bookings/:reservationId/amend": {
    scope: "bookings",
    path: reservationPath("/amend"),
    form: (ids) => ({ booking: ids.bookingId, checkIn: today(), checkOut: night(3) }),
    from: (ids) => `${stepPath("amend")(ids)}&checkIn=${today()}&checkOut=${night(3)}`,
    others: 404,
  },
  "GET /console/bookings/:reservationId/cancel": { scope: "bookings", path: stepPath("cancel"), others: 404 },
  "POST /console/bookings/:reservationId/cancel": {
    scope: "bookings",
    path: reservationPath("/cancel"),
    form: (ids) => ({ booking: ids.bookingId, waive: "on" }),
    from: stepPath("cancel"),
    others: 404,
  },
  "GET /console/bookings/:reservationId/documents": { scope: "ledger", also: "bookings", path: stepPath("documents"), others: 404 },
  "POST /console/bookings/:reservationId/documents": {
    scope: "ledger",
    also: "bookings",
    path: reservationPath("/documents"),
    form: (ids) => ({ booking: ids.bookingId, kind: "charge", code: "MEAL", amount: "12.50" }),
    from: stepPath("documents"),
    others: 404,
  },
  "GET /console/calendar": { scope: "rates", path: ofHotel("/console/calendar"), others: 404 },
  "POST /console/calendar": {
    scope: "rates",
    path: () => "/console/calendar",
    form: ({ hotelId }) => ({ hotel: hotelId, room: "DBL", rate: "FLEX", price: "321", units: "", selling: "", ...nights }),
    from: ofHotel("/console/calendar"),
    others: 404,
  },
  "GET /console/explain": { scope: "explain", path: ({ hotelId }) => `/console/explain?hotel=${hotelId}&${stay}`, others: 404 },
  // Each group counts its documents from 1: another's key is one's own as well.
  "GET /console/documents/:modifiedKey": { scope: "ledger", path: (ids) => `/console/documents/${ids.modifiedKey}`, others: "hidden" },
  "GET /console/events": { scope: "events", path: ofHotel("/console/events"), others: 404 },
  "GET /console/events/news": { scope: "events", path: () => "/console/events/news?after=0", others: "hidden" },
  "POST /console/events/webhooks/:webhookId/resume": {
    scope: "events",
    path: ({ webhookId }) => `/console/events/webhooks/${webhookId}/resume`,
    form: () => ({}),
    others: 404,
  },
  "GET /console/ledger": { scope: "ledger", path: ofHotel("/console/ledger"), others: 404 },
  "GET /console/ledger/documents.csv": { scope: "ledger", path: ofHotel("/console/ledger/documents.csv"), others: 404 },
  "GET /console/ledger/transactions.xml": { scope: "ledger", path: ofHotel("/console/ledger/transactions.xml"), others: 404 },
  "GET /console/ledger/periods/:hotelId/:periodId": { scope: "ledger", path: periodPath, others: 404 },
  "GET /console/ledger/periods/:hotelId/:periodId/transactions.xml": {
    scope: "ledger",
    path: (ids) => `${periodPath(ids)}/transactions.xml`,
    others: 404,
  },
  "POST /console/ledger/periods/:hotelId/:periodId": { scope: "ledger", path: periodPath, form: () => ({}), from: periodPath, others: 404 },
};

/** Operators by what they do. Bound: the one of the hotel, who has every right there. */
const OPERATORS: Readonly<Record<string, readonly Scope[]>> = {
  all: HOTEL_KEY_SCOPES,
  bound: HOTEL_KEY_SCOPES,
  desk: ["bookings"],
  revenue: ["rates"],
  accountant: ["ledger"],
  watcher: ["events"],
  reader: ["explain"],
  editor: ["content"],
  none: [],
};
const session = (kind: string): string => `mine-console-${kind}`;
/** Cookies that are no operator's session at the desk. */
const STRANGERS = ["nonsense", "mine-key", "mine-user", "mine-operator", "mine-desk-expired", "mine-desk-revoked"];

const LISBON = "Europe/Lisbon";
const today = (): string => formatDate(todayIn(LISBON, Date.now()));

/** One isolate for all, so that it knows every token it has seen. */
const host = platform();
let mine: GroupOfTest;
let theirs: GroupOfTest;
let own: Ids;
let ofOtherHotel: Ids;
let ofOtherGroup: Ids;

async function idsOf(group: GroupOfTest, hotelId: string, reservationId: string, webhookId: string): Promise<Ids> {
  const row = await env.DB.prepare("SELECT booking_id FROM bookings WHERE reservation_id = ?1")
    .bind(reservationId)
    .first<string>("booking_id");
  const key = await env.DB.prepare("SELECT modified_key FROM ledger_documents WHERE group_id = ?1 AND site_id = ?2")
    .bind(group.groupId, hotelId)
    .first<number>("modified_key");
  return { hotelId, reservationId, bookingId: row ?? "", webhookId, modifiedKey: key ?? 0 };
}

/** A stay of the own hotel that begins today. */
async function bookToday(): Promise<Ids> {
  const dates = { checkInDate: today(), checkOutDate: night(2) };
  const answer = await reserve("mine", reservation([booking(mine.hotelId, dates)]));
  const { reservationId } = await answer.json<ReservationAnswer>();
  return idsOf(mine, mine.hotelId, reservationId, mine.webhookId);
}

beforeAll(async () => {
  mine = await addGroup("mine");
  theirs = await addGroup("theirs");
  for (const [kind, scopes] of Object.entries(OPERATORS)) {
    const bound = kind === "bound" ? { hotelId: mine.hotelId } : {};
    await insertToken(session(kind), "mine", { kind: "operator", subject: kind, scopes, ...bound });
  }
  own = await idsOf(mine, mine.hotelId, mine.reservationId, mine.webhookId);
  ofOtherHotel = await idsOf(mine, mine.otherHotelId, mine.otherReservationId, mine.otherWebhookId);
  ofOtherGroup = await idsOf(theirs, theirs.hotelId, theirs.reservationId, theirs.webhookId);
});

const ROUTES_HERE = ROUTES.filter(({ path }) => path.startsWith("/console/")).map(({ method, path }) => `${method} ${path}`);
const FORMS = ROUTES_HERE.filter((name) => name.startsWith("POST"));

function entryOf(name: string): Entry {
  const entry = ENTRIES[name];
  if (!entry) throw new Error(`${name} has no entry`);
  return entry;
}

function send(name: string, token: string, ids: Ids, more: Record<string, string> = {}): Promise<Response> {
  const { path, form } = entryOf(name);
  return atDesk(token, path(ids), form && { ...form(ids), ...more }, host);
}

/** What every answer of the console keeps to, whoever asked. */
function expectKeptToItself(answer: Response): void {
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect([...answer.headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
  if (answer.headers.get("Content-Type")?.startsWith("text/html") !== true) return;
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'; script-src 'self';");
}

it("has an entry for every route of the console, and for no other", () => {
  expect(Object.keys(ENTRIES).sort()).toEqual(ROUTES_HERE.sort());
});

describe.each(FORMS)("the form %s", (name) => {
  const { scope, path, form, from } = entryOf(name);

  it("is taken from the console's own pages alone", async () => {
    const before = await countRows();
    const fields = new URLSearchParams(form?.(own)).toString();
    const type = "application/x-www-form-urlencoded";
    for (const [headers, body] of [
      [{ Origin: "https://evil.test", "Content-Type": type }, fields],
      [{ Origin: "null", "Content-Type": type }, fields],
      [{ Origin: `${ORIGIN}:8443`, "Content-Type": type }, fields],
      [{ Origin: ORIGIN, "Content-Type": "application/json" }, JSON.stringify(form?.(own))],
      [{ Origin: ORIGIN, "Content-Type": "multipart/form-data; boundary=x" }, fields],
      [{ Origin: ORIGIN, "Content-Type": "text/plain" }, fields],
      [{ Origin: ORIGIN, "Content-Type": type }, `${fields}&more=${"x".repeat(FORM_BYTES_MAX)}`],
    ] as const) {
      const cookie = { Cookie: `tabard_console=${session("all")}` };
      const answer = await ask(host, path(own), { method: "POST", headers: { ...headers, ...cookie }, body });
      expectKeptToItself(answer);
      expect([headers, answer.status]).toEqual([headers, 404]);
    }
    expect(await countRows()).toEqual(before);
  });

  it.runIf(scope !== null)("changes nothing more where it is sent again, nor where it is sent three times at once", async () => {
    const ids = { ...(await bookToday()), modifiedKey: own.modifiedKey };
    const more = from ? hiddenFields(await (await atDesk(session("all"), from(ids), undefined, host)).text(), path(ids), form?.(ids)) : {};
    const before = await countRows();
    const first = await Promise.all([1, 2, 3].map(() => send(name, session("all"), ids, more)));
    const after = await countRows();
    // The others waited, and were told the same.
    const done = first.map((answer) => answer.headers.get("Location"));
    expect(first.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(done).size).toBe(1);
    const again = await send(name, session("all"), ids, more);
    expect([again.status, again.headers.get("Location")]).toEqual([303, done[0]]);
    expect(await countRows()).toEqual(after);
    if (name !== "POST /console/events/webhooks/:webhookId/resume") expect(after).not.toEqual(before);
    await restoreWebhooks(mine);
  });
});

describe.each(ROUTES_HERE)("%s", (name) => {
  const { scope, also, others } = entryOf(name);

  it("opens to operators with its scope, and tells the others", async () => {
    for (const [kind, scopes] of Object.entries(OPERATORS)) {
      // Signing out would end the session for what follows.
      if (scope === null) continue;
      const answer = await send(name, session(kind), own);
      expectKeptToItself(answer);
      const text = await answer.text();
      expect(text).not.toContain("theirs");
      const may = (needed: Scope | undefined): boolean => needed === undefined || scopes.includes(needed);
      if (!may(scope)) expect([kind, answer.status]).toEqual([kind, 403]);
      else if (!may(also)) expect([kind, answer.status]).toEqual([kind, 404]);
      // 409: an earlier one of them has done it. 422: the form is not filled in.
      else expect([kind, [200, 303, 409, 422].includes(answer.status)]).toEqual([kind, true]);
    }
    await restoreWebhooks(mine);
  });

  it("leads everybody else to the door, and does nothing for them", async () => {
    const before = await countRows();
    for (const token of STRANGERS) {
      const answer = await send(name, token, own);
      expectKeptToItself(answer);
      expect([token, answer.status, answer.headers.get("Location")]).toEqual([token, 303, "/console?ended=1"]);
      expect(answer.headers.get("Set-Cookie")).toMatch(/^tabard_console=; Path=\/console; HttpOnly; SameSite=Strict; Max-Age=0$/);
    }
    const answer = await send(name, "", own);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/console"]);
    expect(await countRows()).toEqual(before);
  });

  it("knows nothing of another group, nor of another hotel for who is bound to one", async () => {
    if (scope === null) return;
    const before = await countRows();
    for (const [token, ids, secrets] of [
      [session("all"), ofOtherGroup, ["theirs"]],
      [session("bound"), ofOtherGroup, ["theirs"]],
      [session("bound"), ofOtherHotel, [mine.otherHotelId, ofOtherHotel.reservationId]],
    ] as const) {
      const answer = await send(name, token, ids);
      expectKeptToItself(answer);
      const text = await answer.text();
      for (const secret of secrets) expect(text).not.toContain(secret);
      if (others === 404) expect(answer.status).toBe(404);
    }
    expect(await countRows()).toEqual(before);
  });
});

describe("a session of the console", () => {
  const signIn = (fields: Record<string, string>): Promise<Response> => atDesk("", "/console", fields, host);

  it("is opened by site, operator and password, stands in a cookie for the console alone, and ends everywhere at sign-out", async () => {
    await env.DB.prepare("UPDATE operators SET scopes = ?1 WHERE site_id = ?2").bind(JSON.stringify(OPERATOR_SCOPES), mine.hotelId).run();
    const opened = await signIn({ site: mine.hotelId, operator: "DESK", password: PASSWORD });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/console"]);
    const cookie = opened.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^tabard_console=[\w]+; Path=\/console; HttpOnly; SameSite=Strict$/);
    const token = /^tabard_console=(\w+)/.exec(cookie)?.[1] ?? "";
    expect((await atDesk(token, "/console", undefined, host)).headers.get("Location")).toBe("/console/today");
    expect(await (await atDesk(token, "/console/today", undefined, host)).text()).toContain(mine.hotelId);
    const out = await send("POST /console/sign-out", token, own);
    expect([out.status, out.headers.get("Location")]).toEqual([303, "/console"]);
    expect(out.headers.get("Set-Cookie")).toContain("Max-Age=0");
    for (const one of [host, platform()]) {
      expect((await atDesk(token, "/console/today", undefined, one)).headers.get("Location")).toBe("/console?ended=1");
      const interfaces = await ask(one, "/reservations/mine", { headers: { Authorization: `Bearer ${token}` } });
      expect(interfaces.status).toBe(401);
    }
  });

  it("is opened over https with a cookie for https, and to nobody else", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const fields = { site: mine.hotelId, operator: "DESK", password: PASSWORD };
    const secure = await ask(host, "https://tabard.test/console", {
      method: "POST",
      headers,
      body: new URLSearchParams(fields).toString(),
    });
    expect(secure.headers.get("Set-Cookie")).toMatch(/; Secure$/);
    for (const wrong of [
      { password: "wrong" },
      { operator: "NOBODY" },
      { site: "theirs-euro-2" },
      { password: "" },
      { site: "x".repeat(300) },
    ]) {
      const refused = await signIn({ ...fields, ...wrong });
      expectKeptToItself(refused);
      expect([wrong, refused.status, refused.headers.get("Set-Cookie")]).toEqual([wrong, 422, null]);
      expect(await refused.text()).toContain("do not fit together");
    }
    const forged = { method: "POST", headers: { ...headers, Origin: "https://evil.test" }, body: new URLSearchParams(fields).toString() };
    const answer = await ask(host, "/console", forged);
    expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([403, null]);
  });

  it("shows an operator without a page of its own where it is, and no link", async () => {
    const answer = await atDesk(session("none"), "/console", undefined, host);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain('href="/console/');
  });
});
