/** What the kernel knows of a process: Linux only, null elsewhere. */
import { globSync, readFileSync } from "node:fs";

const CLOCK_TICK_MS = 10;

/** Processor time a process has used, in milliseconds. */
export function cpuMs(pid: number): number | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

/** Memory a process holds now, in bytes. */
export function memoryBytes(pid: number): number | null {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readProc(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** The workerd processes this process has started and not ended. */
export function workerdPids(): number[] {
  return globSync(`/proc/${process.pid}/task/*/children`)
    .flatMap((path) => (readProc(path) ?? "").trim().split(" "))
    .filter((pid) => pid !== "" && (readProc(`/proc/${pid}/comm`) ?? "").startsWith("workerd"))
    .map(Number);
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
