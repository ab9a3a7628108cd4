/** Where in a JSON text something stands. JSON.parse reads it; its faults have a place in some versions only. Pure. */
import { type Node, findNodeAtLocation, parseTree, visit } from "jsonc-parser";

/** Both from 1. */
export interface Place {
  line: number;
  column: number;
}

/** JSON as RFC 8259 has it: without comments, and never nothing. A comma too many is a fault without being asked for. */
const STRICT = { disallowComments: true, allowEmptyContent: false };

/** The place of the first token that cannot stand where it does, or of the text's end; null where the text is JSON. */
export function placeOfSyntaxFault(text: string): Place | null {
  let first: Place | null = null;
  const onError = (_code: number, _offset: number, _length: number, line: number, character: number): void => {
    first ??= placeAt(line, character);
  };
  visit(text, { onError }, STRICT);
  return first;
}

/** A key that an object has twice, at its second place. JSON.parse would keep the last of them without a word. */
export function findDuplicateKey(text: string): (Place & { key: string }) | null {
  /** The keys of each open object. */
  const open: Set<string>[] = [];
  let found: (Place & { key: string }) | null = null;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectProperty(key, _offset, _length, line, character) {
      if (open.at(-1)?.has(key)) found ??= { key, ...placeAt(line, character) };
      open.at(-1)?.add(key);
    },
    onObjectEnd: () => void open.pop(),
  });
  return found;
}

/** Tells the line (from 1) on which the value at a path begins; the nearest ancestor's where the path leads nowhere. */
export function linesOfPaths(text: string): (path: readonly PropertyKey[]) => number {
  let root: Node | undefined;
  return (path) => {
    // Few files have a fault, and the tree of a long calendar is large.
    root ??= parseTree(text);
    let node = root;
    for (const step of path) {
      const child: Node | undefined = node && findNodeAtLocation(node, [node.type === "array" ? Number(step) : String(step)]);
      if (!child) break;
      node = child;
    }
    return text.slice(0, node?.offset ?? 0).split("\n").length;
  };
}

/** The parser counts from 0. */
function placeAt(line: number, character: number): Place {
  return { line: line + 1, column: character + 1 };
}
