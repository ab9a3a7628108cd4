/** The [vars] of wrangler.toml, which environment variables of the same name override. */
import { readFileSync } from "node:fs";

/** The names declared under [vars]. */
export function varNames(wranglerToml: string): string[] {
  const section = /^\[vars\]$([^]*?)(?=^\[|(?![^]))/m.exec(wranglerToml)?.[1] ?? "";
  return [...section.matchAll(/^([A-Z][A-Z0-9_]*)\s*=/gm)].map((match) => match[1] ?? "");
}

/** What suits a laptop: it is one client, a line per request is more than anyone reads, and the demo's tokens are short. */
export const LAPTOP_VARS = { RATE_LIMITS: "off", REQUEST_LOG: "off", DEMO_TOKENS: "on" } as const;

/**
 * wrangler's `--var` arguments: what the environment sets, and where it does not, what suits a laptop: no rate limits, for
 * it is one client, and no line per request, for wrangler's own log is slower than the service.
 */
export function varArguments(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = varNames(readFileSync("wrangler.toml", "utf8"));
  const values: Readonly<Record<string, string | undefined>> = { ...LAPTOP_VARS, ...environment };
  return names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : ["--var", `${name}:${value}`];
  });
}
