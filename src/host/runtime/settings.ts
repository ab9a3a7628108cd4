/**
 * What a host is told: wrangler.toml, which all hosts share, and the environment. Pure.
 * Environment: PORT, HOST (the address to listen at), TABARD_STATE (the folder of tabard.sqlite), TRUST_PROXY ("on" behind
 * a proxy of one's own), SHARDS (docs/growing.md), WEBHOOK_SECRET, and any name of wrangler.toml's [vars], which it overrides.
 */
import { SHARDS_MAX } from "../limits.ts";
import type { Rate } from "./token-bucket.ts";

export interface Settings {
  port: number;
  hostname: string;
  /** Holds tabard.sqlite, and further databases beside it. */
  stateFolder: string;
  /** How many databases; null: as many as the folder has. */
  shards: number | null;
  /** Whether X-Forwarded-For and X-Forwarded-Proto come from a proxy of one's own. */
  trustProxy: boolean;
  vars: Readonly<Record<string, string>>;
  /** WEBHOOK_SECRET; null: the state folder's own. */
  webhookSecret: string | null;
  /** By the binding's name. */
  rates: Readonly<Record<string, Rate>>;
}

const DEFAULT_PORT = 8787;
const DEFAULT_HOSTNAME = "127.0.0.1";
const DEFAULT_STATE_FOLDER = ".wrangler/state";
const PORT_MAX = 65_535;

/** Settings of a host. Throws a RangeError that names what is wrong. */
export function readSettings(wranglerToml: string, environment: Readonly<Record<string, string | undefined>>): Settings {
  const vars = readVars(wranglerToml);
  for (const name of Object.keys(vars)) vars[name] = environment[name] ?? vars[name] ?? "";
  return {
    port: readPort(environment.PORT),
    hostname: environment.HOST || DEFAULT_HOSTNAME,
    stateFolder: environment.TABARD_STATE || DEFAULT_STATE_FOLDER,
    shards: readShards(environment.SHARDS),
    trustProxy: environment.TRUST_PROXY === "on",
    vars,
    webhookSecret: environment.WEBHOOK_SECRET || null,
    rates: readRates(wranglerToml),
  };
}

/** A variable that wrangler.toml declares. */
export function requireVar(settings: Settings, name: string): string {
  const value = settings.vars[name];
  if (value === undefined) throw new RangeError(`wrangler.toml has no ${name} under [vars]`);
  return value;
}

/** A limiter that wrangler.toml declares. */
export function requireRate(settings: Settings, name: string): Rate {
  const rate = settings.rates[name];
  if (rate === undefined) throw new RangeError(`wrangler.toml has no [[ratelimits]] named ${name}`);
  return rate;
}

function readPort(text: string | undefined): number {
  const port = text === undefined || text === "" ? DEFAULT_PORT : Number(text);
  // 0: any free one, which the host then prints.
  if (Number.isInteger(port) && port >= 0 && port <= PORT_MAX) return port;
  throw new RangeError(`PORT is "${text}"; it must be a number from 0 to ${PORT_MAX}`);
}

/** SHARDS: how many databases; null where nothing is said. */
export function readShards(text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  const shards = Number(text);
  if (/^\d+$/.test(text) && shards >= 1 && shards <= SHARDS_MAX) return shards;
  throw new RangeError(`SHARDS is "${text}"; it must be a number from 1 to ${SHARDS_MAX}`);
}

function readVars(toml: string): Record<string, string> {
  const [section = ""] = sections(toml, "[vars]");
  return Object.fromEntries(Array.from(section.matchAll(/^(\w+)\s*=\s*"([^"]*)"/gm), ([, name = "", value = ""]) => [name, value]));
}

function readRates(toml: string): Record<string, Rate> {
  const rates: Record<string, Rate> = {};
  for (const section of sections(toml, "[[ratelimits]]")) {
    const name = /^name\s*=\s*"([^"]+)"/m.exec(section)?.[1];
    const simple = /^simple\s*=\s*\{\s*limit\s*=\s*(\d+)\s*,\s*period\s*=\s*(\d+)\s*\}/m.exec(section);
    if (name !== undefined && simple) rates[name] = { limit: Number(simple[1]), periodSeconds: Number(simple[2]) };
  }
  return rates;
}

/** The bodies of a table's sections. wrangler.toml is ours: one key a line, plain strings, is all it uses. */
function sections(toml: string, header: string): string[] {
  return toml
    .split(/^(?=\[)/m)
    .filter((section) => section.startsWith(`${header}\n`))
    .map((section) => section.slice(header.length));
}
