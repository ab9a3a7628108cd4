/**
 * The secret that webhooks' secrets are derived from, on a machine of one's own: WEBHOOK_SECRET where the environment has it,
 * else one made once and kept in the state folder, readable by its owner alone. Whoever loses it must rotate every endpoint.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "./private-folder.ts";

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;
const LINE = /^WEBHOOK_SECRET=(\S+)$/m;

/** Where it is kept, as a line that `wrangler dev --env-file` reads too. */
export function masterSecretFile(stateFolder: string): string {
  return join(stateFolder, "webhook-secret.env");
}

/** The secret of a state folder; made where there is none. */
export function keptMasterSecret(stateFolder: string): string {
  const file = masterSecretFile(stateFolder);
  makePrivateFolder(stateFolder);
  try {
    // "wx": of two that start at once one makes it, and the other reads it.
    const line = `WEBHOOK_SECRET=${randomBytes(SECRET_BYTES).toString("base64url")}\n`;
    writeFileSync(file, line, { flag: "wx", mode: OWNER_ONLY });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const secret = LINE.exec(readFileSync(file, "utf8"))?.[1];
  if (secret === undefined) throw new RangeError(`${file} holds no line WEBHOOK_SECRET=…`);
  return secret;
}
