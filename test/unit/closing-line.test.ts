/** The last line of `npm test`: docs/interface.md §1.2.1. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

// Inside the project, so that the tests in it find vitest.
const folder = mkdtempSync(resolve("node_modules/.tabard-closing-line-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The last line of a run over one test file. */
function lastLine(tests: string): string | undefined {
  writeFileSync(join(folder, "a.test.mjs"), `import { expect, it } from "vitest";\n${tests}`);
  writeFileSync(join(folder, "vitest.config.mjs"), "export default { test: { include: ['*.test.mjs'], dir: import.meta.dirname } };");
  const reporter = resolve("test/support/closing-line.ts");
  const { stdout } = spawnSync(
    resolve("node_modules/.bin/vitest"),
    ["run", "--root", folder, "--reporter=default", `--reporter=${reporter}`],
    {
      encoding: "utf8",
    },
  );
  return stdout.trimEnd().split("\n").at(-1);
}

const passes = "it('a', () => expect(1).toBe(1));";
const fails = "it('b', () => expect(1).toBe(2));";

it.each([
  [`${passes}${passes}`, "tests: 2 passed, 0 failed"],
  [`${passes}${fails}`, "tests: 1 passed, 1 failed"],
  [`${passes}it.skip('c', () => {});`, "tests: 1 passed, 0 failed, 1 skipped"],
  ["throw new Error('does not load');", "tests: 0 passed, 1 failed"],
])("of a run of %s is %s", (tests, line) => {
  expect(lastLine(tests)).toBe(line);
});
