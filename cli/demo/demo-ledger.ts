/** The demo's ledger: 90 days of bookings, stays, payments and corrections, from a seed. Pure. */
import {
  type ChargeCode,
  type DocumentHead,
  type LedgerAccount,
  creditNoteOf,
  invoice,
  payment,
  proforma,
} from "../../src/ledger/rules/build-documents.ts";
import type { DatedDocument, LedgerDocument } from "../../src/ledger/rules/ledger-document.ts";
import { todayIn } from "../../src/base/calendar-date.ts";
import { type Money, MONEY_ONE, minorUnit, roundHalfUp, sumOf } from "../../src/base/money.ts";
import { SALE_CODES } from "./demo-groups.ts";
import type { DemoHotel } from "./demo-hotels.ts";
import { type Random, randomFrom } from "./random.ts";
import { DAY_MS } from "../../src/base/calendar-date.ts";

const SEED = 1387;
const HOUR_MS = 3_600_000;
/** How far back the ledger goes (docs/interface.md §2). */
const LEDGER_DAYS = 90;

const CHARGE_CODES = SALE_CODES.map(({ taxPercent, ...code }) => ({ ...code, taxBasisPoints: taxPercent * 100 }));

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
  lines: { code: ChargeCode; gross: Money }[];
  documents: number;
}

/**
 * Documents of `folios` bookings in the order of their dates; none is dated later than `nowMs`. Invoices and their corrections
 * are numbered, and all belong to periods, as if they had been posted.
 */
export function demoLedger(hotels: readonly DemoHotel[], folios: number, nowMs: number): DatedDocument[] {
  const random = randomFrom(SEED + hotels.length);
  const documents: DatedDocument[] = [];
  for (let number = 1; number <= folios; number += 1) {
    const hotel = hotels[random.between(0, hotels.length - 1)];
    if (hotel) documents.push(...documentsOf(number, hotel, random, nowMs));
  }
  const posted = documents.filter((document) => document.modifiedMs <= nowMs).sort((a, b) => a.modifiedMs - b.modifiedMs);
  return posted.map(namingInvoices());
}

/** A correction names its invoice, whose number is known only once all stand in their order. */
function namingInvoices(): (document: DatedDocument) => DatedDocument {
  const invoicesOf = new Map<string, number>();
  const invoiceOf = new Map<string, string>();
  return (document) => {
    const [first] = document.lines;
    if (!first || document.numbering !== "site") return document;
    const { siteId, transactionReference, transactionType } = first;
    if (transactionType === "Invoice") {
      const number = (invoicesOf.get(siteId) ?? 0) + 1;
      invoicesOf.set(siteId, number);
      invoiceOf.set(transactionReference, `${siteId}-I-${String(number).padStart(6, "0")}`);
      return document;
    }
    const secondReference = invoiceOf.get(transactionReference) ?? null;
    return { ...document, lines: document.lines.map((line) => ({ ...line, secondReference })) };
  };
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
  const charges = (description: string) => folio.lines.map(({ code, gross }) => ({ code, gross, description }));
  const account = accountFields(folio, bookedMs);
  const booked = proforma(account, headOf(folio, bookedMs), charges(`Booking ${folio.reference}\n${hotel.name}`));
  if (!booked) return [];
  const documents = [at(bookedMs, booked)];
  if (random.chance(0.08)) {
    const cancelledMs = bookedMs + random.between(1, 20) * HOUR_MS;
    return [...documents, at(cancelledMs, creditNoteOf(booked.lines, headOf(folio, cancelledMs)))];
  }
  const stay = charges(`Stay at ${hotel.name}\r\nThank you for your visit.`);
  const left = invoice(accountFields(folio, leftMs), numbered(folio, leftMs), stay);
  if (left) documents.push(at(leftMs, left));
  const paidMs = leftMs + random.between(1, 600) * 1000;
  const paid = { ...PAYMENT, payCode: random.pick(["CARD", "CASH", "BANK", ""]), gross: sumOf(folio.lines.map(({ gross }) => gross)) };
  const settled = payment(accountFields(folio, paidMs), headOf(folio, paidMs), paid);
  documents.push(at(paidMs, settled));
  if (left && random.chance(0.03)) documents.push(...correctionOf(folio, left, settled, paidMs + random.between(1, 20) * DAY_MS));
  return documents;
}

/** What was charged last is taken back and given back. */
function correctionOf(folio: Folio, left: LedgerDocument, settled: LedgerDocument, moment: number): DatedDocument[] {
  const lines = left.lines.slice(-1);
  const [paid] = settled.lines;
  const gross = -sumOf(lines.map((line) => line.gross));
  const account = { ...accountFields(folio, moment), secondReference: paid?.uniqueReferenceNumber ?? null };
  const refund = payment(account, headOf(folio, moment + 1000), { ...PAYMENT, payCode: paid?.payCode ?? "", gross, description: "Refund" });
  const credit = creditNoteOf(lines, numbered(folio, moment));
  return [at(moment, credit), at(moment + 1000, refund)];
}

const PAYMENT = { nominalCode: "1200", taxCode: "Z0", description: "Payment, thank you" };

function at(modifiedMs: number, document: LedgerDocument): DatedDocument {
  return { modifiedMs, ...document };
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
  const [accommodation, ...others] = CHARGE_CODES;
  const amount = (factor: number): Money => {
    const unit = Math.max(minorUnit(hotel.currencyCode), 1);
    return Math.max(unit, roundHalfUp(Math.round(hotel.basePrice * factor * MONEY_ONE), unit));
  };
  const consumed = others.filter(() => random.chance(0.4)).map((code) => ({ code, gross: amount(0.1 + random.next() * 0.4) }));
  const nights = random.between(1, 5);
  const stay = amount(nights * (0.8 + random.next() * 0.4));
  return [...(accommodation ? [{ code: accommodation, gross: stay }] : []), ...consumed];
}

/** The next document of a folio. */
function headOf(folio: Folio, transactionMs: number): DocumentHead & { uniqueReferenceNumber: string } {
  folio.documents += 1;
  return { uniqueReferenceNumber: `${folio.reference}-${folio.documents}`, transactionMs, hotelDay: hotelDay(folio, transactionMs) };
}

/** The next document of a folio, numbered within its hotel. */
function numbered(folio: Folio, transactionMs: number): DocumentHead {
  folio.documents += 1;
  return { uniqueReferenceNumber: null, transactionMs, hotelDay: hotelDay(folio, transactionMs) };
}

function hotelDay({ hotel }: Folio, moment: number): number {
  return todayIn(hotel.timezone, moment);
}

function accountFields(folio: Folio, moment: number): LedgerAccount {
  return {
    siteId: folio.hotel.id,
    accountNumber: folio.account.number,
    accountType: folio.account.type,
    transactionReference: folio.reference,
    secondReference: folio.secondReference,
    dueMs: folio.account.monthly ? moment + 30 * DAY_MS : folio.arrivalMs,
    forMs: folio.arrivalMs,
  };
}
