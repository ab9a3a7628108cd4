/** Which of the languages at hand a request gets: RFC 4647 §3.4, "Lookup". Pure. */
import { LANGUAGE_CHARS_MAX } from "../limits.ts";

/** RFC 4647 §2.1 `language-range`, without `*`, which asks for nothing. */
const BASIC_RANGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

/**
 * The language of `available` for a basic language range, as `available` spells it, without regard to case.
 * `fallback` where none fits, for `*`, for nothing and for what is not a range: a language is never an error.
 */
export function lookUpLanguage(range: string | undefined, available: readonly string[], fallback: string): string {
  if (range === undefined || range.length > LANGUAGE_CHARS_MAX || !BASIC_RANGE.test(range)) return fallback;
  for (const candidate of truncations(range)) {
    const found = available.find((language) => language.toLowerCase() === candidate);
    if (found !== undefined) return found;
  }
  return fallback;
}

/** Every language at hand, best first, for a text that may be missing: the chosen one, the fallback, then any, each with its truncations. */
export function preferLanguages(chosen: string, available: readonly string[], fallback: string): string[] {
  const order = [...truncations(chosen), ...truncations(fallback)];
  const rank = (language: string): number => {
    const index = order.indexOf(language.toLowerCase());
    return index === -1 ? order.length : index;
  };
  return available.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** "zh-hant-x-y", "zh-hant", "zh": a singleton left at the end goes with what it introduced. */
function* truncations(range: string): Generator<string> {
  let rest = range.toLowerCase();
  while (rest !== "") {
    yield rest;
    rest = rest.slice(0, Math.max(rest.lastIndexOf("-"), 0));
    if (rest.at(-2) === "-") rest = rest.slice(0, -2);
  }
}
