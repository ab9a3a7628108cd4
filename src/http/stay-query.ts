/** The query of /availabilities and /offers: docs/interface.md §4. A parameter given twice is an error; unknown ones are ignored. */
import * as z from "zod/mini";
import { parseDate } from "../base/calendar-date.ts";
import type { StayQuery } from "../selling/rules/stay.ts";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";
import { PROMO_CODE_CHARS_MAX } from "./limits.ts";
import { PARTY_MEMBERS_MAX, ROOMS_MAX, STAY_NIGHTS_MAX } from "../selling/limits.ts";

const DIGITS = /^\d{1,4}$/;

/** By parameter, each the text of the URL. `infant` is checked and changes nothing: infants need no bed. */
export const StayQuerySchema = z.object({
  arrival: date("The arrival date"),
  departure: date("The departure date, after arrival"),
  adults: count("Adults in each room", 1, PARTY_MEMBERS_MAX, 2),
  children: count("Children in each room", 0, PARTY_MEMBERS_MAX, 0),
  infant: count("Infants in each room; they need no bed", 0, PARTY_MEMBERS_MAX, 0),
  rooms: count("Rooms of one type, each for this party", 1, ROOMS_MAX, 1),
  promoCode: z._default(
    z
      .string()
      .check(
        z.maxLength(PROMO_CODE_CHARS_MAX, `Has more than ${PROMO_CODE_CHARS_MAX} characters.`),
        z.meta({ description: "Promo code; unknown or not valid for the stay: ignored" }),
      ),
    "",
  ),
});

type Parameter = keyof typeof StayQuerySchema.shape;

const PARAMETERS = Object.keys(StayQuerySchema.shape) as Parameter[];

/** The query of a URL, or `invalid_parameter` with every invalid parameter named. */
export function parseStayQuery(url: string): Result<StayQuery> {
  const search = new URL(url).searchParams;
  const errors: FieldError[] = [];
  const values: Partial<Record<Parameter, string>> = {};
  for (const parameter of PARAMETERS) {
    const [value, ...others] = search.getAll(parameter);
    if (others.length > 0) errors.push({ parameter, code: "repeated", detail: "Must be given once." });
    else if (value !== undefined) values[parameter] = value;
  }
  const repeated = new Set(errors.flatMap((error) => ("parameter" in error ? [error.parameter] : [])));
  const parsed = StayQuerySchema.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const parameter = String(issue.path[0]);
    if (!repeated.has(parameter)) errors.push(toFieldError(parameter, values[parameter as Parameter], issue));
  }
  errors.push(...orderErrors(values));
  if (errors.length > 0 || !parsed.success) return fail({ code: "invalid_parameter", errors });
  const { infant: _infant, ...query } = parsed.data;
  return ok(query);
}

function toFieldError(parameter: string, value: string | undefined, issue: z.core.$ZodIssue): FieldError {
  if (value === undefined) return { parameter, code: "required", detail: "Required." };
  return { parameter, code: issue.code === "custom" ? "invalid_format" : issue.code, detail: issue.message };
}

/** What two dates that are right by themselves can have wrong together. */
function orderErrors(values: Partial<Record<Parameter, string>>): FieldError[] {
  const arrival = parseDate(values.arrival ?? "");
  const departure = parseDate(values.departure ?? "");
  if (arrival === null || departure === null) return [];
  const nights = departure - arrival;
  if (nights < 1) return [{ parameter: "departure", code: "not_after_arrival", detail: "Must be after arrival." }];
  if (nights <= STAY_NIGHTS_MAX) return [];
  return [{ parameter: "departure", code: "too_long", detail: `A stay has at most ${STAY_NIGHTS_MAX} nights.` }];
}

function date(description: string) {
  const toDay = z.transform((text: string, context) => {
    const day = parseDate(text);
    if (day !== null) return day;
    context.issues.push({ code: "custom", input: text, message: "Must be a real date, YYYY-MM-DD." });
    return z.NEVER;
  });
  return z.pipe(z.string(), toDay).check(z.meta({ description, override: { type: "string", format: "date" } }));
}

function count(description: string, least: number, most: number, byDefault: number) {
  const isCount = (text: string): boolean => DIGITS.test(text) && Number(text) >= least && Number(text) <= most;
  const counted = z.pipe(z.string().check(z.refine(isCount, `Must be a whole number from ${least} to ${most}.`)), z.transform(Number));
  return z
    ._default(counted, byDefault)
    .check(z.meta({ description, override: { type: "integer", minimum: least, maximum: most, default: byDefault } }));
}
