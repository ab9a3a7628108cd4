/**
 * An independent reading of the "Hotel booking demand" CSV, written from docs/interface.md §9 with BigInt and no code of the importer:
 * slow and plain. What the importer stored must agree with it.
 */

export interface OracleRow {
  number: number;
  resort: boolean;
  status: string;
  statusDate: number;
  arrival: number;
  lead: number;
  nights: number;
  adults: number;
  children: number;
  meal: string;
  room: string;
  deposit: string;
  /** Ten-thousandths. */
  u: bigint;
}

const MONTH_NAMES = [
  "",
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const DAY = 86_400_000;

/** All rows of a CSV text. */
export function readOracle(csv: string): OracleRow[] {
  const [header = "", ...lines] = csv.split(/\r?\n/).filter((line) => line !== "");
  const names = header.split(",");
  return lines.map((line, index) => {
    const cells = line.split(",");
    const cell = (name: string): string => cells[names.indexOf(name)] ?? "";
    const [month, day, year] = cell("reservation_status_date").split("/").map(Number);
    return {
      number: index + 1,
      resort: cell("hotel") === "Resort Hotel",
      status: cell("reservation_status"),
      statusDate: Date.UTC(year ?? 0, (month ?? 0) - 1, day) / DAY,
      arrival:
        Date.UTC(
          Number(cell("arrival_date_year")),
          MONTH_NAMES.indexOf(cell("arrival_date_month")) - 1,
          Number(cell("arrival_date_day_of_month")),
        ) / DAY,
      lead: Number(cell("lead_time")),
      nights: Number(cell("stays_in_weekend_nights")) + Number(cell("stays_in_week_nights")),
      adults: Number(cell("adults")),
      children: cell("children") === "NA" ? 0 : Number(cell("children")),
      meal: cell("meal"),
      room: cell("reserved_room_type"),
      deposit: cell("deposit_type"),
      u: tenThousandths(cell("adr")),
    };
  });
}

function tenThousandths(text: string): bigint {
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, "0"));
  return text.startsWith("-") ? -value : value;
}

export interface Sums {
  transactions: number;
  gross: bigint;
  nett: bigint;
  tax: bigint;
}

/** "Invoice H1" and so on: number of transactions and sums of their values. */
export function oracleSums(rows: readonly OracleRow[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const row of rows) {
    if (row.u <= 0n) continue;
    const n = BigInt(row.nights === 0 ? 1 : row.nights);
    const p = { BB: 15n, HB: 25n, FB: 35n }[row.meal] ?? 0n;
    const stay = row.u * n;
    const meal = (stay * p) / 100n;
    const post = (type: string, gross: bigint, rate: bigint): void => {
      const key = `${type} ${row.resort ? "H1" : "H2"}`;
      const sum = sums.get(key) ?? { transactions: 0, gross: 0n, nett: 0n, tax: 0n };
      // ⌊2x+1⌋/2 rounds x half up.
      const nett = (2n * gross * 100n + (100n + rate)) / (2n * (100n + rate));
      sums.set(key, { transactions: sum.transactions + 1, gross: sum.gross + gross, nett: sum.nett + nett, tax: sum.tax + gross - nett });
    };
    const lines = (type: string): void => {
      post(type, stay - meal, 6n);
      if (meal !== 0n) post(type, meal, 13n);
    };
    const prepaid = row.deposit === "Non Refund";
    lines("Proforma");
    if (prepaid) post("Payment", stay, 0n);
    if (row.status === "Check-Out") {
      lines("Invoice");
      if (!prepaid) post("Payment", stay, 0n);
    }
    if (row.status === "Canceled") {
      lines("CreditNote");
      if (prepaid) lines("Invoice");
    }
    if (row.status === "No-Show") post("Invoice", row.u - (row.u * p) / 100n, 6n);
  }
  return sums;
}

/** Held bookings that stay a hotel, room type and night (a true day). */
function staying(rows: readonly OracleRow[], resort: boolean, room: string, night: number): OracleRow[] {
  return rows.filter(
    (row) =>
      row.status !== "Canceled" && row.resort === resort && row.room === room && row.arrival <= night && night < row.arrival + row.nights,
  );
}

/** First and last night of the calendar, in true days. */
export function oracleSpan(rows: readonly OracleRow[]): [number, number] {
  const held = rows.filter((row) => row.status !== "Canceled");
  let [first, last] = [Infinity, 0];
  for (const row of held) {
    first = Math.min(first, row.arrival);
    if (row.nights > 0) last = Math.max(last, row.arrival + row.nights - 1);
  }
  return [first, last];
}

/** Units of a room type. */
export function oracleUnits(rows: readonly OracleRow[], resort: boolean, room: string): number {
  const [first, last] = oracleSpan(rows);
  const mine = rows.filter((row) => row.resort === resort && row.room === room);
  let most = 0;
  for (let night = first; night <= last; night += 1) most = Math.max(most, staying(mine, resort, room, night).length);
  return most;
}

/** FLEX of a night (a true day) in cents, or null where the type has no price at all. */
export function oracleFlexCents(rows: readonly OracleRow[], resort: boolean, room: string, night: number): bigint | null {
  const [first, last] = oracleSpan(rows);
  const mine = rows.filter((row) => row.resort === resort && row.room === room && row.u > 0n);
  for (let at = night; at >= first; at -= 1) {
    const mean = meanCents(staying(mine, resort, room, at));
    if (mean !== null) return mean;
  }
  for (let at = night; at <= last; at += 1) {
    const mean = meanCents(staying(mine, resort, room, at));
    if (mean !== null) return mean;
  }
  return null;
}

function meanCents(rows: readonly OracleRow[]): bigint | null {
  if (rows.length === 0) return null;
  const sum = rows.reduce((total, row) => total + row.u, 0n);
  const divisor = 100n * BigInt(rows.length);
  return (2n * sum + divisor) / (2n * divisor);
}
