/** What was measured, or is promised by the platform, and where it says so. The model has no other figures but assumptions.ts. */

export interface Figure {
  value: number;
  source: string;
}

const COSTS = "docs/operations.md, what it costs";
const TIMES = "node bench/statement-times.ts";
const PRICES = "the platform's price list, docs/operations.md";

/** Per operation: milliseconds the database works, rows it reads and writes, the Worker's processor time, bytes that stay. */
export const MEASURED = {
  questionMs: { value: 0.08, source: `${TIMES}, availability` },
  questionRows: { value: 13, source: `${COSTS}, availability` },
  loadMsPerHotel: { value: 0.14, source: `${TIMES}, availability, cold, of 100 hotels` },
  loadRowsPerHotel: { value: 290, source: `${COSTS}, availability, cold, of 100 hotels` },
  reservationMs: { value: 0.5, source: `${TIMES}, reservation` },
  reservationRowsRead: { value: 56, source: `${COSTS}, reservation` },
  reservationRowsWritten: { value: 22, source: `${COSTS}, reservation` },
  reservationBytes: { value: 2_400, source: `${TIMES}, reservation` },
  changeMs: { value: 0.8, source: `${TIMES}, cancellation` },
  changeBytes: { value: 2_850, source: `${TIMES}, cancellation` },
  documentMs: { value: 0.45, source: `${TIMES}, document` },
  documentBytes: { value: 550, source: `${TIMES}, document` },
  pricesMs: { value: 0.35, source: `${TIMES}, prices of 30 nights` },
  pricesBytes: { value: 164, source: `${TIMES}, prices of 30 nights` },
  listingCpuMs: { value: 0.544, source: `${COSTS}, list 100 hotels` },
  availabilityCpuMs: { value: 1.69, source: `${COSTS}, availability` },
  loadCpuMsPerHotel: { value: 0.24, source: `${COSTS}, availability, cold, of 100 hotels` },
  reservationCpuMs: { value: 4.26, source: `${COSTS}, reservation` },
  replicaBytesPerHotelMonth: { value: 12_000, source: "src/selling/limits.ts: 6 MB a month of 500 hotels" },
  replicaBytes: { value: 48 * 1024 * 1024, source: "src/selling/limits.ts, REPLICA_BYTES_MAX" },
  editionTrustSeconds: { value: 20, source: "docs/operations.md: a listed group and place writes to KV every 20 s at most" },
  tokenTrustSeconds: { value: 30, source: "docs/operations.md: a token and place writes to KV every 30 s at most" },
} as const satisfies Record<string, Figure>;

/** Of the platform. */
export const PLATFORM = {
  databaseBytes: { value: 10e9, source: "D1's limit of a database" },
  planDollars: { value: 5, source: PRICES },
  requestsIncluded: { value: 10e6, source: PRICES },
  dollarsPerRequest: { value: 0.3e-6, source: PRICES },
  cpuMsIncluded: { value: 30e6, source: PRICES },
  dollarsPerCpuMs: { value: 0.02e-6, source: PRICES },
  rowsReadIncluded: { value: 25e9, source: PRICES },
  dollarsPerRowRead: { value: 0.001e-6, source: PRICES },
  rowsWrittenIncluded: { value: 50e6, source: PRICES },
  dollarsPerRowWritten: { value: 1e-6, source: PRICES },
  kvWritesIncluded: { value: 1e6, source: PRICES },
  dollarsPerKvWrite: { value: 5e-6, source: PRICES },
  kvReadsIncluded: { value: 10e6, source: PRICES },
  dollarsPerKvRead: { value: 0.5e-6, source: PRICES },
  bytesIncluded: { value: 5e9, source: PRICES },
  dollarsPerByteMonth: { value: 0.75e-9, source: PRICES },
  logLinesIncluded: { value: 20e6, source: "docs/operations.md, what the log costs" },
  dollarsPerLogLine: { value: 0.6e-6, source: "docs/operations.md, what the log costs" },
} as const satisfies Record<string, Figure>;
