/** What a page says, and what its forms carry, without a browser. */

/** The rows of a page's tables, each as the texts of its cells. */
export function rowsOf(page: string): string[][] {
  return [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => textOf(cell)),
  );
}

/** Markup as it is read. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What the form of a page that leads to `action` carries unseen; of several the one that has all of `like`'s values it names. */
export function hiddenFields(page: string, action: string, like: Readonly<Record<string, string>> = {}): Record<string, string> {
  const forms = [...page.matchAll(/<form[^>]* method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].filter(([, to]) => to === action);
  for (const [, , body = ""] of forms) {
    const inputs = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    if (inputs.every(([name = "", value]) => like[name] === undefined || like[name] === value)) return Object.fromEntries(inputs);
  }
  throw new Error(`the page has no such form to ${action}`);
}
