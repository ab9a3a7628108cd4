/** The body of a POST that writes, and its Idempotency-Key: docs/interface.md §4. */
import { type Result, fail, ok } from "../base/result.ts";
import { sha256Hex } from "../base/bytes.ts";
import type { Principal } from "../access/rules/principal.ts";
import { IDEMPOTENCY_KEY_CHARS_MAX } from "../change/limits.ts";
import type { IdempotentRequest } from "../change/rules/idempotent-request.ts";
import { type JsonBodyOptions, readJson } from "./json-body.ts";
import { type WireResult, refuse } from "./problem.ts";

const KEY_HEADER = "Idempotency-Key";
/** Printable: a control character in a key is a client's mistake. */
const KEY_PATTERN = /^[^\p{Cc}]+$/u;

export interface KeyedJson {
  body: unknown;
  /** Null where the request has no key. */
  idempotent: IdempotentRequest | null;
}

/** The parsed body with the key it came under, if any. */
export async function readKeyedJson(
  request: Request,
  { groupId, callerId }: Principal,
  options: JsonBodyOptions = {},
): Promise<WireResult<KeyedJson>> {
  const key = readKey(request);
  if (!key.ok) return key;
  const body = await readJson(request, options);
  if (!body.ok) return body;
  if (key.value === null) return ok({ body: body.value, idempotent: null });
  const bodySha256 = identityOf(body.value);
  if (!bodySha256.ok) return bodySha256;
  const operation = `${request.method} ${new URL(request.url).pathname}`;
  return ok({ body: body.value, idempotent: { groupId, callerId, operation, key: key.value, bodySha256: bodySha256.value } });
}

/** The key of a POST whose path says all: a body is not read. */
export function readBodilessKey(request: Request, { groupId, callerId }: Principal): Result<IdempotentRequest | null> {
  const key = readKey(request);
  if (!key.ok || key.value === null) return key.ok ? ok(null) : key;
  const operation = `${request.method} ${new URL(request.url).pathname}`;
  return ok({ groupId, callerId, operation, key: key.value, bodySha256: sha256Hex("") });
}

/** Says that an answer is the one given before. */
export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { "Idempotency-Replayed": "true" } : {};
}

function readKey(request: Request): Result<string | null> {
  const key = request.headers.get(KEY_HEADER);
  if (key === null || (key.length <= IDEMPOTENCY_KEY_CHARS_MAX && KEY_PATTERN.test(key))) return ok(key);
  const detail = `Must have 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} characters, none of them a control character.`;
  return fail({ code: "invalid_parameter", errors: [{ parameter: KEY_HEADER, code: "invalid_key", detail }] });
}

function identityOf(body: unknown): WireResult<string> {
  try {
    return ok(sha256Hex(JSON.stringify(body)));
  } catch (error) {
    // Lists in lists can be parsed deeper than they can be written.
    if (!(error instanceof RangeError)) throw error;
    return refuse({ code: "malformed_json", detail: "The body is nested too deeply." });
  }
}
