/** The requests of the benchmarks, for groups as hotel-data.ts, calendar-data.ts and ledger-data.ts make them. */
import { formatDate } from "../../src/base/calendar-date.ts";
import { USER, hotelId, keyOf } from "./hotel-data.ts";
import { LEDGER_START_MS, ledgerEndMs, operatorSession } from "./ledger-data.ts";
import type { RequestShape } from "./load.ts";

/** Nights of the reservation that is asked for. */
export const BOOKED_NIGHTS = 3;

/** A group's listing. */
export function listingRequest(groupId: string, headers: Record<string, string> = {}): RequestShape {
  return { method: "GET", path: `/hotels/${groupId}?language=de`, headers: { ...bearerOf(groupId), ...headers } };
}

/** A group's availability for a stay of two adults, `arrival` a day number. */
export function stayRequest(groupId: string, arrival: number, nights: number): RequestShape {
  return { method: "GET", path: `/availabilities/${groupId}?${stayQuery(arrival, nights)}`, headers: bearerOf(groupId) };
}

/** What the n-th hotel of a group offers for such a stay. */
export function offersRequest(groupId: string, hotel: number, arrival: number, nights: number): RequestShape {
  const path = `/offers/${groupId}/${hotelId(groupId, hotel)}?${stayQuery(arrival, nights)}`;
  return { method: "GET", path, headers: bearerOf(groupId) };
}

/** A reservation of one room for BOOKED_NIGHTS nights in the n-th hotel of a group, `arrival` a day number. */
export function bookingRequest(groupId: string, arrival: number, hotel: number): RequestShape {
  const body = {
    billingDetails: { firstname: "Ann", lastname: "Bench", email: "ann@bench.example" },
    bookings: [
      {
        hotelId: hotelId(groupId, hotel),
        roomId: "R1",
        rateId: "RATE1",
        checkInDate: formatDate(arrival),
        checkOutDate: formatDate(arrival + BOOKED_NIGHTS),
        adult: "2",
        children: "0",
        promoCode: "",
        extras: [],
        guest: { useBillingDetails: true },
      },
    ],
  };
  return {
    method: "POST",
    path: `/reservations/${groupId}`,
    headers: { ...bearerOf(groupId), "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** The export of a group's first `transactions`, in SOAP 1.1. */
export function exportRequest(groupId: string, transactions: number): RequestShape {
  const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><cim_FinancialExportReportV2 xmlns="urn:tabard:financial-export"><sessionId>${operatorSession(groupId)}</sessionId><beforeTimestamp>${dateTime(ledgerEndMs(transactions) - 1)}</beforeTimestamp><afterTimestamp>${dateTime(LEDGER_START_MS)}</afterTimestamp><transactionList/><useLessThanToDate>false</useLessThanToDate></cim_FinancialExportReportV2></soap:Body></soap:Envelope>`;
  const headers = { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"urn:tabard:financial-export/cim_FinancialExportReportV2"' };
  return { method: "POST", path: "/soap", headers, body };
}

/** The log-in of a group's user. */
export function logInRequest(groupId: string): RequestShape {
  const body = JSON.stringify(USER);
  return { method: "POST", path: `/sessions/${groupId}`, headers: { "Content-Type": "application/json" }, body };
}

function stayQuery(arrival: number, nights: number): string {
  return `arrival=${formatDate(arrival)}&departure=${formatDate(arrival + nights)}&adults=2`;
}

function bearerOf(groupId: string): Record<string, string> {
  return { Authorization: `Bearer ${keyOf(groupId)}` };
}

function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}
