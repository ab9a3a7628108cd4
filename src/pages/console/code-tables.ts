/** What lines come to by sale, tax and pay code: a table each, with a bar in every row that shows the amount beside it. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import type { PostingCodes } from "../../ledger/list-codes.ts";
import type { CodeSum, CodeSums } from "../../ledger/rules/code-sums.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import type { Markup } from "../layout.ts";
import { SPEECH, scrolling } from "./frame.ts";

type AmountName = "gross" | "nett" | "tax";

const AMOUNTS: readonly { name: AmountName; text: string }[] = [
  { name: "gross", text: "Gross" },
  { name: "nett", text: "Nett" },
  { name: "tax", text: "Tax" },
];
const BAR = { width: 120, height: 14 };

export interface CodesView {
  hotel: OwnHotel;
  sums: CodeSums;
  codes: PostingCodes;
}

/** A table of each kind of code; one that has no rows says so. `taxes`: unless the page tells of them anyhow. */
export function codeTables({ hotel, sums, codes }: CodesView, { taxes }: { taxes: boolean }): Markup {
  const named = (list: PostingCodes["saleCodes"]): ReadonlyMap<string, string> =>
    new Map(list.map(({ code, description }) => [code, description]));
  return html`<div class="tables">
    ${codeTable({ title: "Revenue by sale code", head: "Sale code", hotel, sums: sums.bySaleCode, names: named(codes.saleCodes) })}
    ${taxes ? codeTable({ title: "Revenue by tax code", head: "Tax code", hotel, sums: sums.byTaxCode, names: new Map() }) : ""}
    ${codeTable({ title: "Payments by pay code", head: "Pay code", hotel, sums: sums.byPayCode, names: named(codes.payCodes), isUntaxed: true })}
  </div>`;
}

interface CodeTable {
  title: string;
  head: string;
  hotel: OwnHotel;
  sums: readonly CodeSum[];
  /** Descriptions by code. */
  names: ReadonlyMap<string, string>;
  /** Gross is all there is to say. */
  isUntaxed?: boolean;
}

function codeTable({ title, head, hotel, sums, names, isUntaxed = false }: CodeTable): Markup {
  if (sums.length === 0) return html`<div><h3>${title}</h3><p class="soft">None.</p></div>`;
  const columns = isUntaxed ? AMOUNTS.slice(0, 1) : AMOUNTS;
  const grosses = sums.map(({ gross }) => gross);
  const [most, least] = [Math.max(0, ...grosses), Math.min(0, ...grosses)];
  const x = (value: number): number => Math.round(((value - least) / (most - least || 1)) * BAR.width);
  const cells = (values: Readonly<Record<AmountName, Money>>): Markup =>
    html`${columns.map(({ name }) => html`<td class="number">${SPEECH.money(values[name], hotel.currencyCode)}</td>`)}`;
  const rows = sums.map(({ code, ...values }) => {
    const [from, to] = [Math.min(x(0), x(values.gross)), Math.max(x(0), x(values.gross))];
    const description = names.get(code) ?? "";
    return html`<tr>
      <th scope="row">${code === "" ? "(none)" : code}${description === "" ? "" : html` <span class="soft">${description}</span>`}</th>
      <td><svg class="bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ${BAR.width} ${BAR.height}"><rect x="${from}" y="1" width="${to - from}" height="${BAR.height - 2}" /><line class="axis" x1="${x(0)}" y1="0" x2="${x(0)}" y2="${BAR.height}" /></svg></td>
      ${cells(values)}
    </tr>`;
  });
  const total = (name: AmountName): Money => sums.reduce((sum, one) => sum + one[name], 0);
  const table = html`<table class="list">
    <thead>
      <tr><th scope="col">${head}</th><td></td>${columns.map(({ text }) => html`<th scope="col" class="number">${text}</th>`)}</tr>
    </thead>
    <tbody>${rows}</tbody>
    <tfoot>
      <tr><th scope="row">Together</th><td></td>${cells({ gross: total("gross"), nett: total("nett"), tax: total("tax") })}</tr>
    </tfoot>
  </table>`;
  return html`<div><h3>${title}</h3>${scrolling(title, table)}</div>`;
}
