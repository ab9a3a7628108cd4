/** Servers in a process of their own that say their port in their first line: peers in Node, and Tabard's other hosts. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Environment } from "../../cli/support/child-tree.ts";
import type { Host } from "./worker-host.ts";

/** Starts `node FILE ...args`, which prints its port and nothing else. */
export function startPeer(file: string, args: readonly string[]): Promise<Host> {
  return startProcess(process.execPath, [file, ...args], process.env, Number);
}

/** Starts a command and waits for its first line, of which `readPort` makes the port. */
export async function startProcess(
  command: string,
  args: readonly string[],
  env: Environment,
  readPort: (line: string) => number,
): Promise<Host> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], env: env as NodeJS.ProcessEnv });
  const stop = (): Promise<void> => {
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill();
    return gone;
  };
  const execute = (): Promise<void> => Promise.reject(new Error("a peer's database is its own"));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ${args.join(" ")} ended with ${code}`)));
  });
  return { url: new URL(`http://127.0.0.1:${readPort(line)}`), pid: child.pid ?? null, execute, batch: execute, stop };
}
