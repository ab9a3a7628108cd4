/** The [vars] of wrangler.toml, which environment variables of the same name override. */
import { readFileSync } from "node:fs";

/** The names declared under [vars]. */
export function varNames(wranglerToml: string): string[] {
  const section = /^\[vars\]$([^]*?)(?=^\[|(?![^]))/m.exec(wranglerToml)?.[1] ?? "";
  return [...section.matchAll(/^([A-Z][A-Z0-9_]*)\s*=/gm)].map((match) => match[1] ?? "");
}

/** wrangler's `--var` arguments: what the environment sets, and RATE_LIMITS off where it does not (a laptop is one client). */
export function varArguments(environment: NodeJS.ProcessEnv): string[] {
  const names = varNames(readFileSync("wrangler.toml", "utf8"));
  const values = { RATE_LIMITS: "off", ...environment };
  return names.flatMap((name) => {
    const value = values[name as keyof typeof values];
    return value === undefined ? [] : ["--var", `${name}:${value}`];
  });
}
