/**
 * What zod finds, in sentences of our own: all of it, each with its place. zod/mini, since the whole of zod is a fifth of the
 * bundle; it has no wording, so the wording is here. Requests and files are checked by the same schemas and told the same.
 */
import * as z from "zod/mini";

/** What a value breaks, and where it stands. `code` is for programs, `detail` a sentence. */
export interface Problem {
  path: readonly PropertyKey[];
  code: string;
  detail: string;
}

const REQUIRED = "Required";

z.config({ localeError: wordingOf });

/** One problem for each fault; of a value of the wrong type nothing but that: the length of a list where a text belongs says nothing. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  const problems = error.issues.flatMap((issue) => problemOf(issue));
  const keyOf = ({ path }: Problem): string => JSON.stringify(path.map(String));
  const mistyped = new Set(problems.filter(({ code }) => code === "invalid_type").map(keyOf));
  return problems.filter((problem) => problem.code === "invalid_type" || !mistyped.has(keyOf(problem)));
}

/** zod calls a failed check of ours "custom": that is a name of zod's, and tells a client nothing. */
function problemOf(issue: z.core.$ZodIssue): Problem[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], code: "unknown_field", detail: "There is no such field." }));
  }
  if (issue.code === "invalid_key") return [{ path, code: "invalid_format", detail: issue.issues[0]?.message ?? message }];
  if (message.startsWith(REQUIRED)) return [{ path, code: "required", detail: message }];
  return [{ path, code: issue.code === "custom" ? "invalid_format" : issue.code, detail: message }];
}

/** A sentence for an issue whose schema brings none. */
function wordingOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? `${REQUIRED}.` : `Must be ${kindOf(String(issue.expected))}.`;
    case "invalid_value":
      return `Must be ${Array.isArray(issue.values) && issue.values.length > 1 ? "one of " : ""}${(issue.values as unknown[]).join(", ")}.`;
    case "too_big":
      return boundOf(issue, String(issue.maximum), "more", "at most", "less");
    case "too_small":
      return boundOf(issue, String(issue.minimum), "fewer", "at least", "more");
    default:
      return "Invalid.";
  }
}

function boundOf(issue: z.core.$ZodRawIssue, bound: string, beyond: string, inclusive: string, exclusive: string): string {
  if (issue.origin === "array") return `Has ${beyond} than ${bound} elements.`;
  if (issue.origin === "string") return `Has ${beyond} than ${bound} characters.`;
  return issue.inclusive === false ? `Must be ${exclusive} than ${bound}.` : `Must be ${inclusive} ${bound}.`;
}

function kindOf(expected: string): string {
  if (expected === "int") return "a whole number";
  if (expected === "record") return "an object";
  return `${expected === "array" || expected === "object" ? "an" : "a"} ${expected}`;
}
