/** The file of the local D1 under a state folder. */
import { globSync } from "node:fs";
import { join } from "node:path";

/** Its path; wrangler has made it. */
export function findLocalFile(stateFolder: string): string {
  const files = globSync(join(stateFolder, "v3/d1/miniflare-D1DatabaseObject/*.sqlite")).filter(
    (path) => !path.endsWith("metadata.sqlite"),
  );
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} databases under ${stateFolder}`);
  return file;
}
