/**
 * What a request says about its operation beside the body: ?op=, ?soapAction=, the SOAPAction header, the action parameter
 * of Content-Type. The body decides; a hint may not contradict it, and an empty one says nothing (docs/interface.md §6.2). Pure.
 */
import type { MediaType } from "../xml/media-type.ts";

interface Hint {
  /** Where it stands, for people. */
  source: string;
  value: string;
}

/** The hints that say something. */
export function collectHints(request: Request, mediaType: MediaType | null): Hint[] {
  const hints: Hint[] = [];
  for (const [key, value] of new URL(request.url).searchParams) {
    const name = key.toLowerCase();
    if (name === "op" || name === "soapaction") hints.push({ source: `the query's ${key}`, value: unquote(value) });
  }
  hints.push({ source: "the SOAPAction header", value: unquote(request.headers.get("SOAPAction") ?? "") });
  hints.push({ source: "Content-Type's action", value: unquote(mediaType?.parameters.get("action") ?? "") });
  return hints.filter(({ value }) => value !== "");
}

/** The hint that names something else than this operation, or null. The name stands alone or behind the namespace. */
export function findContradiction(hints: readonly Hint[], namespace: string, name: string): Hint | null {
  // Clients join the two with a slash, .NET's way and that of docs/interface.md §6.2, or with a number sign, Perl's way.
  const names = [name, `${namespace}/${name}`, `${namespace}#${name}`];
  if (namespace.endsWith("/") || namespace.endsWith("#")) names.push(namespace + name);
  return hints.find(({ value }) => !names.includes(value)) ?? null;
}

function unquote(value: string): string {
  const trimmed = value.trim();
  return /^".*"$/.test(trimmed) || /^'.*'$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
}
