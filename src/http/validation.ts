/**
 * What zod finds, as the errors of docs/interface.md §5: all of them, each with a JSON pointer (RFC 6901). zod/mini, since the whole
 * of zod is a fifth of the bundle; it has no wording of its own, so the wording is here.
 */
import * as z from "zod/mini";
import type { FieldError } from "../base/result.ts";

const REQUIRED = "Required";

z.config({ localeError: wordingOf });

/** One entry per issue; of a value of the wrong type nothing but that: the length of a list where a text belongs says nothing. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  const errors = error.issues.map((issue) => ({
    pointer: jsonPointer(issue.path),
    code: codeOf(issue),
    detail: issue.message,
  }));
  const mistyped = new Set(errors.filter(({ code }) => code === "invalid_type").map(({ pointer }) => pointer));
  return errors.filter(({ code, pointer }) => code === "invalid_type" || !mistyped.has(pointer));
}

/** zod calls a failed check of ours "custom": that is a name of zod's, and tells a client nothing. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith(REQUIRED)) return "required";
  return issue.code === "custom" ? "invalid_format" : issue.code;
}

/** RFC 6901 of a path; the whole document is "". */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A sentence for an issue whose schema brings none. */
function wordingOf(issue: z.core.$ZodRawIssue): string {
  const of = issue.origin === "array" ? "elements" : "characters";
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `${REQUIRED}.`
        : `Must be ${issue.expected === "array" || issue.expected === "object" ? "an" : "a"} ${issue.expected}.`;
    case "too_big":
      return `Has more than ${issue.maximum} ${of}.`;
    case "too_small":
      return `Has fewer than ${issue.minimum} ${of}.`;
    default:
      return "Invalid.";
  }
}
