/** From the text of a group's file to a group that holds together, or a UserError that names file, line and field of each fault. */
import { readFileSync } from "node:fs";
import { jsonPointer } from "../../src/base/json-pointer.ts";
import { type Problem, problemsOf } from "../../src/base/validation.ts";
import { checkGroup } from "../../src/content/rules/check-group.ts";
import { type Place, findDuplicateKey, linesOfPaths, placeOfSyntaxFault } from "../support/json-places.ts";
import { UserError } from "../support/user-error.ts";
import { checkPeople } from "./check-people.ts";
import { type GroupFile, GroupFileSchema, type GroupInput } from "./group-schema.ts";

/** Faults shown at once: a wrong unit in a long calendar should not fill the screen a thousand times. */
const PROBLEMS_SHOWN_MAX = 50;

export const NOTHING_IMPORTED = "Nothing was imported.";

/** Names the file, line and field of a value; of the whole group the file alone. */
export type PlaceOf = (path: readonly PropertyKey[]) => string;

interface CheckedGroup {
  group: GroupFile;
  placeOf: PlaceOf;
}

/** Reads and checks a file. */
export function readGroupFile(path: string): CheckedGroup {
  const json = readText(path);
  const group = parseShallow(json, path);
  const lineOf = linesOfPaths(json);
  return { group, placeOf: (at) => (at.length === 0 ? path : `${path}:${lineOf(at)}: ${pointer(at)}`) };
}

/** No group is nested deeply, and who looks for places goes down by recursion. */
function parseShallow(json: string, path: string): GroupFile {
  try {
    return parseGroup(json, path);
  } catch (error) {
    if (error instanceof RangeError) throw new UserError(`${path}: arrays and objects are nested too deeply\n${NOTHING_IMPORTED}`);
    throw error;
  }
}

/** Checks a group written as JSON; `path` names it in errors. */
function parseGroup(json: string, path: string): GroupFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error);
    throw new UserError(`${path}:${shown(placeOfSyntaxFault(json))}: not JSON: ${reason}\n${NOTHING_IMPORTED}`);
  }
  const twice = findDuplicateKey(json);
  if (twice) throw new UserError(`${path}:${shown(twice)}: The key "${twice.key}" is there twice.\n${NOTHING_IMPORTED}`);
  const { group, problems } = validate(value);
  if (group) return group;
  const lineOf = linesOfPaths(json);
  const lines = problems.slice(0, PROBLEMS_SHOWN_MAX).map(({ path: at, detail }) => `${path}:${lineOf(at)}: ${pointer(at)}: ${detail}`);
  const more = problems.length - lines.length;
  throw new UserError([...lines, ...(more > 0 ? [`… and ${more} more`] : []), NOTHING_IMPORTED].join("\n"));
}

/** Checks a group built by code; a fault is a fault of the code. */
export function completeGroup(input: GroupInput): GroupFile {
  const { group, problems } = validate(input);
  if (group) return group;
  throw new Error(problems.map(({ path, detail }) => `${pointer(path)}: ${detail}`).join("\n"));
}

function validate(value: unknown): { group: GroupFile; problems: [] } | { group: null; problems: Problem[] } {
  const parsed = GroupFileSchema.safeParse(value);
  if (!parsed.success) return { group: null, problems: problemsOf(parsed.error) };
  const problems = [...checkGroup(parsed.data), ...checkPeople(parsed.data)];
  return problems.length === 0 ? { group: parsed.data, problems: [] } : { group: null, problems };
}

function readText(path: string): string {
  try {
    // Drops a byte order mark.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new UserError(`${path}: not UTF-8`);
    throw new UserError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

/** As editors read it behind a file's name. */
function shown(place: Place | null): string {
  return place ? `${place.line}:${place.column}` : "1";
}

/** RFC 6901; the whole file is shown as "/". */
function pointer(path: readonly PropertyKey[]): string {
  return jsonPointer(path) || "/";
}
