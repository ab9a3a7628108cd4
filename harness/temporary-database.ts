/** A migrated SQLite database of its own for a test, in a temporary folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TargetDatabase, openFile } from "../cli/support/database.ts";
import { openSqliteFile } from "../src/host/runtime/sqlite-file.ts";

export interface TemporaryDatabase extends TargetDatabase {
  folder: string;
  /** Closes it and removes the folder. */
  remove(): void;
}

/** Creates one. */
export function temporaryDatabase(): TemporaryDatabase {
  const folder = mkdtempSync(join(tmpdir(), "tabard-test-"));
  const file = join(folder, "tabard.sqlite");
  openSqliteFile(file).close();
  const db = openFile(file);
  return Object.assign(db, {
    folder,
    remove: () => {
      db.close();
      rmSync(folder, { recursive: true });
    },
  });
}
