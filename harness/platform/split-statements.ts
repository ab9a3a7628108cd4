/** SQL text cut into statements, as strictly as the deployed D1 does it. Pure. */

/** What is skipped, quoted (a doubled quote begins the next one), a word, or a single character. */
const TOKEN = /--[^\n]*|\/\*[^]*?\*\/|\s+|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|\w+|[^]/gy;

/** What the platform says of a text that ends within a statement. */
export class IncompleteInput extends Error {
  constructor() {
    super("incomplete input");
  }
}

/**
 * Statements without their semicolons. A trigger ends at the END behind its last semicolon, which must be upper-case, as BEGIN must,
 * and all of it on one line: that is where remote migrations have failed. Throws IncompleteInput.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let text = "";
  let words: string[] = [];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token !== ";" || (isTrigger(words) && !(words.at(-1) === "END" && words.at(-2) === ";"))) {
      text += token;
      if (!/^(\s|--|\/\*)/.test(token)) words.push(token);
      continue;
    }
    if (words.length > 0) statements.push(checked(text, words));
    text = "";
    words = [];
  }
  if (words.length === 0) return statements;
  if (isTrigger(words)) throw new IncompleteInput();
  return [...statements, text.trim()];
}

function isTrigger([create = "", second = "", third = ""]: readonly string[]): boolean {
  return create.toUpperCase() === "CREATE" && [second, third].some((word) => word.toUpperCase() === "TRIGGER");
}

function checked(text: string, words: readonly string[]): string {
  const trimmed = text.trim();
  if (isTrigger(words) && (!words.includes("BEGIN") || /[\r\n]/.test(trimmed.replace(/^(--[^\n]*\n\s*)+/, ""))))
    throw new IncompleteInput();
  return trimmed;
}
