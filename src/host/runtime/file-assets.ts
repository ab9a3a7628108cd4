/** The AssetFiles port over the folder assets: files are read once and kept, there are a handful. */
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import type { AssetFiles } from "../context.ts";

/** The files under a folder; 404 for what is not there or lies outside. */
export function fileAssets(folder: string): AssetFiles {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    fetch: async (url) => {
      const path = normalize(decodeURIComponent(new URL(url).pathname));
      try {
        // A URL's path is absolute: normalising it cannot lead above the folder.
        const file = files.get(path) ?? new Uint8Array(await readFile(join(folder, path)));
        files.set(path, file);
        return new Response(file);
      } catch {
        return new Response(null, { status: 404 });
      }
    },
  };
}
