/** Files outside the repository that tests and scripts read: the local D1's, and the real data set's. */
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

/** Where the "Hotel booking demand" data set is looked for (docs/interface.md §1.2.2); it need not be there. */
export const BOOKINGS_FILE = process.env.TABARD_BOOKINGS ?? "../shared/data/hotel_bookings.csv.gz";

/** BOOKINGS_FILE, or undefined where it is not there. */
export function findBookingsFile(): string | undefined {
  return existsSync(BOOKINGS_FILE) ? BOOKINGS_FILE : undefined;
}

/** The path of the local D1's file under a state folder; wrangler has made it. */
export function findLocalFile(stateFolder: string): string {
  const files = globSync(join(stateFolder, "v3/d1/miniflare-D1DatabaseObject/*.sqlite")).filter(
    (path) => !path.endsWith("metadata.sqlite"),
  );
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`${files.length} databases under ${stateFolder}`);
  return file;
}
