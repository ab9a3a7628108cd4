/** The documents hold together: citations of clauses, the table of conformance, the decision records, links. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).trimEnd().split("\n").filter(existsSync);
const read = (file: string): string => readFileSync(file, "utf8");
const documents = tracked.filter((file) => file.endsWith(".md"));
const texts = tracked.filter((file) => /\.(ts|md|mjs|sql|php|py|cs|json|toml)$/.test(file) && file !== "package-lock.json");

/** Numbers of the sections and clauses of docs/interface.md: "4", "4.3", "4.3.5". */
const clauses = new Set([
  ...[...read("docs/interface.md").matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number),
  ...[...read("docs/interface.md").matchAll(/\*\*(\d+(?:\.\d+)+)\*\*/g)].map(([, number]) => number),
]);

/** Sections of what is being built: the document gets each with its issue, and from then on has every clause that is cited of it. */
const COMING = new Set(["10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21"].filter((section) => !clauses.has(section)));

/** "§4.3.5" and "§4.3 and §5" behind the document's name, as far as the sentence goes on naming clauses. */
const CITATION = /docs\/interface\.md((?:[\s*/]*(?:,|and|to|–)?[\s*/]*§\d+(?:\.\d+)*)+)/g;

describe("docs/interface.md", () => {
  it("has every clause that is cited anywhere", () => {
    const cited = texts.flatMap((file) =>
      [...read(file).matchAll(CITATION)].flatMap(([, list = ""]) =>
        [...list.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => [file, number]),
      ),
    );
    expect(cited.length).toBeGreaterThan(150);
    expect(cited.filter(([, number = ""]) => !clauses.has(number) && !COMING.has(number.split(".")[0] ?? ""))).toEqual([]);
  });

  it("has every clause that it refers to itself", () => {
    const text = read("docs/interface.md").replaceAll(/RFC \d+ §[\d.]+/g, "");
    const referred = [...text.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => number);
    expect(referred.length).toBeGreaterThan(40);
    expect(referred.filter((number = "") => !clauses.has(number) && !COMING.has(number.split(".")[0] ?? ""))).toEqual([]);
  });

  it("has one clause for each number", () => {
    const numbers = [...read("docs/interface.md").matchAll(/^- \*\*(\d+(?:\.\d+)+)\*\*/gm)].map(([, number]) => number);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it("has samples whose bodies are JSON", () => {
    const samples = [...read("docs/interface.md").matchAll(/```http\n([^]*?)```/g)].map(([, sample = ""]) => sample.split("\n\n")[1] ?? "");
    const bodies = samples.filter((body) => /^[[{]/.test(body));
    expect(bodies.length).toBeGreaterThan(8);
    for (const body of bodies) expect(() => JSON.parse(body) as unknown, body).not.toThrow();
  });

  it("is what comments cite: no page that is not in the repository", () => {
    const elsewhere = texts.filter((file) => /\bspec\.md\b|\bcontract(-2)?\.md\b|[Cc]ontract §/.test(read(file)));
    expect(elsewhere.filter((file) => file !== "test/unit/documents.test.ts")).toEqual([]);
  });
});

describe("docs/conformance.md", () => {
  const rows = read("docs/conformance.md")
    .split("\n")
    .filter((line) => /^\| (§|\[)/.test(line))
    .map((line) => line.split(" | "));
  /** `integration/hotels` "title", "title"; a title may stand over a group of tests. */
  const NAMED = /`((?:unit|property|integration|e2e)\/[\w-]+)`((?:,? ?"[^"]*")*)/g;
  const tests = rows.flatMap(([clause = "", , cell = ""]) =>
    [...cell.matchAll(NAMED)].map(([, file = "", titles = ""]) => ({
      clause,
      file: `test/${file}.test.ts`,
      titles: [...titles.matchAll(/"([^"]*)"/g)].map(([, title = ""]) => title),
    })),
  );

  it("names files and titles that exist", () => {
    expect(tests.length).toBeGreaterThan(150);
    expect(tests.filter(({ file }) => !existsSync(file))).toEqual([]);
    const missing = tests.flatMap(({ file, titles }) =>
      titles.filter((title) => !read(file).includes(title)).map((title) => [file, title]),
    );
    expect(missing).toEqual([]);
  });

  it("has a test or a command in every row", () => {
    expect(rows.filter(([, , cell = ""]) => !cell.includes("`")).map(([clause]) => clause)).toEqual([]);
  });

  it("has every clause, by itself, in a range, or in a row of its section", () => {
    const covered = new Set(rows.flatMap(([clause = ""]) => clause.replace(/^\| /, "").trim().split(", ").flatMap(numbersOf)));
    const wanted = [...read("docs/interface.md").matchAll(/^- \*\*(\d+(?:\.\d+)+)\*\*/gm)].map(([, number = ""]) => number);
    const sectionOf = (number: string): string => number.split(".").slice(0, -1).join(".");
    expect(wanted.filter((number) => !covered.has(number) && !covered.has(sectionOf(number)))).toEqual([]);
  });

  it("names clauses that exist", () => {
    const cited = rows.flatMap(([clause = ""]) => [...clause.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number = ""]) => number));
    expect(cited.filter((number) => !clauses.has(number) && !COMING.has(number.split(".")[0] ?? ""))).toEqual([]);
  });

  /** "§3.2.1–§3.2.3" is three clauses. */
  function numbersOf(range: string): string[] {
    const [first = "", last = first] = range.replaceAll("§", "").split("–");
    const section = first.split(".").slice(0, -1).join(".");
    const [from = 0, to = 0] = [first, last].map((number) => Number(number.split(".").at(-1)));
    return section === "" ? [first] : Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);
  }
});

describe("docs/decisions", () => {
  const records = readdirSync("docs/decisions").filter((file) => file !== "README.md");

  it("have one form of headings", () => {
    for (const file of records) {
      const headings = read(join("docs/decisions", file)).match(/^#+ .*$/gm) ?? [];
      expect(headings[0], file).toMatch(new RegExp(`^# ${file.slice(0, 4)} \\S`));
      expect(headings.slice(1), file).toEqual(["## Context", "## Decision", "## Consequences"]);
    }
  });

  it("are listed in their README, in order, and missing numbers explained", () => {
    const readme = read("docs/decisions/README.md");
    const listed = [...readme.matchAll(/^- \[(\d{4} .*)\]\((.*)\)$/gm)].map(([, title, file]) => ({ title, file }));
    const wanted = records.toSorted().map((file) => ({ title: read(join("docs/decisions", file)).split("\n")[0]?.slice(2), file }));
    expect(listed).toEqual(wanted);
    const numbers = new Set(records.map((file) => Number(file.slice(0, 4))));
    expect(numbers.size).toBe(records.length);
    const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((number) => !numbers.has(number));
    for (const number of missing) expect(readme).toContain(String(number).padStart(4, "0"));
  });
});

it("names no file of the project in a document that is not there", () => {
  const named = documents
    .filter((file) => !file.startsWith("docs/decisions/") && file !== "CHANGELOG.md")
    .flatMap((file) =>
      [...read(file).matchAll(/`((?:src|cli|bench|scripts|test|docs)\/[\w./-]+\.\w+)`/g)].map(([, named = ""]) => [file, named]),
    );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(([, target = ""]) => !existsSync(target))).toEqual([]);
});

it("has no link in a document to a file that is not there", () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)]
      .map(([, target = ""]) => join(dirname(file), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${basename(file)} → ${target}`),
  );
  expect(broken).toEqual([]);
});

it("has no link in a document to a heading that is not there", () => {
  /** As GitHub makes an anchor of a heading: its words in lower case, joined by hyphens. */
  const anchorsOf = (file: string): string[] =>
    [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)#([^)\s]+)\)/g)]
      .filter(([, target = "", anchor = ""]) => !anchorsOf(target === "" ? file : join(dirname(file), target)).includes(anchor))
      .map(([link]) => `${file} → ${link}`),
  );
  expect(broken).toEqual([]);
});

it("names every program of examples in its README", () => {
  const programs = tracked.filter((file) => /^examples\/.*\.(ts|mjs|py|php|cs)$/.test(file));
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((file) => !read("examples/README.md").includes(`](${file.slice("examples/".length)})`))).toEqual([]);
});

it("names every page of docs in its README", () => {
  const pages = tracked.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== "docs/README.md");
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((file) => !read("docs/README.md").includes(`](${basename(file)})`))).toEqual([]);
});
