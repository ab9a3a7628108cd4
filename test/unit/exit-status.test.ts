/** How every command ends: docs/interface.md §1.6.3. Calls that stop before a database or a service is needed. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const run = (file: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [file, ...args], { encoding: "utf8", env: { ...process.env, ...env } });

it.each([
  ["cli/start.ts", ["--colour"], {}],
  ["cli/start.ts", ["--host", "bun"], {}],
  ["cli/start.ts", [], { PORT: "70000" }],
  ["cli/import.ts", ["group"], {}],
  ["cli/import.ts", ["hotels", "package.json"], {}],
  ["cli/import.ts", ["group", "package.json", "--host", "bun"], {}],
  ["cli/import.ts", ["bookings", "package.json", "--shift-weeks", "some"], {}],
  ["cli/admin.ts", ["key", "destroy"], {}],
  ["cli/admin.ts", ["key", "create"], {}],
  ["cli/replay.ts", ["--limit", "3"], {}],
  ["cli/replay.ts", ["package.json", "--url", "nowhere"], {}],
  ["bench/main.ts", ["--only", "nothing"], {}],
  ["bench/main.ts", ["--colour"], {}],
  ["bench/plot.ts", [], {}],
  ["scripts/load.ts", ["--seconds", "0"], {}],
  ["scripts/faults.ts", ["--times", "0"], {}],
  ["scripts/faults.ts", ["--only", "nothing-like-this"], {}],
] as const)("a wrong call of %s %j is status 2 and one line", (file, args, env) => {
  const { status, stdout, stderr } = run(file, args, env);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

it.each([
  ["cli/import.ts", ["group", "nowhere.json"]],
  ["cli/replay.ts", ["nowhere.csv"]],
])("work that %s %j refuses is status 1 and one line", (file, args) => {
  const { status, stdout, stderr } = run(file, args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

it.each(["cli/import.ts", "cli/admin.ts", "cli/replay.ts"])("%s without arguments, or asked to, shows its help", (file) => {
  const help = run(file, ["--help"]);
  expect(help).toMatchObject({ status: 0, stderr: "" });
  expect(run(file, [])).toMatchObject({ status: 0, stderr: "", stdout: help.stdout });
});

it("npm start -- --help shows its help and starts nothing", () => {
  const help = run("cli/start.ts", ["--help"]);
  expect(help).toMatchObject({ status: 0, stderr: "" });
  for (const word of ["--quiet", "PORT", "TABARD_STATE", "REQUEST_LOG"]) expect(help.stdout).toContain(word);
});
