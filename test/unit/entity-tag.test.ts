/** If-None-Match: RFC 9110 §13.1.2. */
import { expect, it } from "vitest";
import { hasEntityTag } from "../../src/http/entity-tag.ts";

const table: [header: string | null, has: boolean, why: string][] = [
  [null, false, "no header"],
  ['W/"a"', true, "the tag itself"],
  ['"a"', true, "its strong form: the comparison is weak"],
  ['"x", W/"a" , "y"', true, "a list"],
  ['"x","a"', true, "a list without spaces"],
  ["*", true, "any"],
  [" * ", true, "any, with spaces"],
  ['"b"', false, "another"],
  ['"aa"', false, "a longer one"],
  ["a", false, "no quotes"],
  ['"x, a"', false, "a tag that holds a comma"],
  ["", false, "nothing"],
];

for (const [header, has, why] of table) {
  it(`${has ? "finds" : "does not find"} the tag in ${header}: ${why}`, () => {
    expect(hasEntityTag(header, 'W/"a"')).toBe(has);
  });
}
