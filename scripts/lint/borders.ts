/**
 * The linter's rule tabard/borders: an import that crosses a border of rooms.ts is refused with the sentence that names
 * the right room, whether it is of values or of types, static or dynamic. Negated patterns of the linter's own
 * no-restricted-imports let through what another pattern of the same group forbids, which is why this is a rule of ours.
 */
import { posix, relative } from "node:path";
import { crossing, crossingAround } from "./rooms.ts";

const SRC = "src/";

/** What the rule uses of an ESTree node that imports. */
interface ImportNode {
  source?: { value?: unknown } | null;
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(finding: { node: ImportNode; message: string }): void;
}

const borders = {
  create(context: RuleContext) {
    const from = relative(context.cwd, context.filename).replaceAll("\\", "/");
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = refusal(from, specifier);
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: "tabard" }, rules: { borders } };

/** Why a file of the repository may not import what a specifier names; null where it may. */
function refusal(from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return from.startsWith(SRC) ? crossing(from.slice(SRC.length), { module: specifier }) : null;
  const to = posix.join(posix.dirname(from), specifier);
  const inside = from.startsWith(SRC) && to.startsWith(SRC);
  return inside ? crossing(from.slice(SRC.length), to.slice(SRC.length)) : crossingAround(from, to);
}
