/** Who is calling, and what they may: docs/interface.md §10. Pure. */

export const SCOPES = [
  "hotels",
  "availability",
  "reservations",
  "profile",
  "bookings",
  "ledger",
  "rates",
  "content",
  "events",
  "explain",
  "export",
] as const;
export type Scope = (typeof SCOPES)[number];

/** What a user's session has, whatever scopes exist. */
export const USER_SCOPES = ["hotels", "availability", "reservations", "profile"] as const satisfies readonly Scope[];

/** What a key or an operator bound to one hotel may have: nothing that shows the rest of the group. */
export const HOTEL_KEY_SCOPES = ["bookings", "ledger", "rates", "content", "events", "explain"] as const satisfies readonly Scope[];

/** What a key may have. A profile belongs to a user's own session, the XML interface to operators. */
export const KEY_SCOPES = ["hotels", "availability", "reservations", ...HOTEL_KEY_SCOPES] as const satisfies readonly Scope[];

/** What a key has where nobody says otherwise. */
export const KEY_SCOPES_DEFAULT = ["hotels", "availability", "reservations"] as const satisfies readonly Scope[];

/** What an operator may have. */
export const OPERATOR_SCOPES = [...HOTEL_KEY_SCOPES, "export"] as const satisfies readonly Scope[];

/** What an operator has where nobody says otherwise, and what a session of the XML interface has. */
export const EXPORT_SCOPES = ["export"] as const satisfies readonly Scope[];

export interface Principal {
  /** "page": the booking page itself, for guests who have no token. */
  kind: "key" | "user" | "operator" | "page";
  groupId: string;
  /** Null: all hotels of the group. Otherwise every other hotel is not found: mayTouchHotel. */
  hotelId: string | null;
  scopes: readonly Scope[];
  /** A key's client, a user's id, an operator's code: never an e-mail address, since this stands in KV. */
  subject: string;
  /**
   * Stable over log-ins and a client's next keys: `client:<name>`, `user:<id>`, `operator:<site>:<code>`. What
   * reservations and idempotency keys belong to.
   */
  callerId: string;
  /** Names the caller in the log: a key's client, or the keyed hash of an account (docs/interface.md §10.7). */
  logName: string;
  /** Hash of the token, the key of its rows in D1 and KV. */
  tokenSha256: string;
}

/** Whether the caller may know of a hotel of its group: verbs answer `not_found` where it may not. */
export function mayTouchHotel(principal: Pick<Principal, "hotelId">, hotelId: string): boolean {
  return principal.hotelId === null || principal.hotelId === hotelId;
}

/** Whether the caller holds a scope: for what a route's own scope does not decide. */
export function hasScope(principal: Pick<Principal, "scopes">, scope: Scope): boolean {
  return principal.scopes.includes(scope);
}

/** The name that reservations, idempotency keys and limits of a caller go by. */
export function callerIdOf({ kind, subject, hotelId, groupId }: Pick<Principal, "kind" | "subject" | "hotelId" | "groupId">): string {
  switch (kind) {
    case "key":
      return `client:${subject}`;
    case "user":
      return `user:${subject}`;
    case "operator":
      return `operator:${hotelId ?? groupId}:${subject}`;
    case "page":
      return `page:${subject}`;
  }
}
