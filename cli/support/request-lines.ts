/**
 * What `npm start` shows of a running service's output: its log's requests as lines for people, and all else that it says
 * itself.
 */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import type { HostName } from "./serve-host.ts";

/** Where lines go: process.stdout, or what stands in for it. */
export interface LineSink {
  write(text: string): unknown;
  /** Bytes written that nobody has read yet. */
  readonly writableLength: number;
}

/** A reader that stops reading must not stop the service, nor fill its memory: beyond this lines are left out, and counted. */
const UNREAD_BYTES_MAX = 256 * 1024;

/** What a request's line of the log holds (src/host/request-log.ts), as far as a person wants to see it. */
interface LoggedRequest {
  event: "request";
  method: string;
  route: string | null;
  status: number;
  ms: number;
  requestId: string;
}

/** A line of the service's output as `npm start` shows it, or null to leave it out. */
export function showLine(host: HostName, line: string): string | null {
  const text = host === "worker" ? withoutMark(line) : line;
  const request = readRequest(text);
  if (request) return `${request.method} ${request.route ?? "(no such path)"} ${request.status} ${request.ms} ms ${request.requestId}`;
  return host === "worker" && text === "" ? null : text;
}

/** The Worker's lines as wrangler passes them: behind a mark on a line of its own, indented, and with empty ones between. */
function withoutMark(line: string): string {
  const text = stripVTControlCharacters(line).trim();
  if (text === "✘ [ERROR]") return "";
  return text.startsWith("{") ? text : line.trimEnd();
}

function readRequest(line: string): LoggedRequest | null {
  if (!line.startsWith("{")) return null;
  try {
    const entry = JSON.parse(line) as Partial<LoggedRequest>;
    return entry.event === "request" ? (entry as LoggedRequest) : null;
  } catch {
    return null;
  }
}

/** A sink's front that never waits: what nobody reads is dropped, and later told in one line. */
export function droppingLines(sink: LineSink): (line: string) => void {
  let dropped = 0;
  return (line) => {
    if (sink.writableLength > UNREAD_BYTES_MAX) {
      dropped += 1;
      return;
    }
    if (dropped > 0) sink.write(`(${dropped} lines left out: nobody read them)\n`);
    dropped = 0;
    sink.write(`${line}\n`);
  };
}

/** Shows the output of a service whose streams are pipes. Nothing of requests is shown before `begin` is called. */
export function relayOutput(
  host: HostName,
  { stdout, stderr }: { stdout: Readable | null; stderr: Readable | null },
): { begin: () => void } {
  let began = false;
  const [out, err] = [droppingLines(process.stdout), droppingLines(process.stderr)];
  const show = (line: string, write: (shown: string) => void): void => {
    const shown = showLine(host, line);
    const ofService = line.trimStart().startsWith("{");
    if (shown === null || (!began && readRequest(line.trim()))) return;
    // The Worker's log comes as an error of wrangler's.
    (ofService ? out : write)(shown);
  };
  eachLine(stdout, (line) => show(line, out));
  eachLine(stderr, (line) => show(line, err));
  return { begin: () => (began = true) };
}

function eachLine(stream: Readable | null, show: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on("line", show);
}
