/** One demo installation, copied for each host: same data to the byte. */
import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { seedDemo } from "../../../cli/demo/seed-demo.ts";
import { openLocal } from "../../../cli/support/database.ts";
import { HOSTS, type HostName } from "../../../cli/support/serve-host.ts";
import { databaseFile } from "../../../harness/service-process.ts";

/** A folder with a state folder per host, named like it. */
export async function prepareStates(): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "tabard-hosts-"));
  process.env.TABARD_STATE = join(root, "worker");
  const local = openLocal();
  await seedDemo(local, Date.now());
  local.close();
  const file = databaseFile("worker", stateOf(root, "worker"));
  const db = new DatabaseSync(file);
  // The copy is one file: nothing may be left in the write-ahead log.
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  for (const host of HOSTS) {
    if (host === "worker") continue;
    mkdirSync(stateOf(root, host));
    copyFileSync(file, databaseFile(host, stateOf(root, host)));
  }
  return root;
}

export function stateOf(root: string, host: HostName): string {
  return join(root, host);
}
