/** Who we are to the platform: by the environment where it says so, else as `npx wrangler login` left it. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Environment } from "../child-tree.ts";
import { UserError } from "../user-error.ts";

/** Where the platform's API is; wrangler heeds the same variable. */
export function apiBaseUrl({ CLOUDFLARE_API_BASE_URL: given }: Environment): string {
  return (given ?? "https://api.cloudflare.com/client/v4").replace(/\/$/, "");
}

/** The headers a request is believed by. Throws UserError where nobody is logged in. */
export function loginHeaders({ CLOUDFLARE_API_TOKEN: token }: Environment): Record<string, string> {
  // Wrangler takes a second to say the same.
  const known: WranglerLogin = token ? { type: "api_token", token } : askWrangler();
  if (known.type === "api_key") return { "X-Auth-Email": known.email, "X-Auth-Key": known.key };
  return { Authorization: `Bearer ${known.token}` };
}

/** The account that wrangler.toml or the environment names, in wrangler's own order; null where neither does. */
export function namedAccount(
  { CLOUDFLARE_ACCOUNT_ID: given }: Environment,
  wranglerToml = readFileSync("wrangler.toml", "utf8"),
): string | null {
  const [head = ""] = wranglerToml.split(/^\[/m);
  return /^account_id\s*=\s*"([^"]+)"/m.exec(head)?.[1] || given || null;
}

/** What `wrangler auth token --json` prints. */
type WranglerLogin = { type: "api_token" | "oauth"; token: string } | { type: "api_key"; key: string; email: string };

function askWrangler(): WranglerLogin {
  const done = spawnSync("wrangler", ["auth", "token", "--json"], { encoding: "utf8" });
  try {
    if (done.status === 0) return JSON.parse(done.stdout) as WranglerLogin;
  } catch {
    // Something else was printed: shown below.
  }
  const said = (done.stderr || done.stdout || done.error?.message) ?? "";
  throw new UserError(`--remote needs to be logged in: npx wrangler login, or CLOUDFLARE_API_TOKEN in the environment\n${said.trim()}`);
}
