/** An error the user can mend: printed as its message alone, without a stack. */
export class UserError extends Error {}

/** Runs a command; a UserError ends it with its message and status 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
