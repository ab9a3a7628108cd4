/** The files of src and what each imports, types and dynamic imports included. */
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import type { SourceFile } from "../../scripts/lint/rooms.ts";

/** `from "…"`, `import "…"` and `import("…")`, the last in types too. */
const IMPORT = /(?:^(?:import|export)\b[^"';]*?from\s*|^import\s*|\bimport\()"([^"]+)"/gm;

/** Every file of src with the specifiers it imports, as written. */
export function readSpecifiers(): Map<SourceFile, string[]> {
  const files = globSync("**/*.ts", { cwd: "src" }).map((file) => file.replaceAll("\\", "/"));
  return new Map(files.toSorted().map((file) => [file, specifiersOf(readFileSync(`src/${file}`, "utf8"))]));
}

export function specifiersOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].map(([, specifier = ""]) => specifier);
}

/** The file within src that a relative specifier names; null for a package, a host's module and what lies outside. */
function resolveImport(from: SourceFile, specifier: string): SourceFile | null {
  if (!specifier.startsWith(".")) return null;
  const file = posix.join(posix.dirname(from), specifier);
  return file.startsWith("..") ? null : file;
}

/** Who imports whom within src. */
export function readImportGraph(): Map<SourceFile, SourceFile[]> {
  const targets = ([from, specifiers]: [SourceFile, string[]]): [SourceFile, SourceFile[]] => [
    from,
    specifiers.map((specifier) => resolveImport(from, specifier)).filter((file) => file !== null),
  ];
  return new Map([...readSpecifiers()].map(targets));
}

/** Groups of files that import each other in a circle, each group sorted: Tarjan's strongly connected components of more than one. */
export function findCircles(graph: ReadonlyMap<SourceFile, readonly SourceFile[]>): SourceFile[][] {
  const order = new Map<SourceFile, number>();
  const low = new Map<SourceFile, number>();
  const path: SourceFile[] = [];
  const circles: SourceFile[][] = [];
  const visit = (file: SourceFile): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const members = path.splice(path.indexOf(file));
    if (members.length > 1 || graph.get(file)?.includes(file)) circles.push(members.toSorted());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
