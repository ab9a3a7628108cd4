/** What bars a stay, in the console's words. */
import { describe, expect, it } from "vitest";
import { parseDate } from "../../src/base/calendar-date.ts";
import { barSentences, dayWords } from "../../src/pages/console/explain-words.ts";
import { BAR_CODES } from "../../src/selling/rules/bars.ts";

const DAY = parseDate("2026-12-05") ?? 0;

describe("what bars a stay", () => {
  it("is a sentence for every code", () => {
    for (const code of BAR_CODES) {
      const [sentence, ...others] = barSentences([{ code, day: DAY, required: 3, actual: 1 }]);
      expect(others).toEqual([]);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
  });

  it("names the days of one kind together, and kinds apart", () => {
    const through = { code: "below_minimum_stay_through", actual: 1 } as const;
    const bars = [
      { ...through, day: DAY, required: 3 },
      { ...through, day: DAY + 1, required: 3 },
      { ...through, day: DAY + 2, required: 4 },
      { ...through, day: DAY + 4, required: 3 },
    ];
    expect(barSentences(bars)).toEqual([
      "Too short: 3 nights or more for stays over Sat, Dec 5, 2026 to Sun, Dec 6, 2026; Wed, Dec 9, 2026.",
      "Too short: 4 nights or more for stays over Mon, Dec 7, 2026.",
    ]);
  });

  it("tells of adults and of children", () => {
    const bars = [2, 0].map((required) => ({ code: "party_too_large", day: null, required, actual: 3 }) as const);
    expect(barSentences(bars)).toHaveLength(2);
  });

  it("joins days in a row", () => {
    expect([dayWords([]), dayWords([DAY])]).toEqual(["", "Sat, Dec 5, 2026"]);
  });
});
