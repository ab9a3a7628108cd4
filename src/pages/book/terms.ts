/** Cancellation in plain words, on the hotel's clocks. */
import { html } from "hono/html";
import type { Money } from "../../base/money.ts";
import type { Markup } from "../layout.ts";
import { fill } from "../texts/speech.ts";
import type { Visit } from "./frame.ts";

/** What cancelling costs from an instant on. */
export interface FeeStep {
  fromMs: number;
  fee: Money;
}

/** The steps of one stay in order of time; before the first, cancelling is free. */
export interface StayTerms {
  /** When the terms begin: the moment of booking, or now. */
  fromMs: number;
  steps: readonly FeeStep[];
  /** What the room costs: a fee of all of it is "not refundable". */
  roomPrice: Money;
}

/** A list of sentences. */
export function termsList({ speech }: Visit, hotel: { timezone: string; currencyCode: string }, terms: StayTerms): Markup {
  const { texts } = speech;
  const at = (ms: number): string => speech.instant(ms, hotel.timezone);
  const charged = terms.steps.filter(({ fee }) => fee > 0);
  const [first] = charged;
  if (first && first.fromMs <= terms.fromMs && first.fee >= terms.roomPrice)
    return html`<ul class="terms">
      <li>${texts.nonRefundable}</li>
    </ul>`;
  const fees = charged.map(({ fromMs, fee }) => {
    const price = speech.money(fee, hotel.currencyCode);
    return html`<li>
      ${fromMs <= terms.fromMs ? fill(texts.feeAtOnce, { fee: price }) : fill(texts.feeFrom, { instant: at(fromMs), fee: price })}
    </li>`;
  });
  const free = first ? fill(texts.freeUntil, { instant: at(first.fromMs) }) : texts.freeAlways;
  const isFree = !first || first.fromMs > terms.fromMs;
  return html`<ul class="terms" aria-label="${texts.cancellation}">
    ${isFree ? html`<li class="free">${free}</li>` : ""}${fees}
  </ul>`;
}
