/** A service in a process of its own with the bookable group and the demo groups in it, for faults of clients and hosts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { seedDemo } from "../../cli/demo/seed-demo.ts";
import { openTarget } from "../../cli/support/database.ts";
import type { HostName } from "../../cli/support/serve-host.ts";
import { addBookableGroup } from "../../harness/bookable-group.ts";
import { fileDatabase } from "../../harness/file-database.ts";
import { type Accounts, accountsOf } from "../../harness/reservation-accounts.ts";
import { databaseFile } from "../../harness/service-process.ts";

export const GROUP = "g1";
const UNITS = 1_000_000;
const BUSY_TIMEOUT_MS = 10_000;

export interface State {
  folder: string;
  openTables(): DatabaseSync;
  accounts(): Promise<Accounts>;
  remove(): void;
}

/** A state folder with both. Sets TABARD_STATE, as the commands read it. */
export async function prepareState(host: HostName): Promise<State> {
  const folder = mkdtempSync(join(tmpdir(), "tabard-fault-"));
  process.env.TABARD_STATE = folder;
  const target = openTarget({ host });
  await seedDemo(target, Date.now());
  target.close();
  const openTables = (): DatabaseSync => new DatabaseSync(databaseFile(host, folder), { timeout: BUSY_TIMEOUT_MS });
  const db = openTables();
  db.exec("BEGIN");
  await addBookableGroup(fileDatabase(db), GROUP, UNITS);
  db.exec("COMMIT");
  db.close();
  return {
    folder,
    openTables,
    accounts: async () => {
      const tables = openTables();
      try {
        return await accountsOf(fileDatabase(tables), GROUP);
      } finally {
        tables.close();
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
