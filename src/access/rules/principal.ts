/** Who is calling: docs/interface.md §3. Pure types. */

export const SCOPES = ["hotels", "availability", "reservations", "profile"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes an API key may hold: a profile belongs to a user's own session. */
export const KEY_SCOPES = ["hotels", "availability", "reservations"] as const satisfies readonly Scope[];

interface Bearer {
  groupId: string;
  /** Hash of the token, the key of its rows in D1 and KV. */
  tokenSha256: string;
  /** Stable over log-ins: what idempotency keys belong to. */
  callerId: string;
}

export type Principal =
  | (Bearer & { kind: "key"; scopes: readonly Scope[] })
  | (Bearer & { kind: "user"; scopes: readonly Scope[]; email: string })
  /** `hotelId` null: the operator of the whole group; otherwise of that hotel. */
  | (Bearer & { kind: "operator"; hotelId: string | null });
