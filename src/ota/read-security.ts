/** WS-Security: the UsernameToken of an envelope's header, with its password as text (docs/interface.md §15). Pure. */
import type { Credentials } from "../partners/rules/credentials.ts";
import { attributeOf, childOf, childrenOf } from "../xml/children.ts";
import type { ExpandedName, XmlElement } from "../xml/resolve-names.ts";

const SECURITY_NAMESPACE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const PASSWORD_TEXT = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText";

/** Whether a header block is WS-Security's, which this interface understands. */
export function isSecurity({ namespace, local }: ExpandedName): boolean {
  return namespace === SECURITY_NAMESPACE && local === "Security";
}

/** The credentials of an envelope, or null where it has no UsernameToken, several, or a digest for a password. */
export function readSecurity(envelope: XmlElement): Credentials | null {
  const tokens = (childOf(envelope, "Header")?.children ?? []).filter(isSecurity).flatMap((block) => childrenOf(block, "UsernameToken"));
  const [token] = tokens;
  const password = childOf(token ?? null, "Password");
  if (!token || tokens.length > 1 || !password) return null;
  if ((attributeOf(password, "Type") ?? PASSWORD_TEXT) !== PASSWORD_TEXT) return null;
  return { client: childOf(token, "Username")?.text.trim() ?? "", key: password.text.trim() };
}
