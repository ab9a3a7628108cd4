/** What every booking page stands in: the group's brand, the way to a booking, the languages. */
import { html } from "hono/html";
import { type Markup, page } from "../layout.ts";
import { type Speech, TEXTS } from "../texts/speech.ts";

/** A group as its booking page shows it. */
export interface BookingSite {
  groupId: string;
  name: string;
  colour: string | null;
  logo: string | null;
  /** Languages of the page that the group has texts in, the default first. */
  languages: readonly string[];
}

/** One answer's surroundings. */
export interface Visit {
  site: BookingSite;
  speech: Speech;
  /** The page's own path and query, for the links of other languages. */
  url: URL;
  nonce: string;
}

/** The path of a page of the group. */
export function pathOf(site: BookingSite, ...parts: readonly string[]): string {
  return ["/book", site.groupId, ...parts].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join("/");
}

/** A path with its query; the language goes along wherever one was chosen. */
export function linkTo(visit: Visit, path: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query);
  const language = visit.url.searchParams.get("language");
  if (language !== null && !search.has("language")) search.set("language", language);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** The whole document. */
export function bookingPage(visit: Visit, title: string, content: Markup): Markup {
  const { site, speech, nonce } = visit;
  return page(
    {
      language: speech.tag,
      title,
      brand: { name: site.name, colour: site.colour, logo: site.logo, home: linkTo(visit, pathOf(site)) },
      skip: speech.texts.skip,
      navigation: html`<nav aria-label="${speech.texts.findBooking}">
        <a href="${linkTo(visit, pathOf(site, "manage"))}">${speech.texts.findBooking}</a>
      </nav>`,
      footer: languageLinks(visit),
      script: "/assets/book.js",
      nonce,
    },
    content,
  );
}

function languageLinks({ site, speech, url }: Visit): Markup {
  const links = site.languages.map((language) => {
    const other = new URL(url);
    other.searchParams.set("language", language);
    const name = TEXTS[language]?.language ?? language;
    const current = language === speech.tag ? html` aria-current="true"` : "";
    return html`<a href="${other.pathname}${other.search}" lang="${language}" hreflang="${language}" ${current}>${name}</a> `;
  });
  return html`<nav class="row" aria-label="${speech.texts.languages}">${links}</nav>`;
}
