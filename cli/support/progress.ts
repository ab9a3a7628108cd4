/** Progress of long work: a bar on a terminal, a plain line now and then elsewhere. On standard error, so that results stay clean. */

const BAR_CHARS = 30;
/** How often a terminal is redrawn, and a log gets a line. */
const REDRAW_MS = 100;
const LINE_MS = 5_000;

export interface Progress {
  /** So much of the total is done. */
  to(done: number): void;
  /** Says so and ends the line. */
  finish(): void;
}

interface Output {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Progress of `label`; `total` null where it is not known. */
export function startProgress(label: string, total: number | null, output: Output = process.stderr, now = Date.now): Progress {
  const startMs = now();
  const isTerminal = output.isTTY === true;
  let shownMs = isTerminal ? 0 : startMs;
  let done = 0;
  const show = (): void => {
    shownMs = now();
    output.write(isTerminal ? `\r${label} ${bar(done, total)}\u001B[K` : `${label}: ${count(done, total)}\n`);
  };
  return {
    to: (value) => {
      done = value;
      if (now() - shownMs >= (isTerminal ? REDRAW_MS : LINE_MS)) show();
    },
    finish: () => {
      const seconds = ((now() - startMs) / 1000).toFixed(1);
      output.write(`${isTerminal ? "\r" : ""}${label}: ${count(done, null)} in ${seconds} s${isTerminal ? "\u001B[K" : ""}\n`);
    },
  };
}

/** Passes items on and counts them. */
export function* withProgress<T>(items: Iterable<T>, progress: Progress): Generator<T> {
  let done = 0;
  for (const item of items) {
    yield item;
    done += 1;
    progress.to(done);
  }
  progress.finish();
}

function bar(done: number, total: number | null): string {
  if (total === null || total === 0) return count(done, null);
  const filled = Math.min(BAR_CHARS, Math.floor((done / total) * BAR_CHARS));
  return `[${"#".repeat(filled)}${"-".repeat(BAR_CHARS - filled)}] ${count(done, total)}`;
}

function count(done: number, total: number | null): string {
  const text = done.toLocaleString("en");
  return total === null || total === 0 ? text : `${text} of ${total.toLocaleString("en")} (${Math.floor((done / total) * 100)} %)`;
}
