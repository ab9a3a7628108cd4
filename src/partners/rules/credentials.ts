/** A user name and a password, however they came. Pure. */

export interface Credentials {
  /** The key's client. */
  client: string;
  /** The key. */
  key: string;
}

/** RFC 7617: the scheme, then Base64 of name:password. */
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** The credentials of an Authorization header, read as UTF-8; null where it holds none. */
export function readBasic(header: string | null): Credentials | null {
  const encoded = BASIC.exec(header ?? "")?.[1];
  if (encoded === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const colon = text.indexOf(":");
    return colon === -1 ? null : { client: text.slice(0, colon), key: text.slice(colon + 1) };
  } catch {
    return null;
  }
}
