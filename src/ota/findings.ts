/** What is wrong with a message, and what is to be said of it: the error texts of docs/interface.md §15. Pure. */
import { FAULTS_NAMED_MAX, PUSH_CELLS_MAX, PUSH_ENTRIES_MAX } from "../partners/limits.ts";

/** `type` and `code` as in OpenTravel's lists EWT and ERR. */
export interface OtaError {
  type: number;
  code: number;
  text: string;
}

/** Errors refuse the whole message; each stands once. */
export interface Findings {
  errors: OtaError[];
  warnings: string[];
  /** Entries that what was read so far turns into, and the nights of rooms and rates they name. */
  entries: number;
  cells: number;
}

export const NOT_PROVED: OtaError = { type: 4, code: 448, text: "Invalid Username and/or Password" };
export const ROOM_NOT_FOUND: OtaError = { type: 12, code: 402, text: "Room type code not found for this hotel" };
export const RATE_NOT_FOUND: OtaError = { type: 12, code: 249, text: "Rate code not found for this hotel" };

/** The caller is who it says, but its key lacks the scope. */
export function notPermitted(scope: string): OtaError {
  return { type: 6, code: 497, text: `The key lacks the scope ${scope}.` };
}

export function hotelNotFound(hotelCode: string): OtaError {
  return { type: 6, code: 392, text: `Hotel not found for HotelCode=${hotelCode}` };
}

/** What cannot be taken, and why. */
export function cannotTake(sentence: string): OtaError {
  return { type: 12, code: 450, text: sentence };
}

export function noFindings(): Findings {
  return { errors: [], warnings: [], entries: 0, cells: 0 };
}

/** Notes an error, once, and no more of them than anyone reads. */
export function addError(findings: Findings, error: OtaError): void {
  const { errors } = findings;
  if (errors.length > FAULTS_NAMED_MAX || errors.some(({ code, text }) => code === error.code && text === error.text)) return;
  errors.push(errors.length === FAULTS_NAMED_MAX ? cannotTake("There is more that cannot be taken.") : error);
}

/** Counts entries of so many nights of rooms and rates in all; false, and an error, where the message holds more than it may. */
export function countEntries(findings: Findings, entries: number, cells: number): boolean {
  findings.entries += entries;
  findings.cells += cells;
  const bound =
    findings.entries > PUSH_ENTRIES_MAX ? `${PUSH_ENTRIES_MAX} rooms and ranges` : `${PUSH_CELLS_MAX} nights of rooms and rates`;
  if (findings.entries <= PUSH_ENTRIES_MAX && findings.cells <= PUSH_CELLS_MAX) return true;
  addError(findings, cannotTake(`The messages stand for more than ${bound}: name rooms and rates, join nights, or send fewer at once.`));
  return false;
}

/** Notes a warning, once, and no more of them than anyone reads. */
export function addWarning(findings: Findings, text: string): void {
  if (findings.warnings.length < FAULTS_NAMED_MAX && !findings.warnings.includes(text)) findings.warnings.push(text);
}
