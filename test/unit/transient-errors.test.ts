import { describe, expect, it } from "vitest";
import { isTransient } from "../../src/host/database.ts";

describe("an error of the database", () => {
  it.each([
    "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
    "D1_ERROR: D1 DB exceeded its CPU time limit and was reset.",
    "D1_ERROR: D1 DB reset because its code was updated.",
    "D1_ERROR: database or disk is full: SQLITE_FULL",
    "D1_ERROR: disk I/O error: SQLITE_IOERR",
    "D1_ERROR: Exceeded maximum DB size",
  ])("is worth another try where the database cannot take the statement now: %s", (message) => {
    expect(isTransient(new Error(message))).toBe(true);
  });

  it.each([
    "D1_ERROR: no such table: hotels: SQLITE_ERROR",
    "D1_ERROR: UNIQUE constraint failed: tokens.token_id: SQLITE_CONSTRAINT",
    "boom",
  ])("is a fault where it would come again: %s", (message) => {
    expect(isTransient(new Error(message))).toBe(false);
  });
});
