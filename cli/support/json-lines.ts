/** Where in a JSON text a value stands. Pure; the text is known to be valid JSON. */

/** The line (from 1) on which the value at a path begins; the nearest ancestor's where the path leads nowhere. */
export function lineOfPath(json: string, path: readonly PropertyKey[]): number {
  let at = skipSpace(json, 0);
  for (const step of path) {
    const child = childAt(json, at, String(step));
    if (child === null) break;
    at = child;
  }
  return json.slice(0, at).split("\n").length;
}

/** Offset of the child of the object or array at `at`, or null. */
function childAt(json: string, at: number, step: string): number | null {
  const open = json[at];
  if (open !== "{" && open !== "[") return null;
  let position = skipSpace(json, at + 1);
  for (let index = 0; json[position] !== "}" && json[position] !== "]"; index += 1) {
    let key = String(index);
    if (open === "{") {
      const end = endOfValue(json, position);
      key = JSON.parse(json.slice(position, end)) as string;
      position = skipSpace(json, skipSpace(json, end) + 1);
    }
    if (key === step) return position;
    position = skipSpace(json, endOfValue(json, position));
    if (json[position] === ",") position = skipSpace(json, position + 1);
  }
  return null;
}

function endOfValue(json: string, at: number): number {
  let depth = 0;
  for (let position = at; position < json.length; position += 1) {
    const char = json[position];
    if (char === '"') {
      for (position += 1; json[position] !== '"'; position += 1) if (json[position] === "\\") position += 1;
    } else if (char === "{" || char === "[") depth += 1;
    else if (depth > 0 && (char === "}" || char === "]")) depth -= 1;
    else if (depth === 0 && /[\s,\]}]/.test(char ?? "")) return position;
    if (depth === 0 && /["}\]]/.test(json[position] ?? "")) return position + 1;
  }
  return json.length;
}

function skipSpace(json: string, at: number): number {
  let position = at;
  while (/\s/.test(json[position] ?? "")) position += 1;
  return position;
}
