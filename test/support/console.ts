/** The console as a browser asks for it, in workerd: a cookie, forms. */
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
