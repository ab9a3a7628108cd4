/** OTA_Ping:Handshaking: what client and server both can, version by version (AlpineBits HotelData 2024-10 §3). Pure. */
import { ACTIONS, PING, VERSIONS, type Version } from "./versions.ts";

interface AnnouncedAction {
  action: string;
  supports?: string[];
}

interface AnnouncedVersion {
  version: Version;
  actions: AnnouncedAction[];
}

/** JSON of what both can; null where the client's text is no such announcement. */
export function intersect(echoData: string): string | null {
  const announced = readAnnouncement(echoData);
  if (!announced) return null;
  const versions = VERSIONS.flatMap((version): AnnouncedVersion[] => {
    const theirs = announced.get(version);
    return theirs ? [{ version, actions: actionsOf(version, theirs) }] : [];
  });
  return JSON.stringify({ versions }, null, 2);
}

/** The handshake itself stands in every common version, even where nothing else is common. */
function actionsOf(version: Version, theirs: ReadonlyMap<string, ReadonlySet<string>>): AnnouncedAction[] {
  return ACTIONS[version].flatMap(({ announced }): AnnouncedAction[] => {
    if (!announced) return [];
    const capabilities = theirs.get(announced.action);
    if (!capabilities) return announced === PING.announced ? [{ action: announced.action }] : [];
    const supports = announced.supports.filter((capability) => capabilities.has(capability));
    return [{ action: announced.action, ...(supports.length > 0 ? { supports } : {}) }];
  });
}

/** Versions → actions → capabilities. What is of another shape than it should be announces nothing. */
function readAnnouncement(echoData: string): Map<string, Map<string, Set<string>>> | null {
  let data: unknown;
  try {
    data = JSON.parse(echoData);
  } catch {
    return null;
  }
  if (typeof data !== "object" || data === null || !Array.isArray(fieldOf(data, "versions"))) return null;
  return new Map(
    listOf(data, "versions").map((version) => [
      textOf(version, "version"),
      new Map(listOf(version, "actions").map((action) => [textOf(action, "action"), new Set(listOf(action, "supports").map(String))])),
    ]),
  );
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined;
}

function listOf(value: unknown, field: string): readonly unknown[] {
  const list = fieldOf(value, field);
  return Array.isArray(list) ? list : [];
}

function textOf(value: unknown, field: string): string {
  const text = fieldOf(value, field);
  return typeof text === "string" ? text : "";
}
