/** Peers that are plain Node servers: each in a process of its own, which prints its port when it is ready. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Host } from "./worker-host.ts";

/** Starts `node FILE ...args` and waits for its first line, the port. */
export async function startPeer(file: string, args: readonly string[]): Promise<Host> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const stop = (): Promise<void> => {
    const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill();
    return gone;
  };
  const execute = (): Promise<void> => Promise.reject(new Error("a peer's database is its own"));
  const port = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return { url: new URL(`http://127.0.0.1:${port}`), pid: child.pid ?? null, execute, stop };
}
