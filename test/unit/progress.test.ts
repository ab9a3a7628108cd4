/** The progress of long commands: a bar on a terminal, plain lines elsewhere (docs/interface.md §1). */
import { expect, it } from "vitest";
import { startProgress } from "../../cli/support/progress.ts";

function shown(isTTY: boolean, total: number | null): string {
  let text = "";
  let nowMs = 0;
  const output = { isTTY, write: (part: string) => (text += part) };
  const progress = startProgress("rows", total, output, () => nowMs);
  for (const [done, atMs] of [
    [10, 50],
    [50, 4_999],
    [80, 6_000],
  ] as const) {
    nowMs = atMs;
    progress.to(done);
  }
  nowMs = 7_500;
  progress.to(100);
  progress.finish();
  return text;
}

it("is one line in five seconds where there is no terminal", () => {
  expect(shown(false, 100)).toBe("rows: 80 of 100 (80 %)\nrows: 100 in 7.5 s\n");
});

it("is a bar drawn over itself on a terminal", () => {
  const text = shown(true, 100);
  expect(text.split("\r")).toHaveLength(5);
  expect(text).toContain(`[${"#".repeat(15)}${"-".repeat(15)}] 50 of 100 (50 %)`);
  expect(text.split("\n")).toHaveLength(2);
});

it("counts alone where the total is not known", () => {
  expect(shown(false, null)).toBe("rows: 80\nrows: 100 in 7.5 s\n");
});
