/** What the booking page says: docs/interface.md §20. Complete in every language, and true. */
import { describe, expect, it } from "vitest";
import { parseDate } from "../../src/base/calendar-date.ts";
import { termsList } from "../../src/pages/book/terms.ts";
import { readSearch } from "../../src/pages/book/search-form.ts";
import { EN } from "../../src/pages/texts/en.ts";
import { TEXTS, speechOf } from "../../src/pages/texts/speech.ts";

/** Every text by its path. */
function flat(texts: object, path = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === "string" ? [[`${path}${name}`, value]] : flat(value as object, `${path}${name}.`),
  );
}

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted((one, other) => one.localeCompare(other));
const TODAY = parseDate("2026-12-01") ?? 0;
const INN = { timezone: "Europe/Lisbon", currencyCode: "EUR" };

describe.each(Object.keys(TEXTS))("in %s", (language) => {
  it("every text is there, with the places of the English one", () => {
    const said = new Map(flat(TEXTS[language]!));
    expect(flat(EN).filter(([path, text]) => placeholders(text).join(" ") !== placeholders(said.get(path) ?? "").join(" "))).toEqual([]);
    expect([...said].filter(([, text]) => text.trim() === "")).toEqual([]);
    expect(said.size).toBe(flat(EN).length);
  });

  it("amounts, dates and counts have the language's own form", () => {
    const speech = speechOf(language);
    expect(speech.money(12_345_000, "EUR")).toContain("50");
    expect(speech.money(12_340_000, "JPY")).not.toMatch(/[.,]\d\d$/);
    expect(speech.date(TODAY)).toContain("2026");
    expect(speech.count("nights", 1)).not.toBe(speech.count("nights", 2));
    expect(speech.party(2, 1)).toContain(", ");
    expect(speech.instant(0, "Asia/Tokyo")).toMatch(/9:00/);
  });
});

it("speaks English where it does not know a language", () => {
  expect(speechOf("tlh").texts).toBe(EN);
  expect(speechOf("constructor").texts).toBe(EN);
});

describe("terms", () => {
  const at = (text: string): number => Date.parse(text);
  const sentences = async (steps: { fromMs: number; fee: number }[], language = "en"): Promise<string[]> => {
    const visit = { speech: speechOf(language), site: { groupId: "g", name: "", colour: null, logo: null, languages: [] }, url: new URL("http://x.test"), nonce: "" }; // prettier-ignore
    const html = String(await termsList(visit, INN, { fromMs: at("2026-12-01T00:00:00Z"), steps, roomPrice: 2_000_000 }));
    return [...html.matchAll(/<li[^>]*>([^<]*)</g)].map(([, text = ""]) => text.replaceAll("&#39;", "'").trim());
  };

  it.each([
    ["a fee of all from now on", [{ fromMs: 0, fee: 2_000_000 }], ["Not refundable."]],
    ["a fee of a part from now on", [{ fromMs: 0, fee: 500_000 }], ["From the moment of booking, cancelling costs €50."]],
    [
      "free until a day before arrival, by the hotel's clocks",
      [{ fromMs: at("2026-12-09T15:00:00Z"), fee: 1_000_000 }],
      [
        "Free cancellation until December 9, 2026 at 3:00 PM, the hotel's local time.",
        "From December 9, 2026 at 3:00 PM, cancelling costs €100.",
      ],
    ],
    [
      "rising steps",
      [
        { fromMs: at("2026-12-05T15:00:00Z"), fee: 0 },
        { fromMs: at("2026-12-07T15:00:00Z"), fee: 500_000 },
        { fromMs: at("2026-12-09T15:00:00Z"), fee: 2_000_000 },
      ],
      [
        "Free cancellation until December 7, 2026 at 3:00 PM, the hotel's local time.",
        "From December 7, 2026 at 3:00 PM, cancelling costs €50.",
        "From December 9, 2026 at 3:00 PM, cancelling costs €200.",
      ],
    ],
  ] as const)("say %s", async (_, steps, expected) => {
    expect(await sentences([...steps])).toEqual(expected);
  });

  it("that never cost anything are said to be free", async () => {
    expect(await sentences([])).toEqual(["Free cancellation."]);
  });
});

describe("a search", () => {
  const read = (query: string) => readSearch(new URLSearchParams(query), TODAY, EN);

  it("asks for two nights in a week where nothing is said", () => {
    expect(read("").search).toEqual({ arrival: TODAY + 7, departure: TODAY + 9, adults: 2, children: 0, promoCode: "" });
  });

  it("leaves two nights behind an arrival that came alone", () => {
    expect(read("checkIn=2027-01-30").texts.checkOut).toBe("2027-02-01");
  });

  it.each([
    ["checkIn=2026-11-30", { checkIn: EN.inThePast }],
    ["checkIn=2026-02-30", { checkIn: EN.invalidDate }],
    ["checkIn=2026-12-05&checkOut=2026-12-05", { checkOut: EN.departureFirst }],
    ["checkIn=2026-12-05&checkOut=2028-12-05", { checkOut: expect.stringContaining("at most") }],
    ["adults=0", { adults: expect.stringContaining("from 1 to") }],
    ["adults=1e1&children=-1", { adults: expect.anything(), children: expect.stringContaining("from 0 to") }],
    [`promoCode=${"x".repeat(65)}`, { promoCode: EN.unknownPromo }],
  ])("%s is told where it is wrong", (query, errors) => {
    expect(read(query)).toMatchObject({ errors, search: null });
  });
});
