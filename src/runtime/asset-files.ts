/** The folder assets as the port AssetFiles. Who asks has checked the path against a list (src/http/docs.ts). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AssetFiles } from "../service/context.ts";

export function assetFiles(folder: string): AssetFiles {
  return {
    fetch: async (url) => {
      try {
        return new Response(new Uint8Array(await readFile(join(folder, new URL(url).pathname))));
      } catch {
        return new Response(null, { status: 404 });
      }
    },
  };
}
