/** Gives the baseline Worker what to answer. */
import type { RequestShape } from "./load.ts";
import { ask } from "./same-answer.ts";
import type { Host } from "./worker-host.ts";

/** Tabard's answer to a request, with the headers that matter, under a name. */
export async function store(tabard: Host, baseline: Host, name: string, request: RequestShape): Promise<void> {
  const { text, headers } = await ask(tabard, request);
  const kept = Object.fromEntries(["Content-Type", "ETag"].flatMap((key) => (headers.has(key) ? [[key, headers.get(key) ?? ""]] : [])));
  await fetch(new URL(`/store/${name}`, baseline.url), { method: "PUT", body: text, headers: { "X-Store-Headers": JSON.stringify(kept) } });
}
