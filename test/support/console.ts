/** The console as a browser asks for it, in workerd: a cookie, forms, and what a page says. */
import type { Platform } from "../../src/host/context.ts";
import { ask, platform } from "./in-worker.ts";

export const ORIGIN = "http://tabard.test";

/** A page, or with `form` the answer to a form that one of the console's own pages sends. */
export function atDesk(
  token: string,
  path: string,
  form?: Readonly<Record<string, string>>,
  host: Platform = platform(),
): Promise<Response> {
  const headers = { Cookie: `other=1; tabard_console=${token}` };
  if (!form) return ask(host, path, { headers });
  const body = new URLSearchParams(form).toString();
  const sent = { ...headers, Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" };
  return ask(host, path, { method: "POST", headers: sent, body });
}

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
