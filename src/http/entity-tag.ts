/** If-None-Match: RFC 9110 §13.1.2. Pure. */

/** An entity-tag's opaque part; weak comparison takes no notice of W/ (§8.8.3.2). */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether the client has what `etag` names: `*` stands for any. What is not a list of entity tags names none. */
export function hasEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return ifNoneMatch.matchAll(ENTITY_TAG).some(([, tag]) => tag === opaque);
}
