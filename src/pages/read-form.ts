/** A form that a page of ours has posted, and nobody else's page: docs/interface.md §20. */
import { isFromAnotherOrigin } from "../base/another-origin.ts";
import { type Result, fail, ok } from "../base/result.ts";
import { readBody } from "../base/read-body.ts";
import { FORM_BYTES_MAX } from "./limits.ts";

/** The fields; `not_found` for a form of another origin, or one that cannot be read: a browser sends neither by itself. */
export async function readForm(request: Request): Promise<Result<URLSearchParams>> {
  if (isFromAnotherOrigin(request)) return refused();
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith("application/x-www-form-urlencoded")) return refused();
  const bytes = await readBody(request, FORM_BYTES_MAX);
  return bytes === null ? refused() : ok(new URLSearchParams(new TextDecoder().decode(bytes)));
}

function refused() {
  return fail({ code: "not_found", detail: "There is no such form." });
}
