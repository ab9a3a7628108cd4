/** The borders of src: what imports what, that there are no circles, and that the linter refuses whoever crosses one. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crossing, roomOf } from "../../scripts/lint/rooms.ts";
import { findCircles, readImportGraph, readSpecifiers, specifiersOf } from "../support/import-graph.ts";

describe("the import graph, types included", () => {
  const graph = readImportGraph();

  it("reads every kind of import", () => {
    const source = [
      'import a from "./a.ts";',
      'import type { B,\n  C } from "./b.ts";',
      'import "./c.ts";',
      'export { D } from "./d.ts";',
      'const e = await import("./e.ts");',
      'type F = import("./f.ts").F;',
    ];
    expect(specifiersOf(source.join("\n"))).toEqual(["./a.ts", "./b.ts", "./c.ts", "./d.ts", "./e.ts", "./f.ts"]);
    expect(graph.size).toBeGreaterThan(100);
    const missing = [...graph.values()].flat().filter((file) => !file.endsWith(".json") && !existsSync(`src/${file}`));
    expect(missing).toEqual([]);
  });

  it("has a room for every file", () => {
    expect([...graph.keys()].filter((file) => roomOf(file) === null)).toEqual([]);
  });

  it("crosses no border", () => {
    const crossings = [...graph].flatMap(([from, targets]) => targets.filter((to) => crossing(from, to) !== null).map((to) => [from, to]));
    expect(crossings).toEqual([]);
    const modules = [...readSpecifiers()].flatMap(([from, specifiers]) =>
      specifiers.filter((module) => !module.startsWith(".") && crossing(from, { module }) !== null).map((module) => [from, module]),
    );
    expect(modules).toEqual([]);
  });

  it("has no circles", () => {
    expect(findCircles(graph)).toEqual([]);
  });

  it("finds a circle where there is one", () => {
    const circular = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", ["d"]],
      ["e", ["a"]],
    ]);
    expect(findCircles(circular)).toEqual([["d"], ["a", "b", "c"]]);
  });
});

/** An import from a new file of one folder, of a file, and what the linter's sentence names; null where it may. */
const IMPORTS: readonly [folder: string, imported: string, sentence: RegExp | null][] = [
  // base/ and the wire primitives.
  ["base", "host/limits.ts", /^base\/ knows no hotel and no host/],
  ["base", "selling/list-offers.ts", /^base\//],
  ["base", "xml/escape.ts", /^base\//],
  ["base", "base/money.ts", null],
  ["xml", "soap/wsdl.ts", /^xml\/ is wire primitives/],
  ["xml", "ledger/rules/ledger-document.ts", /^xml\//],
  ["xml", "base/money.ts", null],
  ["html", "http/answer.ts", /^html\/ is wire primitives/],
  // The host.
  ["host", "access/limits.ts", /^host\/ is ports/],
  ["host", "host/runtime/settings.ts", /^host\//],
  ["host", "node:fs", /^Only host\/runtime\/ knows the host/],
  ["host", "base/result.ts", null],
  ["host/runtime", "app.ts", null],
  ["host/runtime", "node:fs", null],
  [".", "host/runtime/settings.ts", /^The Worker's bundle/],
  [".", "soap/endpoint.ts", null],
  [".", "@hono/node-server", /^Only host\/runtime\//],
  // Wings, one way.
  ["change", "access/limits.ts", /^change\/ may build on base\/, host\/:/],
  ["change", "reservations/submit-reservation.ts", /^change\//],
  ["access", "change/limits.ts", null],
  ["access", "selling/limits.ts", /^access\/ may build on base\/, host\/, change\/:/],
  ["events", "ledger/post-documents.ts", /^events\//],
  ["selling", "reservations/rules/reservation.ts", /^selling\//],
  ["selling", "ledger/rules/ledger-rules.ts", /^selling\//],
  ["selling", "listing/list-hotels.ts", /^selling\//],
  ["selling", "events/rules/event.ts", null],
  ["ledger", "selling/rules/stay.ts", /^ledger\//],
  ["listing", "selling/list-offers.ts", /^listing\//],
  ["reservations", "selling/list-offers.ts", null],
  ["reservations", "ledger/rules/ledger-document.ts", null],
  ["reservations", "listing/list-hotels.ts", /^reservations\//],
  // Another wing's rows; transports; the entry.
  ["reservations", "selling/rows/catalogue.ts", /^reservations\/ may build on/],
  ["reservations", "reservations/rows/reservations.ts", null],
  ["selling", "access/rows/tokens.ts", /^selling\//],
  ["selling", "http/problem.ts", /wire forms go to a transport/],
  ["ledger", "soap/write-transactions.ts", /wire forms go to a transport/],
  ["ledger", "app.ts", /^ledger\//],
  ["ledger", "node:fs", /^Only host\/runtime\//],
  ["ledger", "node:crypto", null],
  // Rules and rows.
  ["selling/rules", "selling/rows/catalogue.ts", /^rules\/ is pure/],
  ["selling/rules", "selling/list-offers.ts", /^rules\/ is pure/],
  ["selling/rules", "host/context.ts", /^rules\/ is pure/],
  ["selling/rules", "host/database.ts", /^rules\/ is pure/],
  ["selling/rules", "access/rows/tokens.ts", /^rules\/ is pure/],
  ["selling/rules", "access/caller.ts", /^rules\/ is pure/],
  ["selling/rules", "reservations/rules/reservation.ts", /^rules\/ is pure/],
  ["selling/rules", "http/problem.ts", /^rules\/ is pure/],
  ["selling/rules", "selling/limits.ts", null],
  ["selling/rules", "base/money.ts", null],
  ["reservations/rules", "selling/rules/stay.ts", null],
  ["ledger/rows", "ledger/post-documents.ts", /^rows\/ is SQL/],
  ["ledger/rows", "selling/rows/catalogue.ts", /^rows\/ is SQL/],
  ["ledger/rows", "host/context.ts", /^rows\/ is SQL/],
  ["ledger/rows", "soap/write-transactions.ts", /^rows\/ is SQL/],
  ["ledger/rows", "host/database.ts", null],
  ["ledger/rows", "ledger/rules/ledger-document.ts", null],
  ["ledger/rows", "base/money.ts", null],
  // Transports.
  ["http", "soap/wsdl.ts", /^http\/ is thin/],
  ["soap", "http/problem.ts", /^soap\/ is thin/],
  ["http", "selling/rows/catalogue.ts", /^http\/ is thin/],
  ["soap", "ledger/rows/ledger-export.ts", /^soap\/ is thin/],
  ["soap", "host/runtime/settings.ts", /^soap\//],
  ["http", "app.ts", /^http\//],
  ["http", "xml/escape.ts", /^http\//],
  ["soap", "xml/escape.ts", null],
  ["http", "selling/list-offers.ts", null],
  ["soap", "ledger/rules/ledger-document.ts", null],
  // Around src.
  ["../cli/support", "../test/support/ledger.ts", /^cli\/ knows no test: .* harness\//],
  ["../scripts", "../test/support/ledger.ts", /^scripts\/ knows no test/],
  ["../harness", "../test/support/ledger.ts", /^harness\/ knows no test/],
  ["../harness", "../scripts/load.ts", /^harness\/ may build on src\/, cli\/, not on scripts\//],
  ["../bench/support", "../harness/free-port.ts", null],
  ["../scripts", "../harness/free-port.ts", null],
  ["../test/unit", "../harness/free-port.ts", null],
  ["../test/unit", "selling/limits.ts", null],
  ["selling", "../cli/support/database.ts", /^src\/ may build on nothing around it, not on cli\//],
];

describe("the linter", () => {
  const folder = mkdtempSync(join(tmpdir(), "tabard-borders-"));
  /** The linter's sentences by planted file. */
  const sentences = new Map<string, string[]>();
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    cpSync(".oxlintrc.json", join(folder, ".oxlintrc.json"));
    cpSync("scripts/lint", join(folder, "scripts/lint"), { recursive: true });
    IMPORTS.forEach(([from, imported], at) => {
      plant(from, `a-${at}.ts`, (specifier) => `import { x } from "${specifier}";\n\nexport const y = x;\n`, imported);
      plant(from, `b-${at}.ts`, (specifier) => `import type { X } from "${specifier}";\n\nexport type Y = X;\n`, imported);
      plant(from, `c-${at}.ts`, (specifier) => `export const y = await import("${specifier}");\n`, imported);
    });
    const { stdout } = spawnSync(resolve("node_modules/.bin/oxlint"), ["-f", "json", "."], { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string; message: string }[] };
    for (const { code, filename, message } of diagnostics) {
      if (code !== "tabard(borders)") continue;
      const file = posix.relative("src", filename.replaceAll("\\", "/").replace(`${folder}/`, ""));
      sentences.set(file, [...(sentences.get(file) ?? []), message]);
    }
  });

  function plant(from: string, name: string, write: (specifier: string) => string, imported: string): void {
    const isFile = imported.endsWith(".ts");
    const specifier = isFile ? posix.relative(from, imported) : imported;
    const file = join(folder, "src", from, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, write(isFile && !specifier.startsWith(".") ? `./${specifier}` : specifier));
  }

  it.each(IMPORTS.map((row, at) => [...row, at] as const))("in %s, of %s: %s", (from, _imported, sentence, at) => {
    const found = ["a", "b", "c"].map((kind) => sentences.get(posix.join(from, `${kind}-${at}.ts`)));
    const wanted = sentence === null ? undefined : [expect.stringMatching(sentence) as string];
    expect(found).toEqual([wanted, wanted, wanted]);
  });
});
