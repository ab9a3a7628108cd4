/**
 * The calendars an isolate remembers: per group one catalogue and its compiled months, all of one calendar_version,
 * bounded in bytes. A group's newer version takes the place of the older one.
 */
import { LRUCache } from "lru-cache";
import type { Catalogue } from "./rules/catalogue.ts";
import { type CompiledMonth, compiledBytes } from "./rules/compiled-month.ts";
import { CALENDAR_BYTES_MAX } from "./limits.ts";

/** By hotel.index. */
export type GroupMonth = readonly (CompiledMonth | undefined)[];

type Part = { version: number; bytes: number } & ({ catalogue: Catalogue } | { hotels: GroupMonth });

export interface CalendarMemory {
  parts: LRUCache<string, Part>;
  /** Loads under way, by group: others wait instead of loading the same. */
  loading: Map<string, Promise<unknown>>;
}

/** What an object of a catalogue costs, about: a few short texts and their map entry. */
const CATALOGUE_ENTRY_BYTES = 600;
const ENTRY_BYTES = 64;

export function createCalendarMemory(): CalendarMemory {
  return {
    parts: new LRUCache({ maxSize: CALENDAR_BYTES_MAX, sizeCalculation: (part) => part.bytes }),
    loading: new Map(),
  };
}

/** The catalogue remembered for a group. */
export function rememberedCatalogue(memory: CalendarMemory, groupId: string): { version: number; catalogue: Catalogue } | null {
  const part = memory.parts.get(catalogueKey(groupId));
  return part && "catalogue" in part ? part : null;
}

/** A month of exactly this version. */
export function rememberedMonth(memory: CalendarMemory, groupId: string, month: number, version: number): GroupMonth | null {
  const part = memory.parts.get(monthKey(groupId, month));
  return part && "hotels" in part && part.version === version ? part.hotels : null;
}

/** Remembers a catalogue unless a newer one is known. */
export function rememberCatalogue(memory: CalendarMemory, groupId: string, version: number, catalogue: Catalogue): void {
  put(memory, catalogueKey(groupId), { version, catalogue, bytes: catalogueBytes(catalogue) });
}

/** Remembers a month unless a newer one is known. */
export function rememberMonth(memory: CalendarMemory, groupId: string, month: number, version: number, hotels: GroupMonth): void {
  const bytes = hotels.reduce((sum, compiled) => sum + (compiled ? compiledBytes(compiled) : 0), ENTRY_BYTES);
  put(memory, monthKey(groupId, month), { version, hotels, bytes });
}

function put(memory: CalendarMemory, key: string, part: Part): void {
  if ((memory.parts.peek(key)?.version ?? -1) <= part.version) memory.parts.set(key, part);
}

function catalogueKey(groupId: string): string {
  return `catalogue ${groupId}`;
}

function monthKey(groupId: string, month: number): string {
  return `${month} ${groupId}`;
}

function catalogueBytes(catalogue: Catalogue): number {
  let entries = 1 + catalogue.promotions.size + catalogue.saleCodes.size;
  let textChars = 0;
  for (const hotel of catalogue.hotels.values()) {
    entries += 1 + hotel.rooms.size + hotel.rates.size + hotel.extras.size;
    for (const extra of hotel.extras.values()) textChars += JSON.stringify(extra).length;
  }
  return entries * CATALOGUE_ENTRY_BYTES + textChars * 2;
}
