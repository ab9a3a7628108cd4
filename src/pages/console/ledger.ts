/** /console/ledger: the books of a hotel (docs/interface.md §20). */
import { type Result, ok } from "../../base/result.ts";
import { listCodes } from "../../ledger/list-codes.ts";
import { listDocuments } from "../../ledger/list-documents.ts";
import { listPeriods } from "../../ledger/list-periods.ts";
import { postedIn } from "../../ledger/rules/day-span.ts";
import { sumCodes } from "../../ledger/sum-codes.ts";
import { sumDays } from "../../ledger/sum-days.ts";
import type { OwnHotel } from "../../selling/list-own-hotels.ts";
import { pageResponse } from "../html-response.ts";
import { DOCUMENTS_SHOWN, PERIODS_SHOWN } from "../limits.ts";
import type { Desk } from "./frame.ts";
import type { ConsoleHandler } from "./handle-console.ts";
import { ledgerPage } from "./ledger-page.ts";
import { hotelOf, readDays, readSearch } from "./ledger-range.ts";
import { closableOf } from "./period.ts";

export const getLedger: ConsoleHandler = async (_asked, desk) => {
  const hotel = hotelOf(desk, desk.url.searchParams.get("hotel"));
  return hotel.ok ? showLedger(desk, hotel.value) : hotel;
};

async function showLedger(desk: Desk, hotel: OwnHotel): Promise<Result<Response>> {
  const { caller, url } = desk;
  const { hotelId, timezone } = hotel;
  const search = readSearch(url.searchParams);
  const { days, faults } = readDays(desk, hotel);
  const posted = postedIn(timezone, days);
  const [documents, daySums, codeSums, periods, codes] = await Promise.all([
    listDocuments(caller, { ...search, hotelId, posted, limit: DOCUMENTS_SHOWN }),
    sumDays(caller, hotelId, days),
    sumCodes(caller, hotelId, posted),
    listPeriods(caller, hotelId),
    listCodes(caller),
  ]);
  if (!documents.ok) return documents;
  if (!daySums.ok) return daySums;
  if (!codeSums.ok) return codeSums;
  if (!periods.ok) return periods;
  const view = {
    hotel,
    days,
    search,
    ...documents.value,
    daySums: daySums.value,
    codes: { hotel, sums: codeSums.value, codes },
    periods: periods.value.slice(-PERIODS_SHOWN).toReversed(),
    closable: closableOf(periods.value, caller.now()),
    refused: faults,
  };
  return ok(await pageResponse(ledgerPage(desk, view), desk.nonce, faults.length > 0 ? 422 : 200));
}
