import { describe, expect, it } from "vitest";
import { growthBytes } from "../../scripts/load/memory.ts";

const MB = 1024 * 1024;
const samples = (at: (second: number) => number): number[] => Array.from({ length: 120 }, (_, second) => at(second) * MB);

describe("growth of memory over a run", () => {
  it("is nothing where caches fill and stay", () => {
    expect(growthBytes(samples((second) => Math.min(200, 50 + second * 10)))).toBe(0);
  });

  it("is nothing where garbage rises and is collected", () => {
    expect(growthBytes(samples((second) => 100 + (second % 20) * 30))).toBe(0);
  });

  it("is what a leak adds, under garbage too", () => {
    expect(growthBytes(samples((second) => 100 + second * 3 + (second % 20) * 30))).toBeGreaterThan(150 * MB);
  });

  it("is nothing of too few samples", () => {
    expect(growthBytes([])).toBe(0);
    expect(growthBytes([1, 2, 3])).toBe(0);
  });
});
