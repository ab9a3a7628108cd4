/** Where lines of the log go. */

/** Writes a line; what it leaves for later is given to `background`, the request's own. */
export type WriteLine = (line: string, background: (work: Promise<unknown>) => void) => void;

/** How long a gathered line waits for others: a person at a terminal does not see it. */
const GATHER_MS = 100;

/** Each time so many lines have come together another write is begun: the first one's request may have been broken off. */
const GATHERED_MAX = 1000;

/** Each line by itself, as the platform's logs want them. */
export const writeAtOnce: WriteLine = (line) => console.log(line);

/**
 * Ten times a second what has come together. `wrangler dev` passes a message through several processes, which costs more than
 * most requests; as an error it is the only kind that passes where wrangler writes no lines of its own. An empty line goes first: wrangler
 * sets its mark before the first one.
 */
export function gatherLines(): WriteLine {
  let gathered: string[] = [];
  const write = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const lines = gathered;
    gathered = [];
    if (lines.length > 0) console.error(["", ...lines].join("\n"));
  };
  return (line, background) => {
    const lines = gathered.push(line);
    if (lines === 1 || lines % GATHERED_MAX === 0) background(write());
  };
}
