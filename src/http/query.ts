/** The query of a URL by a schema of texts: docs/interface.md §5. A parameter given twice is an error; of unknown ones notices.ts tells. */
import * as z from "zod/mini";
import { parseDate } from "../base/calendar-date.ts";
import { type FieldError, type Result, fail, ok } from "../base/result.ts";

/** As a parameter or header writes it. */
export const WHOLE_NUMBER = /^\d{1,16}$/;

/** Of small numbers, with leading zeros. */
const DIGITS_MAX = 4;

type Values = Readonly<Record<string, string>>;

/** The values, or `invalid_parameter` with every invalid parameter named. `more` finds what single values cannot tell. */
export function parseQuery<Schema extends z.ZodMiniObject>(
  url: string,
  schema: Schema,
  more: (values: Values) => FieldError[] = () => [],
): Result<z.output<Schema>> {
  const search = new URL(url).searchParams;
  const errors: FieldError[] = [];
  const values: Record<string, string> = {};
  for (const parameter of Object.keys(schema.shape)) {
    const [value, ...others] = search.getAll(parameter);
    if (others.length > 0) errors.push({ parameter, code: "repeated", detail: "Must be given once." });
    else if (value !== undefined) values[parameter] = value;
  }
  const repeated = new Set(errors.flatMap((error) => ("parameter" in error ? [error.parameter] : [])));
  const parsed = schema.safeParse(values);
  for (const issue of parsed.error?.issues ?? []) {
    const parameter = String(issue.path[0]);
    if (!repeated.has(parameter)) errors.push(toFieldError(parameter, values[parameter], issue));
  }
  errors.push(...more(values));
  return errors.length > 0 || !parsed.success ? fail({ code: "invalid_parameter", errors }) : ok(parsed.data);
}

function toFieldError(parameter: string, value: string | undefined, issue: z.core.$ZodIssue): FieldError {
  if (value === undefined) return { parameter, code: "required", detail: "Required." };
  return { parameter, code: issue.code === "custom" ? "invalid_format" : issue.code, detail: issue.message };
}

/** A day number, with its description for the OpenAPI document. */
export function dateParameter(description: string) {
  const toDay = z.transform((text: string, context) => {
    const day = parseDate(text);
    if (day !== null) return day;
    context.issues.push({ code: "custom", input: text, message: "Must be a real date, YYYY-MM-DD." });
    return z.NEVER;
  });
  return z.pipe(z.string(), toDay).check(z.meta({ description, override: { type: "string", format: "date" } }));
}

/** A whole number within bounds, with its description for the OpenAPI document. */
export function numberParameter(description: string, least: number, most: number, byDefault: number) {
  const digitsMax = Math.max(DIGITS_MAX, String(most).length);
  const isNumber = (text: string): boolean =>
    WHOLE_NUMBER.test(text) && text.length <= digitsMax && Number(text) >= least && Number(text) <= most;
  const parsed = z.pipe(z.string().check(z.refine(isNumber, `Must be a whole number from ${least} to ${most}.`)), z.transform(Number));
  return z
    ._default(parsed, byDefault)
    .check(z.meta({ description, override: { type: "integer", minimum: least, maximum: most, default: byDefault } }));
}

/** `true` or `false`, which it is by default; with its description for the OpenAPI document. */
export function flagParameter(description: string) {
  const parsed = z.pipe(
    z.string().check(z.regex(/^(true|false)$/, "Must be true or false.")),
    z.transform((text) => text === "true"),
  );
  return z._default(parsed, false).check(z.meta({ description, override: { type: "string", enum: ["true", "false"], default: "false" } }));
}
