/** A peer in PHP: a router script served by `php -S`, as PHP's users try things; only where PHP has what it needs. */
import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../harness/free-port.ts";
import { type Host, workFolder } from "./worker-host.ts";

const EXTENSIONS = ["soap", "pdo_sqlite"];
/** The parsed WSDL is kept, compiled scripts too, and no answer is too big: as in production. */
const SETTINGS = [
  `soap.wsdl_cache_dir=${workFolder}`,
  "opcache.enable=1",
  "opcache.enable_cli=1",
  "opcache.validate_timestamps=0",
  "memory_limit=2G",
  "display_errors=0",
];
const READY_TIMEOUT_MS = 10_000;
const READY_POLL_MS = 50;

/** Why there is no PHP peer on this machine; null where there can be one. */
export function phpLacks(): string | null {
  const asked = spawnSync("php", ["-m"], { encoding: "utf8" });
  if (asked.status !== 0) return "there is no php";
  const modules = new Set(asked.stdout.toLowerCase().split(/\s+/));
  const missing = EXTENSIONS.filter((name) => !modules.has(name));
  return missing.length === 0 ? null : `php lacks ${missing.join(" and ")}`;
}

/** Serves a router script, which reads `environment`, and waits until it answers. */
export async function startPhpPeer(script: string, environment: Readonly<Record<string, string>>): Promise<Host> {
  const port = await freePort();
  const url = new URL(`http://127.0.0.1:${port}`);
  const args = ["-q", ...SETTINGS.flatMap((setting) => ["-d", setting]), "-S", url.host, script];
  const child = spawn("php", args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...environment } });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = (): Promise<void> => {
    child.kill();
    return ended;
  };
  const untilMs = Date.now() + READY_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > untilMs) {
      await stop();
      throw new Error(`php does not serve ${script}`);
    }
    await sleep(READY_POLL_MS);
  }
  const execute = (): Promise<void> => Promise.reject(new Error("a peer's database is its own"));
  return { url, pid: child.pid ?? null, execute, batch: execute, stop };
}
