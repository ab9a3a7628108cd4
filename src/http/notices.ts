/**
 * What an answer tells beside its body, in the header Tabard-Notice: what the request says and the service passes over, such as
 * `adult=3` for `adults`. A list of RFC 9651, so that programs may read it: docs/interface.md §5.5. Pure.
 */
import { distance } from "fastest-levenshtein";
import type * as z from "zod/mini";
import { NOTICED_NAME_CHARS_MAX, NOTICED_NAMES_MAX } from "./limits.ts";
import { unknownFields } from "./unknown-fields.ts";
import type { PromoStanding } from "../selling/rules/promotion.ts";

export const NOTICE_HEADER = "Tabard-Notice";

/** Letters that may be wrong in a name that was meant. */
const TYPOS_MAX = 2;

/** The shortest beginning that stands for a whole name: `promo` for `promoCode`. */
const BEGINNING_CHARS_MIN = 4;

/** What a strict structured string cannot hold, and its two marks (RFC 9651 §3.3.3). */
const NOT_PLAIN = /[^\x20-\x7e]|["\\]/g;

const PROMO_NOTICES: Readonly<Record<PromoStanding, string | null>> = {
  none: null,
  valid: null,
  unknown: "unknown_promo_code",
  not_valid: "promo_code_not_valid",
};

/** Adds a notice for every parameter of the URL that the route does not read, with the one that may be meant. */
export function noteUnknownParameters(headers: Headers, url: string, schema: z.ZodMiniObject | undefined): void {
  const known: object = schema?.shape ?? {};
  const names = parameterNames(url).filter((name) => !Object.hasOwn(known, name));
  for (const name of [...new Set(names)].slice(0, NOTICED_NAMES_MAX)) {
    headers.append(NOTICE_HEADER, unknownMember("unknown_parameter", name, nearest(name, Object.keys(known))));
  }
}

/** The headers of an answer to a body that has passed the schema: its fields that the schema passes over, with those that may be meant. */
export function fieldHeaders(schema: z.core.$ZodType, body: unknown): Record<string, string> {
  const notices: string[] = [];
  for (const { pointer, name, known } of unknownFields(schema, body)) {
    notices.push(unknownMember("unknown_field", pointer, nearest(name, known)));
    if (notices.length === NOTICED_NAMES_MAX) break;
  }
  return notices.length === 0 ? {} : { [NOTICE_HEADER]: notices.join(", ") };
}

/** The headers of an answer to a stay with a promo code. */
export function promoHeaders(standing: PromoStanding): Record<string, string> {
  const notice = PROMO_NOTICES[standing];
  return notice === null ? {} : { [NOTICE_HEADER]: notice };
}

function unknownMember(token: "unknown_parameter" | "unknown_field", name: string, meant: string | null): string {
  return `${token};name=${quoted(name)}${meant === null ? "" : `;did_you_mean=${quoted(meant)}`}`;
}

/** As URLSearchParams reads them, which nearly every URL spares. */
function parameterNames(url: string): string[] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  const search = url.slice(start + 1);
  if (/[%+]/.test(search)) return [...new URLSearchParams(search).keys()];
  return search.split("&").flatMap((pair) => (pair === "" ? [] : [pair.split("=", 1)[0] ?? ""]));
}

/** The known name that one may have meant: but for case, dashes, a few letters, or what is cut off or too much at its end. */
function nearest(name: string, known: readonly string[]): string | null {
  const said = folded(name.slice(0, NOTICED_NAME_CHARS_MAX));
  const far = (candidate: string): number => {
    const meant = folded(candidate);
    const [shorter, longer] = said.length < meant.length ? [said, meant] : [meant, said];
    if (shorter.length >= BEGINNING_CHARS_MIN && longer.startsWith(shorter)) return 0;
    const typos = distance(said, meant);
    return typos <= Math.min(TYPOS_MAX, meant.length / 2 - 1) ? typos : Infinity;
  };
  const [best] = known.map((candidate) => ({ candidate, far: far(candidate) })).toSorted((one, other) => one.far - other.far);
  return best && best.far < Infinity ? best.candidate : null;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Nothing that a client writes reaches a header or a log in another form than plain characters, nor at length. */
function quoted(name: string): string {
  const cut = name.length > NOTICED_NAME_CHARS_MAX ? `${name.slice(0, NOTICED_NAME_CHARS_MAX)}...` : name;
  return `"${cut.replaceAll(NOT_PLAIN, "?")}"`;
}
