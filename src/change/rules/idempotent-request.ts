/** A POST that came with an Idempotency-Key: docs/interface.md §4.8. Pure. */

/** What a key belongs to and what it came with. */
export interface IdempotentRequest {
  groupId: string;
  /** Who sent it, the same over log-ins. */
  callerId: string;
  /** Method and path without query: "POST /reservations/demo". */
  operation: string;
  key: string;
  /** Of the body's JSON without white space: neither the layout nor the escapes of a retry matter. */
  bodySha256: string;
  /** Whether it waits while another of its key is worked on, as a form does that is pressed twice; others are told so. */
  waits?: true;
}

/** The name of a request among those that run: all that its key belongs to. */
export function nameOf({ groupId, callerId, operation, key }: IdempotentRequest): string {
  return [groupId, callerId, operation, key].join("\0");
}
