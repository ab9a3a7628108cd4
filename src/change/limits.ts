/** The bounds of change/, each with its reason. */

/** Idempotency-Key; docs/interface.md §4.8. */
export const IDEMPOTENCY_KEY_CHARS_MAX = 255;

/** How long an Idempotency-Key is remembered; docs/interface.md §4.8. */
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000;

/** Requests with an Idempotency-Key running at once in an isolate: about 300 bytes each. Beyond, D1 alone decides. */
export const IDEMPOTENT_REQUESTS_RUNNING_MAX = 10_000;

/** D1 gives up on a batch after 30 s; a request that ran longer was abandoned by its client and left its mark behind. */
export const IDEMPOTENT_REQUEST_RUNS_MS_MAX = 60 * 1000;

/** A form that is pressed twice looks so often whether the first is done: some 5 s, longer than a change takes. */
export const RUNNING_LOOKS_MAX = 100;
export const RUNNING_LOOK_MS = 50;
