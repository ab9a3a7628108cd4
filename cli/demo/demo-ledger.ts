/** The demo's ledger: 90 days of bookings, stays, payments and corrections, from a seed. Pure. */
import { type LedgerLine, MINIMAL_DATE_MS, type TransactionType } from "../../src/ledger/rules/ledger-document.ts";
import { type Money, MONEY_ONE, minorUnit, nettOf, roundHalfUp } from "../../src/base/money.ts";
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";
import { SALE_CODES } from "./demo-groups.ts";
import type { DemoHotel } from "./demo-hotels.ts";
import { type Random, randomFrom } from "./random.ts";

const SEED = 1387;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How far back the ledger goes (docs/interface.md §2). */
const LEDGER_DAYS = 90;

interface Account {
  number: string;
  type: number;
  /** Agencies are billed by the month. */
  monthly: boolean;
}

interface Folio {
  hotel: DemoHotel;
  account: Account;
  reference: string;
  secondReference: string | null;
  arrivalMs: number;
  lines: { code: (typeof SALE_CODES)[number]; gross: Money }[];
  documents: number;
}

/** Documents of `folios` bookings in the order of their dates; none is dated later than `nowMs`. */
export function demoLedger(hotels: readonly DemoHotel[], folios: number, nowMs: number): DatedDocument[] {
  const random = randomFrom(SEED + hotels.length);
  const documents: DatedDocument[] = [];
  for (let number = 1; number <= folios; number += 1) {
    const hotel = hotels[random.between(0, hotels.length - 1)];
    if (hotel) documents.push(...documentsOf(number, hotel, random, nowMs));
  }
  return documents.filter((document) => document.modifiedMs <= nowMs).sort((a, b) => a.modifiedMs - b.modifiedMs);
}

function documentsOf(number: number, hotel: DemoHotel, random: Random, nowMs: number): DatedDocument[] {
  const bookedMs = instant(nowMs - random.between(1, LEDGER_DAYS * 24 - 1) * HOUR_MS, random);
  const arrivalMs = Math.floor(bookedMs / DAY_MS + random.between(1, 20)) * DAY_MS;
  const leftMs = instant(arrivalMs + random.between(1, 5) * DAY_MS + 10 * HOUR_MS, random);
  const folio: Folio = {
    hotel,
    account: accountOf(random),
    reference: `T${String(number).padStart(6, "0")}`,
    secondReference: random.chance(0.3) ? `PO-${random.between(1000, 9999)}` : null,
    arrivalMs,
    lines: linesOf(hotel, random),
    documents: 0,
  };
  const proforma = post(folio, "Proforma", bookedMs, `Booking ${folio.reference}\n${hotel.name}`);
  if (random.chance(0.08))
    return [proforma, post(folio, "CreditNote", bookedMs + random.between(1, 20) * HOUR_MS, "Cancelled by the guest")];
  const invoice = post(folio, "Invoice", leftMs, `Stay at ${hotel.name}\r\nThank you for your visit.`);
  const payment = pay(folio, leftMs + random.between(1, 600) * 1000, random.pick(["CARD", "CASH", "BANK", ""]));
  return [proforma, invoice, payment];
}

/** About half of all moments carry a fraction of a second. */
function instant(ms: number, random: Random): number {
  const seconds = Math.floor(ms / 1000) * 1000 + random.between(0, 3599) * 1000;
  return random.chance(0.5) ? seconds + random.between(1, 999) : seconds;
}

function accountOf(random: Random): Account {
  if (random.chance(0.25)) return { number: `AG${random.between(100, 140)}`, type: 2, monthly: true };
  if (random.chance(0.15)) return { number: `CO${random.between(10, 30)}`, type: 3, monthly: false };
  return { number: "GUEST", type: 1, monthly: false };
}

function linesOf(hotel: DemoHotel, random: Random): Folio["lines"] {
  const [accommodation, ...others] = SALE_CODES;
  const amount = (factor: number): Money => {
    const unit = Math.max(minorUnit(hotel.currencyCode), 1);
    return Math.max(unit, roundHalfUp(Math.round(hotel.basePrice * factor * MONEY_ONE), unit));
  };
  const consumed = others.filter(() => random.chance(0.4)).map((code) => ({ code, gross: amount(0.1 + random.next() * 0.4) }));
  return [{ code: accommodation, gross: amount(random.between(1, 5) * (0.8 + random.next() * 0.4)) }, ...consumed];
}

function post(folio: Folio, type: Exclude<TransactionType, "Payment">, moment: number, description: string): DatedDocument {
  const base = baseLine(folio, type, moment, description);
  const lines = folio.lines.map(({ code, gross }) => {
    const nett = nettOf(gross, code.taxPercent * 100);
    const codes = { nominalCode: code.nominalCode, saleCode: code.code, payCode: "", taxCode: code.taxCode };
    return { ...base, gross, nett, tax: gross - nett, ...codes };
  });
  return { modifiedMs: moment, lines };
}

function pay(folio: Folio, moment: number, payCode: string): DatedDocument {
  const gross = folio.lines.reduce((sum, line) => sum + line.gross, 0);
  const codes = { nominalCode: "1200", saleCode: "", payCode, taxCode: "Z0" };
  return {
    modifiedMs: moment,
    lines: [{ ...baseLine(folio, "Payment", moment, "Payment, thank you"), gross, nett: gross, tax: 0, ...codes }],
  };
}

type BaseLine = Omit<LedgerLine, "gross" | "nett" | "tax" | "nominalCode" | "saleCode" | "payCode" | "taxCode">;

function baseLine(folio: Folio, transactionType: TransactionType, moment: number, description: string): BaseLine {
  folio.documents += 1;
  return {
    siteId: folio.hotel.id,
    transactionType,
    accountNumber: folio.account.number,
    accountType: folio.account.type,
    transactionReference: folio.reference,
    uniqueReferenceNumber: `${folio.reference}-${folio.documents}`,
    secondReference: folio.secondReference,
    description,
    dueMs: folio.account.monthly ? moment + 30 * DAY_MS : folio.arrivalMs,
    forMs: folio.arrivalMs,
    transactionMs: moment,
    ...(folio.account.monthly && transactionType === "Invoice" ? monthOf(moment) : NO_PERIOD),
  };
}

const NO_PERIOD = { periodId: 0, periodFromMs: MINIMAL_DATE_MS, periodToMs: MINIMAL_DATE_MS };

/** The calendar month as a period: 202611 and its first and last second. */
function monthOf(moment: number): typeof NO_PERIOD {
  const date = new Date(moment);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { periodId: year * 100 + month + 1, periodFromMs: Date.UTC(year, month, 1), periodToMs: Date.UTC(year, month + 1, 1) - 1000 };
}
