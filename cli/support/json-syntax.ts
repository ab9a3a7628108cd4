/** Where a text stops being JSON. JSON.parse tells it in words that differ by version, and not always with a place. */

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null|[{}[\],:]/uy;

type Wanted = "value" | "first element" | "key" | "first key" | "colon" | "more";

/** The line (from 1) of the first token that cannot stand where it does, or of the text's end; null where the text is JSON. */
export function lineOfSyntaxFault(text: string): number | null {
  const open: string[] = [];
  let wanted: Wanted | null = "value";
  let at = 0;
  for (;;) {
    at += match(SPACE, text, at)?.length ?? 0;
    const token = match(TOKEN, text, at);
    if (token === null && at === text.length && wanted === "more" && open.length === 0) return null;
    wanted = token === null ? null : wantedAfter(token, wanted, open);
    if (token === null || wanted === null) return text.slice(0, at).split("\n").length;
    at += token.length;
  }
}

/** A key that an object has twice: its line (from 1) and name. JSON.parse would keep the last of them without a word. */
export function findDuplicateKey(text: string): { line: number; key: string } | null {
  /** The keys of each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  let at = 0;
  for (;;) {
    at += match(SPACE, text, at)?.length ?? 0;
    const token = match(TOKEN, text, at);
    if (token === null) return null;
    const keys = open.at(-1);
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (isKey && keys) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return { line: text.slice(0, at).split("\n").length, key };
      keys.add(key);
    }
    isKey = token === "{" || (token === "," && open.at(-1) !== null);
    at += token.length;
  }
}

/** What may follow a token; null where it may not stand there itself. `open` holds the brackets that are open. */
function wantedAfter(token: string, wanted: Wanted, open: string[]): Wanted | null {
  const inArray = open.at(-1) === "[";
  if (token === (inArray ? "]" : "}") && (wanted === "more" || wanted.startsWith("first"))) return open.pop() ? "more" : null;
  switch (wanted) {
    case "more":
      return token === "," && open.length > 0 ? (inArray ? "value" : "key") : null;
    case "colon":
      return token === ":" ? "value" : null;
    case "key":
    case "first key":
      return token.startsWith('"') ? "colon" : null;
    default:
      if (/^[\]},:]/.test(token)) return null;
      if (token !== "[" && token !== "{") return "more";
      open.push(token);
      return token === "[" ? "first element" : "first key";
  }
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
