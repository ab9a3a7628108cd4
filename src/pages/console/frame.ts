/** What every page of the console stands in: where an operator may go, and the way out (docs/interface.md §20). */
import { html } from "hono/html";
import type { CallerCtx } from "../../access/caller.ts";
import { type Scope, hasScope } from "../../access/rules/principal.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { type Markup, page } from "../layout.ts";
import { speechOf } from "../texts/speech.ts";

/** The console speaks English. */
export const SPEECH = speechOf("en");

/** A signed-in operator at a page. */
export interface Desk {
  caller: CallerCtx;
  url: URL;
  nonce: string;
  /** Those the operator may know of, by name. */
  hotels: readonly OwnHotel[];
}

/** The parts of the console, and the scope that opens each. */
export const SECTIONS = [
  { path: "/console/today", label: "Today", scope: "bookings" },
  { path: "/console/bookings", label: "Bookings", scope: "bookings" },
  { path: "/console/calendar", label: "Calendar", scope: "rates" },
  { path: "/console/ledger", label: "Ledger", scope: "ledger" },
  { path: "/console/events", label: "Events", scope: "events" },
] as const satisfies readonly { path: string; label: string; scope: Scope }[];

/** Documents by what people call them. */
export const TYPE_NAMES = { Payment: "Payment", Invoice: "Invoice", CreditNote: "Credit note", Proforma: "Proforma" } as const;

/** Bookings and the calendar lead to it, each for its own stay; here it is for those who may see neither. */
const EXPLAIN = { path: "/console/explain", label: "Explain" };

/** What the operator's scopes open. */
export function sectionsOf({ principal }: CallerCtx): readonly { path: string; label: string }[] {
  const sections = SECTIONS.filter(({ scope }) => hasScope(principal, scope));
  const isLedTo = hasScope(principal, "bookings") || hasScope(principal, "rates");
  return hasScope(principal, "explain") && !isLedTo ? [...sections, EXPLAIN] : sections;
}

/** The whole document of a signed-in operator. */
export function consolePage(desk: Desk, title: string, content: Markup): Markup {
  const { caller, url, nonce } = desk;
  const links = sectionsOf(caller).map(({ path, label }) => {
    const isHere = url.pathname === path || url.pathname.startsWith(`${path}/`);
    return html`<a href="${path}" ${isHere ? html`aria-current="page"` : ""}>${label}</a> `;
  });
  const navigation = html`<nav aria-label="Console">${links}</nav>
    <form method="post" action="/console/sign-out"><button class="quiet small">Sign out</button></form>`;
  const footer = html`<span>Signed in as ${caller.principal.subject} at ${placeOf(desk)}.</span>`;
  return frame(title, nonce, navigation, footer, content);
}

/** A document of someone who is not signed in. */
export function outerPage(nonce: string, title: string, content: Markup): Markup {
  return frame(title, nonce, html``, html`<span>Tabard</span>`, content);
}

function frame(title: string, nonce: string, navigation: Markup, footer: Markup, content: Markup): Markup {
  const brand = { name: "Tabard console", colour: null, logo: null, home: "/console" };
  return page({ language: "en", title, brand, skip: SPEECH.texts.skip, navigation, footer, script: "/assets/console.js", nonce }, content);
}

function placeOf({ caller, hotels }: Desk): string {
  const { hotelId, groupId } = caller.principal;
  return hotelId === null ? groupId : (hotels[0]?.name ?? hotelId);
}

/** What has been done, or why not: the focus goes there, so that those who work by keyboard or by ear are told first. */
export function notice(kind: "good" | "bad", lines: readonly string[]): Markup {
  if (lines.length === 0) return html``;
  return html`<div class="${kind === "good" ? "notice good" : "notice"}" role="${kind === "good" ? "status" : "alert"}" tabindex="-1" autofocus>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </div>`;
}

/** A table that scrolls within itself on a narrow screen, by keyboard too. */
export function scrolling(label: string, table: Markup): Markup {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">${table}</div>`;
}

/** A choice of one hotel; nothing where there is but one. */
export function hotelChoice({ hotels }: Desk, chosen: string | null, all: string | null): Markup {
  return select("Hotel", "hotel", [
    ...(all === null ? [] : [{ value: "", text: all }]),
    ...hotels.map(({ hotelId, name }) => ({ value: hotelId, text: name })),
  ], chosen ?? ""); // prettier-ignore
}

/** A labelled choice. */
export function select(
  label: string,
  name: string,
  options: readonly { value: string; text: string }[],
  chosen: string,
  id: string = name,
): Markup {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${options.map(({ value, text }) => html`<option value="${value}" ${value === chosen ? html`selected` : ""}>${text}</option>`)}
    </select>
  </div>`;
}
