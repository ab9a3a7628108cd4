/** A child process with all its descendants: started as a process group, ended as one, even when this process is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";

/** How long a child may take to end by itself, unless told otherwise. */
const GRACE_MS = 5_000;

/** process.env, or what shall stand in for it. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ChildTree {
  child: ChildProcess;
  /** Asks the whole tree to end, and after the grace makes it. */
  stop(): Promise<void>;
}

/** "inherit": a child's output is ours. "pipe": its streams are there to be read, and must be. */
export type Output = "inherit" | "pipe";

interface TreeOptions {
  graceMs?: number;
  output?: Output;
}

/** Starts a command without input. */
export function startTree(
  command: string,
  args: readonly string[],
  env: Environment,
  { graceMs = GRACE_MS, output = "inherit" }: TreeOptions = {},
): ChildTree {
  const group = process.platform !== "win32";
  const child = spawn(command, args, { stdio: ["ignore", output, output], detached: group, env: env as NodeJS.ProcessEnv });
  const { pid } = child;
  if (group && pid !== undefined) guard(pid);
  const ended = once(child, "exit");
  return {
    child,
    stop: async () => {
      signal(child, group, "SIGTERM");
      const timer = setTimeout(() => signal(child, group, "SIGKILL"), graceMs);
      await ended;
      clearTimeout(timer);
      signal(child, group, "SIGKILL");
    },
  };
}

/** A shell that reads a pipe of ours: when we are gone, however that came, the pipe closes and it ends the group. */
function guard(groupPid: number): void {
  const script = `read _; kill -s KILL -- -${groupPid} 2>/dev/null`;
  const watcher = spawn("sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  watcher.on("error", () => {});
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
}

function signal(child: ChildProcess, group: boolean, name: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (group) process.kill(-child.pid, name);
    else child.kill(name);
  } catch {
    // Already gone.
  }
}
