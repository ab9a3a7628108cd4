/**
 * The linter's rule tabard/borders: an import in src that crosses a border of rooms.ts is refused with the sentence that names
 * the right room, whether it is of values or of types, static or dynamic. Negated patterns of the linter's own
 * no-restricted-imports let through what another pattern of the same group forbids, which is why this is a rule of ours.
 */
import { posix, relative } from "node:path";
import { type SourceFile, crossing } from "./rooms.ts";

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
    const path = relative(context.cwd, context.filename).replaceAll("\\", "/");
    if (!path.startsWith("src/")) return {};
    const from = path.slice("src/".length);
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const to = target(from, specifier);
      const message = to === null ? null : crossing(from, to);
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

/** What a specifier names: a file of src, a package, or null for a file outside. */
function target(from: SourceFile, specifier: string): SourceFile | { module: string } | null {
  if (!specifier.startsWith(".")) return { module: specifier };
  const file = posix.join(posix.dirname(from), specifier);
  return file.startsWith("..") ? null : file;
}
