/** How commands end: docs/interface.md §1.6.3. */

const REFUSED_STATUS = 1;
const WRONG_CALL_STATUS = 2;

/** An error the user can mend: printed as its message alone, without a stack. The work was refused. */
export class UserError extends Error {
  readonly status: number = REFUSED_STATUS;
}

/** The command line, or a variable that stands for an option, is not one the command takes. */
export class WrongCall extends UserError {
  override readonly status = WRONG_CALL_STATUS;
}

/** Runs a command. A UserError, or options that node:util does not take, end it with their message and status. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const told = isWrongOption(error) ? wrongOption(error) : error;
    if (!(told instanceof UserError)) throw error;
    process.stderr.write(`${told.message}\n`);
    process.exitCode = told.status;
  }
}

/** What parseArgs of node:util throws. */
function isWrongOption(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

/** Node explains at length; its first sentence names the option. */
function wrongOption(error: Error): WrongCall {
  return new WrongCall(`${error.message.split(/\.\s|\n/)[0]}; try --help`);
}
