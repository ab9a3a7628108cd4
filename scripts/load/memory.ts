/** Memory of a service over time, and whether it grows without bound. Linux only: elsewhere there are no samples. */
import { readFileSync, readdirSync } from "node:fs";
import { memoryBytes } from "../../bench/support/processes.ts";
import type { HostName } from "../../cli/support/serve-host.ts";

/** What an isolate remembers is bounded by some 75 MB (limits.ts of each wing) and may still fill in a run's second half. */
export const GROWTH_BYTES_MAX = 64 * 1024 * 1024;

/** An isolate's memory on the platform, 128 MB. Without it V8 lets garbage pile up, and growth would say nothing. */
export const PLATFORM_HEAP = { MINIFLARE_WORKERD_V8_FLAGS: "--max-heap-size=128" };

const QUARTERS = 4;

/** Resident bytes of a service's processes: on the Worker's host workerd alone, without wrangler around it. Null if unknown. */
export function serviceMemoryBytes(host: HostName, groupPid: number): number | null {
  const bytes = processesOf(groupPid)
    .filter(({ name }) => host !== "worker" || name === "workerd")
    .flatMap(({ pid }) => memoryBytes(pid) ?? []);
  return bytes.length === 0 ? null : bytes.reduce((sum, one) => sum + one, 0);
}

/**
 * How far the least of the last quarter lies above the least of the second: what is filled once is filled by then, and what
 * a collection can free is not counted. 0 of too few samples.
 */
export function growthBytes(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / QUARTERS);
  if (quarter === 0) return 0;
  return Math.min(...samples.slice(-quarter)) - Math.min(...samples.slice(quarter, 2 * quarter));
}

/** All processes of a process group. */
function processesOf(groupPid: number): { pid: number; name: string }[] {
  return pids().flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const end = stat.lastIndexOf(")");
      const [, , group] = stat.slice(end + 2).split(" ");
      return Number(group) === groupPid ? [{ pid, name: stat.slice(stat.indexOf("(") + 1, end) }] : [];
    } catch {
      // Ended meanwhile.
      return [];
    }
  });
}

function pids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
