/** A group's move copies every table there is, or says why not; and every trigger that would be in its way lets it pass. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MOVED_TABLES, STAYING_TABLES } from "../../cli/move/tables.ts";

const schema = readFileSync("schema.sql", "utf8");
const tables = Array.from(schema.matchAll(/^CREATE TABLE (\w+) \(([^]*?)^\)/gm), ([, name = "", body = ""]) => ({ name, body }));

it("copies every table, or names the reason why it stays", () => {
  expect(tables.length).toBeGreaterThan(30);
  const moved = MOVED_TABLES.map(({ name }) => name);
  expect([...moved, ...Object.keys(STAYING_TABLES)].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

it("lets no table of a group stay", () => {
  const ofGroups = tables.filter(({ body }) => /^ {2}(group_id|site_id) /m.test(body)).map(({ name }) => name);
  expect(ofGroups.filter((name) => Object.hasOwn(STAYING_TABLES, name))).toEqual(["fences"]);
});

it("copies parents before what refers to them", () => {
  const place = new Map(MOVED_TABLES.map(({ name }, at) => [name, at]));
  for (const { name, body } of tables) {
    for (const [, parent = ""] of body.matchAll(/REFERENCES (\w+)/g)) {
      expect([name, place.get(parent)]).toEqual([name, expect.any(Number)]);
      expect(`${parent} < ${name}: ${(place.get(parent) ?? 0) < (place.get(name) ?? 0)}`).toBe(`${parent} < ${name}: true`);
    }
  }
});

it("may remove what it copied, whatever else is append-only", () => {
  const deleting = Array.from(schema.matchAll(/^CREATE TRIGGER \w+ BEFORE DELETE ON .*$/gm), ([line]) => line);
  expect(deleting.length).toBeGreaterThan(3);
  for (const line of deleting) expect(line).toContain("FROM fences WHERE group_id = OLD.group_id AND state IN ('left', 'copying')");
});
