/**
 * A JSON list as UTF-8 that knows where each of its items lies, so that one can be replaced at the price of a copy of the
 * bytes. An item may be absent and come later. Pure; bytes once given never change.
 */
import { utf8 } from "./bytes.ts";

export interface JsonList {
  bytes: Uint8Array;
  /** By item: where in the bytes the items up to it end. Every present item has one byte before it, the bracket or a comma. */
  ends: Uint32Array;
}

const OPEN = 0x5b;
const COMMA = 0x2c;
const CLOSE = 0x5d;

/** A list of items that are JSON texts, or null where absent. */
export function jsonList(items: readonly (string | null)[]): JsonList {
  const nothing = { bytes: utf8("[]"), ends: new Uint32Array(items.length) };
  return replaceItems(
    nothing,
    items.map((item, index) => [index, item]),
  );
}

/** The list with other items; `changes` in the order of their indexes. */
export function replaceItems({ bytes, ends }: JsonList, changes: readonly (readonly [index: number, item: string | null])[]): JsonList {
  const items = changes.map(([, item]) => (item === null ? null : utf8(item)));
  const sizes = items.map((item) => (item ? item.byteLength + 1 : 0));
  const oldSizes = changes.map(([index]) => (ends[index] ?? 0) - (ends[index - 1] ?? 0));
  const content = (ends.at(-1) ?? 0) + sum(sizes) - sum(oldSizes);
  const next = { bytes: new Uint8Array(Math.max(content, 1) + 1), ends: new Uint32Array(ends.length) };
  let copied = 0;
  let at = 0;
  let index = 0;
  const keepUpTo = (end: number): void => {
    const shift = at - copied;
    for (; index < end; index += 1) next.ends[index] = (ends[index] ?? 0) + shift;
    const until = ends[end - 1] ?? 0;
    next.bytes.set(bytes.subarray(copied, until), at);
    at += until - copied;
    copied = until;
  };
  for (const [which, [changed]] of changes.entries()) {
    keepUpTo(changed);
    const item = items[which];
    if (item) next.bytes.set(item, at + 1);
    if (item) next.bytes[at] = COMMA;
    at += sizes[which] ?? 0;
    copied = ends[changed] ?? 0;
    next.ends[changed] = at;
    index = changed + 1;
  }
  keepUpTo(ends.length);
  // What begins with the bracket now may have stood behind a comma, and the other way round.
  for (const end of next.ends) if (end > 0 && end < content) next.bytes[end] = COMMA;
  next.bytes[0] = OPEN;
  next.bytes[next.bytes.length - 1] = CLOSE;
  return next;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
