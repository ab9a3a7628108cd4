/** zod's issues as the errors of contract §5: all of them, each with a JSON pointer (RFC 6901). */
import type * as z from "zod";
import type { FieldError } from "../domain/result.ts";

/** One entry per issue. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({
    pointer: jsonPointer(issue.path),
    code: issue.code,
    detail: issue.message,
  }));
}

/** RFC 6901 of a path; the whole document is "". */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
