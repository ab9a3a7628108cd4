/** The [vars] of wrangler.toml, which environment variables of the same name override. */
import { readFileSync } from "node:fs";

/** The names declared under [vars]. */
export function varNames(wranglerToml: string): string[] {
  const section = /^\[vars\]$([^]*?)(?=^\[|(?![^]))/m.exec(wranglerToml)?.[1] ?? "";
  return [...section.matchAll(/^([A-Z][A-Z0-9_]*)\s*=/gm)].map((match) => match[1] ?? "");
}

/**
 * What suits a laptop where the environment says nothing else: no rate limits, for it is one client; no line per request, which
 * `npm start` asks for; webhooks to receivers on the laptop itself; the short tokens of the
 * demo data.
 */
const LOCAL_VARS = { RATE_LIMITS: "off", REQUEST_LOG: "off", WEBHOOK_TARGETS: "any", DEMO_TOKENS: "on" } as const;

/** LOCAL_VARS, as far as the environment does not say otherwise. */
export function localVars(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(LOCAL_VARS).map(([name, value]) => [name, environment[name] ?? value]));
}

/** wrangler's `--var` arguments: what the environment sets, and where it does not, what suits a laptop. */
export function varArguments(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = varNames(readFileSync("wrangler.toml", "utf8"));
  const values: Readonly<Record<string, string | undefined>> = { ...environment, ...localVars(environment) };
  return names.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : ["--var", `${name}:${value}`];
  });
}
