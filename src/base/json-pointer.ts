/** RFC 6901. Leaf. */

/** The pointer of a path; the whole document is "". */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
