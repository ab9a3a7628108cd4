/** RFC 4647 §3.4, "Lookup", and what it makes of things that are not a range. */
import { describe, expect, it } from "vitest";
import { lookUpLanguage, preferLanguages } from "../../src/listing/rules/language.ts";

const AVAILABLE = ["de", "en", "fr-CA", "pt-BR", "zh-Hant"];

describe("lookUpLanguage", () => {
  const table: [range: string | undefined, given: string, why: string][] = [
    ["de", "de", "an exact match"],
    ["DE", "de", "any case"],
    ["de-CH", "de", "a region cut off"],
    ["de-Latn-CH-1996", "de", "several subtags cut off"],
    ["pt-br", "pt-BR", "the stored spelling"],
    ["zh-Hant-TW", "zh-Hant", "the longest match"],
    ["zh-Hant-x-private", "zh-Hant", "a singleton goes with its subtag"],
    ["zh-Hant-a-bbb-x-ccc", "zh-Hant", "several singletons"],
    ["pt", "en", "a shorter range is not a match for a longer tag"],
    ["fr-FR", "en", "another region of a language that is there"],
    ["it", "en", "an unknown language"],
    ["x-private", "en", "private use alone"],
    [undefined, "en", "no parameter"],
    ["", "en", "an empty one"],
    ["*", "en", "the wildcard"],
    ["*-CH", "en", "a wildcard with a subtag"],
    ["de-*", "en", "a wildcard at the end"],
    ["de_CH", "en", "an underscore"],
    ["de-", "en", "an empty subtag"],
    ["-de", "en", "a leading hyphen"],
    ["de--CH", "en", "a double hyphen"],
    ["de-verylongsubtag", "en", "a subtag of more than eight characters"],
    ["de,fr", "en", "a list"],
    ["de;q=0.5", "en", "a weight"],
    [" de", "en", "a space"],
    ["dé", "en", "a letter that is not ASCII"],
    ["de\r\nX: y", "en", "a line break"],
    [`de${"-aa".repeat(5_000)}`, "en", "more characters than a tag has"],
    ["__proto__", "en", "a name of JavaScript's own"],
  ];
  for (const [range, given, why] of table) {
    it(`gives ${given} for ${JSON.stringify(range)?.slice(0, 30)}: ${why}`, () => {
      expect(lookUpLanguage(range, AVAILABLE, "en")).toBe(given);
    });
  }

  it("gives the default where the group has no texts at all", () => {
    expect(lookUpLanguage("de", [], "fr")).toBe("fr");
  });
});

describe("preferLanguages", () => {
  it("puts the chosen language first, then its shorter forms, the default, and the rest by name", () => {
    expect(preferLanguages("de-CH", ["es", "en", "de", "fr", "de-CH", "en-GB"], "en-GB")).toEqual([
      "de-CH",
      "de",
      "en-GB",
      "en",
      "es",
      "fr",
    ]);
  });
});
