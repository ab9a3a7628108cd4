/** Request bodies of the JSON interface: docs/interface.md §5. */
import { ok } from "../base/result.ts";
import { JSON_BODY_BYTES_MAX, UNPROVED_JSON_BYTES_MAX } from "./limits.ts";
import { LEFT_BODY, readBody } from "../base/read-body.ts";
import { type WireResult, refuse } from "./problem.ts";

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i;

export interface JsonBodyOptions {
  bytesMax?: number | undefined;
  /** No body at all is read as an empty object. */
  mayBeEmpty?: boolean;
}

/** The parsed body. A body with no Content-Type is read as JSON. */
export async function readJson(
  request: Request,
  { bytesMax = JSON_BODY_BYTES_MAX, mayBeEmpty = false }: JsonBodyOptions = {},
): Promise<WireResult<unknown>> {
  const type = request.headers.get("Content-Type");
  if (type !== null && !JSON_TYPE.test(type)) {
    return refuse({ code: "unsupported_media_type", detail: "Send application/json." });
  }
  const bytes = await readBody(request, bytesMax);
  if (!bytes) return refuse({ code: "body_too_large", bytesMax });
  if (mayBeEmpty && bytes.length === 0 && bytes !== LEFT_BODY) return ok({});
  try {
    return ok(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes)));
  } catch (error) {
    const detail = error instanceof SyntaxError ? "The body is not well-formed JSON." : "The body is not UTF-8.";
    return refuse({ code: "malformed_json", detail });
  }
}

/**
 * What the body of a caller who is not proved yet seems to hold; null where it does not say that it is short, or cannot be read. The
 * request can be read again by whoever answers it.
 */
export async function glanceAtJson(request: Request): Promise<unknown> {
  const length = Number(request.headers.get("Content-Length") ?? Infinity);
  if (!(length <= UNPROVED_JSON_BYTES_MAX)) return null;
  const read = await readJson(request.clone(), { bytesMax: UNPROVED_JSON_BYTES_MAX });
  return read.ok ? read.value : null;
}
