/** Before two servers are timed, they must give the same answer. */
import type { RequestShape } from "./load.ts";
import type { Host } from "./worker-host.ts";

/** One answer, read whole. */
export async function ask(
  host: Host,
  { method, path, headers, body }: RequestShape,
): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(new URL(path, host.url), {
    method,
    headers: { ...headers, "Accept-Encoding": "identity" },
    body: body ?? null,
    // The default adds "Cache-Control: no-cache" to an If-None-Match, which would have Tabard ask D1.
    cache: "no-cache",
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** Throws where an answer is not 200 or differs from the first, after `normalise`. Returns the first. */
export async function requireSameAnswer(
  asked: readonly { name: string; host: Host; request: RequestShape }[],
  normalise: (text: string) => string = (text) => text,
): Promise<string> {
  let first: string | undefined;
  for (const { name, host, request } of asked) {
    const { status, text } = await ask(host, request);
    if (status !== 200) throw new Error(`${name} answers ${status}: ${text.slice(0, 300)}`);
    const answer = normalise(text);
    first ??= answer;
    if (answer !== first) throw new Error(`${name} answers otherwise: ${difference(first, answer)}`);
  }
  return first ?? "";
}

function difference(a: string, b: string): string {
  let index = 0;
  while (a[index] === b[index]) index += 1;
  return `at ${index} (${a.length} and ${b.length} characters): ${a.slice(index, index + 80)} | ${b.slice(index, index + 80)}`;
}
