/** What /console/events shows. */
import { html } from "hono/html";
import { hasScope } from "../../access/rules/principal.ts";
import type { StoredEvent } from "../../events/rules/event.ts";
import type { DisabledReason, Webhook } from "../../events/rules/webhook.ts";
import type { NotedMessage } from "../../partners/list-messages.ts";
import { type Markup, hidden } from "../layout.ts";
import { EVENT_DATA_CHARS_SHOWN } from "../limits.ts";
import { type Desk, consolePage, hotelChoice, notice, scrolling } from "./frame.ts";
import { freshLine } from "./news.ts";

export interface EventsView {
  /** Newest first. */
  events: readonly StoredEvent[];
  webhooks: readonly Webhook[];
  messages: { hotelId: string; messages: readonly NotedMessage[] } | null;
  key: string;
  /** The newest event of the group, whether it is among them or not. */
  newest: number;
  done: readonly string[];
}

export function eventsPage(desk: Desk, { events, webhooks, messages, key, newest, done }: EventsView): Markup {
  return consolePage(
    desk,
    "Events",
    html`<h1>Events</h1>
      ${notice("good", done)} ${freshLine(desk, "/console/events/news", newest)}
      <section class="card day" id="webhooks" data-live tabindex="-1">
        <h2>Webhooks</h2>
        ${webhooks.length === 0 ? html`<p class="soft">No webhook is told of anything.</p>` : webhookTable(webhooks, key)}
      </section>
      <section class="card day" id="latest" data-live tabindex="-1">
        <h2>The latest</h2>
        ${events.length === 0 ? html`<p class="soft">Nothing has happened yet.</p>` : eventTable(desk, events)}
      </section>
      ${messages === null ? "" : messagePart(desk, messages)}`,
  );
}

const WHY: Readonly<Record<DisabledReason, string>> = {
  asked: "Stopped by hand",
  gone: "Stopped: its receiver says it is gone",
  failing: "Stopped after days of failures",
};

function webhookTable(webhooks: readonly Webhook[], key: string): Markup {
  const rows = webhooks.map((webhook) => {
    const { webhookId, url, types, state, disabledReason, lag, failures, lastError, nextAttemptMs } = webhook;
    const failing = failures === 0 ? "Delivers" : `Failing, ${failures} attempts`;
    const resume = html`<form method="post" action="/console/events/webhooks/${webhookId}/resume">
      ${hidden({ key })}<button class="small" aria-describedby="url-${webhookId}">Resume</button>
    </form>`;
    return html`<tr>
      <th scope="row" id="url-${webhookId}">${url}</th>
      <td>${types.join(", ")}</td>
      <td>${state === "disabled" ? WHY[disabledReason ?? "asked"] : failing}${state === "disabled" ? resume : ""}</td>
      <td class="number">${lag}</td>
      <td>${lastError ?? "None"}</td>
      <td>${nextAttemptMs === null ? "" : instant(nextAttemptMs)}</td>
    </tr>`;
  });
  return scrolling(
    "Webhooks",
    html`<table class="list">
      <thead>
        <tr><th scope="col">Address</th><th scope="col">Told of</th><th scope="col">State</th><th scope="col" class="number">Events behind</th><th scope="col">Last error</th><th scope="col">Next attempt</th></tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>`,
  );
}

function eventTable(desk: Desk, events: readonly StoredEvent[]): Markup {
  const rows = events.map(({ sequence, atMs, type, subject, hotelId, data }) => {
    const hotel = desk.hotels.find((one) => one.hotelId === hotelId);
    const text = data.length > EVENT_DATA_CHARS_SHOWN ? `${data.slice(0, EVENT_DATA_CHARS_SHOWN)}…` : data;
    return html`<tr>
      <th scope="row">${sequence}</th>
      <td>${instant(atMs)}</td>
      <td>${type}</td>
      <td>${hotel?.name ?? hotelId ?? ""}</td>
      <td>${subjectOf(desk, subject)}<br /><code>${text}</code></td>
    </tr>`;
  });
  return scrolling(
    "Latest events",
    html`<table class="list">
      <thead>
        <tr><th scope="col">Number</th><th scope="col">When, UTC</th><th scope="col">What</th><th scope="col">Hotel</th><th scope="col">About</th></tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>`,
  );
}

/** A reservation leads to its page, for who may see it. */
function subjectOf({ caller }: Desk, subject: string): Markup | string {
  const reservationId = /^\/reservations\/[^/]+\/([^/]+)$/.exec(subject)?.[1];
  if (reservationId === undefined || !hasScope(caller.principal, "bookings")) return subject;
  return html`<a href="/console/bookings/${reservationId}">${subject}</a>`;
}

function messagePart(desk: Desk, { hotelId, messages }: NonNullable<EventsView["messages"]>): Markup {
  const rows = messages.map(({ atMs, client, protocol, message, accepted, detail }) => {
    const faults = [...(detail.errors ?? []), ...(detail.warnings ?? [])].join(" ");
    const nights = detail.nightsChanged === undefined ? "" : `${detail.nightsChanged} nights changed. `;
    return html`<tr>
      <td>${instant(atMs)}</td>
      <th scope="row">${client}</th>
      <td>${protocol} ${message}</td>
      <td>${accepted ? "Accepted" : "Refused"}</td>
      <td>${nights}${faults}</td>
    </tr>`;
  });
  const table = html`<table class="list">
    <thead>
      <tr><th scope="col">When, UTC</th><th scope="col">Partner</th><th scope="col">Message</th><th scope="col">Outcome</th><th scope="col">What came of it</th></tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`;
  const choice = html`<form class="row" method="get" action="/console/events">
    ${hotelChoice(desk, hotelId, null)}<button class="quiet">Show</button>
  </form>`;
  return html`<section class="card day">
    <div class="between first"><h2>Messages of partners</h2>${desk.hotels.length > 1 ? choice : ""}</div>
    <div id="messages" data-live tabindex="-1">
      ${messages.length === 0 ? html`<p class="soft">No partner has sent anything in the last days.</p>` : scrolling("Partners", table)}
    </div>
  </section>`;
}

function instant(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}
