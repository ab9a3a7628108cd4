/** Files of the project itself, wherever the host was started from. */
import { fileURLToPath } from "node:url";

/** The path of a file or folder, given from the project's root. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url).href);
}
