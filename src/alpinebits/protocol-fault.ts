/**
 * Faults of the protocol, before any document is looked at: a text that begins with "ERROR:", as AlpineBits HotelData 2024-10
 * §2 says. Pure.
 */

export interface ProtocolFault {
  status: 400 | 401 | 413 | 429;
  /** What follows "ERROR:". */
  text: string;
  retryAfterSeconds?: number;
}

export const UNKNOWN_ACTION: ProtocolFault = { status: 400, text: "unknown or missing action" };
export const NOT_PROVED: ProtocolFault = { status: 401, text: "invalid or missing username/password" };

/** The fault as an answer. */
export function faultResponse({ status, text, retryAfterSeconds }: ProtocolFault): Response {
  const headers = new Headers({ ...ANSWER_HEADERS, "Content-Type": "text/plain; charset=utf-8" });
  if (status === 401) headers.set("WWW-Authenticate", 'Basic realm="AlpineBits", charset="UTF-8"');
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  return new Response(`ERROR:${text}`, { status, headers });
}

/** On every answer: bodies may come as gzip. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  "X-AlpineBits-Server-Accept-Encoding": "gzip",
  "Cache-Control": "no-store",
};
