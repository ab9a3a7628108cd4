/** A form of the console as a request that is done once: docs/interface.md §4.8. */
import { sha256Hex } from "../../base/bytes.ts";
import type { IdempotentRequest } from "../../change/rules/idempotent-request.ts";
import type { Desk } from "./frame.ts";

/**
 * All of the form stands for it, the random key that the page put in above all: sent again, by a reload or by pressing twice, it
 * changes nothing more; filled in anew after going back it is another request.
 */
export function onceOf(desk: Desk, form: URLSearchParams): IdempotentRequest {
  return requestOf(desk, sha256Hex(form.toString()));
}

/** The request of a form that the same operator sent to the same path, by its key. */
export function requestOf({ caller, url }: Desk, key: string): IdempotentRequest {
  const { groupId, callerId } = caller.principal;
  return { groupId, callerId, operation: `POST ${url.pathname}`, key, bodySha256: key, waits: true };
}
