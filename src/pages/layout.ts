/** The frame of every page for guests and for the desk: brand, languages, navigation, one style sheet (docs/interface.md §20). */
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup whose texts are escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Whose page it is. */
export interface Brand {
  name: string;
  /** #rrggbb, or null for Tabard's own. */
  colour: string | null;
  /** An address of a picture, or null. */
  logo: string | null;
  /** Where the name leads. */
  home: string;
}

export interface Frame {
  language: string;
  title: string;
  brand: Brand;
  skip: string;
  /** Beside the brand. */
  navigation: Markup;
  footer: Markup;
  /** Loaded where there is JavaScript; a page is complete without. */
  script?: string;
  /** For the colour, which a strict policy keeps out of style attributes. */
  nonce: string;
}

/** A whole document. */
export function page(frame: Frame, content: Markup): Markup {
  const { brand, nonce } = frame;
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${frame.title} · ${brand.name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/pages.css">
${brand.colour === null ? "" : html`<style nonce="${nonce}">:root{--brand:${brand.colour}}</style>`}
${frame.script === undefined ? "" : html`<script src="${frame.script}" type="module"></script>`}
</head>
<body>
<a class="skip" href="#content">${frame.skip}</a>
<header class="top"><div class="wide">
<a class="brand" href="${brand.home}">${brand.logo === null ? "" : html`<img src="${brand.logo}" alt="" width="40" height="40">`}<span>${brand.name}</span></a>
${frame.navigation}
</div></header>
<main id="content" class="wide">
${content}
</main>
<footer class="foot"><div class="wide">${frame.footer}</div></footer>
</body>
</html>
`;
}

/** A field with its label and what is wrong with it. `attributes` are markup of the input itself. */
export function field(label: string, name: string, attributes: Markup, error?: string): Markup {
  const wrong = error === undefined ? "" : html` aria-invalid="true" aria-describedby="${name}-error"`;
  return html`<div class="field">
    <label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}${wrong} />${
      error === undefined ? "" : html`<p class="error" id="${name}-error">${error}</p>`
    }
  </div>`;
}

/** Values a form carries on unseen. */
export function hidden(values: Readonly<Record<string, string>>): Markup {
  return html`${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;
}
