/** A month's bill. Pure. */
import { LOG_SAMPLING } from "./assumptions.ts";
import { type Load, MONTH_SECONDS } from "./load.ts";
import { PLATFORM } from "./measured.ts";

/** Dollars of a month. */
export interface Bill {
  requests: number;
  processor: number;
  rowsRead: number;
  rowsWritten: number;
  keyValue: number;
  log: number;
  /** Of what one month leaves behind, for every month that it stays. */
  storage: number;
}

/** The bill of a month whose mean the load is. */
export function billOf(mean: Load): Bill {
  const month = (rate: number): number => rate * MONTH_SECONDS;
  const beyond = (used: number, included: number, price: number): number => Math.max(0, used - included) * price;
  const { requests, cpuMs, rowsRead, rowsWritten, kvWrites, bytesLeft } = mean;
  return {
    requests: PLATFORM.planDollars.value + beyond(month(requests), PLATFORM.requestsIncluded.value, PLATFORM.dollarsPerRequest.value),
    processor: beyond(month(cpuMs), PLATFORM.cpuMsIncluded.value, PLATFORM.dollarsPerCpuMs.value),
    rowsRead: beyond(month(rowsRead), PLATFORM.rowsReadIncluded.value, PLATFORM.dollarsPerRowRead.value),
    rowsWritten: beyond(month(rowsWritten), PLATFORM.rowsWrittenIncluded.value, PLATFORM.dollarsPerRowWritten.value),
    // Each look-up reads KV before it writes.
    keyValue:
      beyond(month(kvWrites), PLATFORM.kvWritesIncluded.value, PLATFORM.dollarsPerKvWrite.value) +
      beyond(month(kvWrites), PLATFORM.kvReadsIncluded.value, PLATFORM.dollarsPerKvRead.value),
    log: beyond(month(requests) * LOG_SAMPLING, PLATFORM.logLinesIncluded.value, PLATFORM.dollarsPerLogLine.value),
    storage: beyond(month(bytesLeft), PLATFORM.bytesIncluded.value, PLATFORM.dollarsPerByteMonth.value),
  };
}

export function totalOf(bill: Bill): number {
  return Object.values(bill).reduce((sum: number, dollars: number) => sum + dollars, 0);
}
