/** The state folder: names, addresses, hashes and the ledger lie in it as plain files. */
import { chmodSync, mkdirSync, statSync } from "node:fs";

const OWNER_ONLY = 0o700;
/** Of folders that everybody shares, as /tmp: they are not ours to close. */
const STICKY = 0o1000;

/** Makes a folder where there is none, and takes it from every other account of the machine. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  if ((statSync(folder).mode & STICKY) !== 0) return;
  try {
    chmodSync(folder, OWNER_ONLY);
  } catch {
    // Another account's, which gave us the use of it: its rights are that account's to set.
  }
}
