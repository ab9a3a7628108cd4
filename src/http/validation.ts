/** What zod finds, as the errors of docs/interface.md §5: all of them, each with a JSON pointer (RFC 6901). */
import type { z } from "zod/mini";
import { jsonPointer } from "../base/json-pointer.ts";
import type { FieldError } from "../base/result.ts";
import { problemsOf } from "../base/validation.ts";

/** One error for each fault. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return problemsOf(error).map(({ path, code, detail }) => ({ pointer: jsonPointer(path), code, detail }));
}
