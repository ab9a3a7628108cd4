/**
 * What an isolate remembers between requests. Each wing declares its own part, bounded by its own limits; the host knows
 * none of them. Losing all of it costs time only.
 */

/** A part of the memory: its type, and how it begins. */
export interface MemoryPart<T> {
  create(): T;
}

export interface Memory {
  /** The part, begun where it is not there yet. */
  of<T>(part: MemoryPart<T>): T;
}

/** Declares a part of the memory. */
export function memoryPart<T>(create: () => T): MemoryPart<T> {
  return { create };
}

export function createMemory(): Memory {
  const parts = new Map<MemoryPart<unknown>, unknown>();
  return {
    of<T>(part: MemoryPart<T>): T {
      let value = parts.get(part) as T | undefined;
      if (value === undefined) {
        value = part.create();
        parts.set(part, value);
      }
      return value;
    },
  };
}
