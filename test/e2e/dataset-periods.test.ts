/** The real data set's ledger closes month by month and verifies: docs/interface.md §13. Skipped where the data set is not there. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { closePeriodOf, verifyPeriodsOf } from "../../cli/admin/periods.ts";
import { bookingsLedger } from "../../cli/dataset/bookings-ledger.ts";
import type { DatasetBooking } from "../../cli/dataset/dataset-booking.ts";
import { DATASET_TIMEZONE, readBookings } from "../../cli/dataset/read-bookings.ts";
import { openFile } from "../../cli/support/database.ts";
import { BOOKINGS_FILE } from "../../harness/local-file.ts";
import { todayIn } from "../../src/base/calendar-date.ts";
import { datedPostingStatements } from "../../src/ledger/post-documents.ts";
import type { DatedDocument } from "../../src/ledger/rules/ledger-document.ts";

const LINES = 562_238;

/** As posting them would have, had the hotels kept months. */
function* inMonths(documents: Iterable<DatedDocument>): Generator<DatedDocument> {
  for (const document of documents) {
    const [line] = document.lines;
    const hasPeriod = line && (line.transactionType === "Invoice" || line.transactionType === "Payment");
    yield hasPeriod ? { ...document, periodDay: todayIn(DATASET_TIMEZONE, line.transactionMs) } : document;
  }
}

it.skipIf(!existsSync(BOOKINGS_FILE))(
  `${LINES} lines of two hotels: each in one month or none, and every closed month is what its statement says`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "tabard-test-"));
    const db = openFile(join(folder, "ledger.sqlite"));
    try {
      const hotel = (id: string) =>
        `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
           check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, periods, images, facilities)
         VALUES ('demand', '${id}', '', '', '', '', '', '', '', '', '15', '00', '11', '00', '', 0, 0, '${DATASET_TIMEZONE}', 'EUR', 'month', '[]', '[]')`;
      const bookings: DatasetBooking[] = [];
      for await (const booking of readBookings(BOOKINGS_FILE)) bookings.push(booking);
      await db.apply([
        readFileSync("migrations/0001_initial.sql", "utf8"),
        "INSERT INTO sites VALUES ('demand', 'demand', 'group'), ('H1', 'demand', 'hotel'), ('H2', 'demand', 'hotel')",
        "INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('demand', '', 'en', 0)",
        hotel("H1"),
        hotel("H2"),
      ]);
      await db.apply(datedPostingStatements("demand", 1, inMonths(bookingsLedger(bookings).documents)));
      const [{ lines } = { lines: 0 }] = await db.query<{ lines: number }>("SELECT count(*) AS lines FROM ledger_lines");
      expect(lines).toBe(LINES);
      for (const site of ["H1", "H2"]) {
        const months = await db.query<{ id: number; lines: number; gross: number }>(
          `SELECT period_id AS id, count(*) AS lines, sum(gross) AS gross FROM ledger_lines WHERE site_id = '${site}' AND period_id <> 0 GROUP BY 1 ORDER BY 1`,
        );
        const sums = await db.query(
          `SELECT period_id AS id, sum(lines) AS lines, sum(gross) AS gross FROM ledger_period_sums WHERE site_id = '${site}' GROUP BY 1 ORDER BY 1`,
        );
        expect(sums).toEqual(months);
        expect(months.length).toBeGreaterThan(24);
        // Months without a line close like all others.
        const countOf = new Map(months.map(({ id, lines: count }) => [id, count]));
        const [first, last] = [months[0]!.id, months.at(-1)!.id];
        let closed = 0;
        for (let id = first; id <= last; id += id % 100 === 12 ? 89 : 1) {
          expect(await closePeriodOf(db, { site, period: String(id) })).toContain(`closed: ${countOf.get(id) ?? 0} lines`);
          closed += 1;
        }
        expect(await verifyPeriodsOf(db, { site })).toBe(`${closed} closed periods of ${site} are what their statements say`);
      }
    } finally {
      db.close();
      rmSync(folder, { recursive: true });
    }
  },
  600_000,
);
