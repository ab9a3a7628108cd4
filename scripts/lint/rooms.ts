/** The rooms of src: which may import which, and where to go instead. The linter's rule (borders.ts) and a test hold it. Pure. */

/** A path within src, as `selling/rules/stay.ts`. */
export type SourceFile = string;

/** Wings, and the wings each may build on: partners → reservations → selling, ledger → events → access → change. */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  change: [],
  access: ["change"],
  events: ["access", "change"],
  listing: ["events", "access", "change"],
  selling: ["events", "access", "change"],
  ledger: ["events", "access", "change"],
  content: ["selling", "listing", "events", "access", "change"],
  reservations: ["selling", "ledger", "events", "access", "change"],
  partners: ["reservations", "content", "listing", "selling", "ledger", "events", "access", "change"],
};

/** Where all wire shapes, names and codes live. */
const TRANSPORTS = new Set(["http", "soap", "ota", "alpinebits", "pages"]);

/** What only host/runtime/ may import; Workers have node:crypto too. */
const HOST_MODULES = /^(node:(?!crypto$)|@hono\/node-server)/;

/** A room: a folder of src, or a floor of a wing. `entry` is src/*.ts. */
export interface Room {
  folder: string;
  floor: "verbs" | "rules" | "rows" | "limits" | "ports" | "runtime" | null;
}

/** The folders around src, and what each may import besides itself. */
const AROUND: Readonly<Record<string, readonly string[]>> = {
  src: [],
  cli: ["src"],
  harness: ["src", "cli"],
  bench: ["src", "cli", "harness"],
  scripts: ["src", "cli", "harness", "bench"],
  test: ["src", "cli", "harness", "bench", "scripts", "examples"],
};

/** Why a file of the repository may not import another, judged by their top folders; null where it may. */
export function crossingAround(from: string, to: string): string | null {
  const [folder = "", target = ""] = [from, to].map((path) => path.split("/")[0] ?? "");
  const allowed = AROUND[folder];
  if (!allowed || !Object.hasOwn(AROUND, target) || folder === target || allowed.includes(target)) return null;
  if (target === "test") return `${folder}/ knows no test: what it shares with tests lies in harness/.`;
  return `${folder}/ may build on ${allowed.map((name) => `${name}/`).join(", ") || "nothing around it"}, not on ${target}/.`;
}

/** The room a file lies in; null where src has no such room. */
export function roomOf(file: SourceFile): Room | null {
  const [folder = "", ...rest] = file.split("/");
  const [inner = ""] = rest;
  if (inner === "") return { folder: "entry", floor: null };
  if (folder === "host") return { folder, floor: inner === "runtime" ? "runtime" : inner === "database.ts" ? "ports" : null };
  if (TRANSPORTS.has(folder) || ["base", "xml", "html"].includes(folder)) return { folder, floor: null };
  if (!Object.hasOwn(WINGS, folder)) return null;
  if (rest.length === 1) return { folder, floor: inner === "limits.ts" ? "limits" : "verbs" };
  return inner === "rules" || inner === "rows" ? { folder, floor: inner } : null;
}

/** Why a file may not import another file of src, or a package: a sentence that names the right room. Null where it may. */
export function crossing(from: SourceFile, to: SourceFile | { module: string }): string | null {
  const room = roomOf(from);
  if (!room) return `src/${from} lies in no room: wings and transports are listed in scripts/lint/rooms.ts.`;
  if (typeof to === "object") {
    if (room.floor === "runtime" || !HOST_MODULES.test(to.module)) return null;
    return "Only host/runtime/ knows the host: what a verb needs of it is a port in host/context.ts or host/database.ts.";
  }
  const target = roomOf(to);
  if (!target) return `src/${to} lies in no room: wings and transports are listed in scripts/lint/rooms.ts.`;
  return mayImport(room, target) ? null : sentence(room);
}

function mayImport(from: Room, to: Room): boolean {
  if (from.floor === "runtime") return true;
  if (to.floor === "runtime" || (to.folder === "entry" && from.folder !== "entry")) return false;
  if (from.folder === "entry") return true;
  if (TRANSPORTS.has(from.folder)) return mayTransportImport(from, to);
  if (to.folder === "base") return true;
  const lower = WINGS[from.folder];
  if (!lower) return from.folder === to.folder;
  if (from.folder === to.folder) return from.floor === to.floor || OWN_FLOORS[from.floor ?? ""]?.includes(to.floor ?? "") === true;
  if (to.folder === "host") return from.floor === "verbs" || (from.floor === "rows" && to.floor === "ports");
  if (!lower.includes(to.folder)) return false;
  return to.floor === "rules" || to.floor === "limits" || (to.floor === "verbs" && from.floor === "verbs");
}

/** What a floor of a wing may import of its own wing besides itself. */
const OWN_FLOORS: Readonly<Record<string, readonly string[]>> = {
  verbs: ["rules", "rows", "limits"],
  rows: ["rules", "limits"],
  rules: ["limits"],
};

function mayTransportImport(from: Room, to: Room): boolean {
  if (TRANSPORTS.has(to.folder)) return from.folder === to.folder;
  if (to.folder === "xml" && from.folder === "http") return false;
  return to.floor !== "rows";
}

function sentence({ folder, floor }: Room): string {
  if (folder === "entry") return "The Worker's bundle holds no other host: host/runtime/ imports app.ts, never the other way.";
  if (folder === "base") return "base/ knows no hotel and no host: it imports nothing but itself.";
  if (folder === "host")
    return "host/ is ports and the request's context: it knows no wing. A wing's memory is its own part (host/memory.ts).";
  if (TRANSPORTS.has(folder)) {
    return `${folder}/ is thin: data comes from verbs, never from rows/; another transport's forms are its own.`;
  }
  if (floor === "rules") return "rules/ is pure: no I/O, no clock, no rows. It imports rules/, limits and base/ only.";
  if (floor === "rows") return "rows/ is SQL and rows of one table family: rules go to rules/, verbs to the wing's root.";
  if (floor === "limits") return "limits.ts holds bounds only: it imports base/ and the limits of wings it builds on.";
  if (floor === "verbs") {
    const lower = ["base", "host", ...(WINGS[folder] ?? []).toReversed()].map((name) => `${name}/`).join(", ");
    return `${folder}/ may build on ${lower}: wings meet through verbs, rules and types, one way; wire forms go to a transport.`;
  }
  return `${folder}/ is wire primitives that know no message: it imports base/ only.`;
}
