/** An error the user can mend: printed as its message alone, without a stack. */
export class UserError extends Error {}

/** Runs a command; a UserError, or options it does not know, end it with their message and status 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof UserError || isWrongOption(error))) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** What parseArgs of node:util throws. */
function isWrongOption(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
