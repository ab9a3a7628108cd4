/** Lines of a hotel: those posted within a time, or those of a period. Pure. */
import type { ExportPeriod } from "./export-period.ts";

export type HotelSpan = ExportPeriod | { periodId: number };
