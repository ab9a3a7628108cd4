/** Calls of both interfaces, as a client makes them. */
import { DAY_MS } from "../src/base/calendar-date.ts";

export const NAMESPACE = "urn:tabard:financial-export";
/** A date so many days from today, YYYY-MM-DD. */
export function day(ahead: number): string {
  return new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
}

/** A call with a token, or without one where it is "". */
export function call(url: string, path: string, init: RequestInit = {}, token = "demo-key"): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== "") headers.set("Authorization", `Bearer ${token}`);
  return fetch(url + path, { ...init, headers, redirect: "manual" });
}

/** A POST of a value as JSON, or of a text as it is. */
export function post(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  token = "demo-key",
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return call(url, path, { method: "POST", body: text, headers: { "Content-Type": "application/json", ...headers } }, token);
}

/** A POST to /soap, of bytes: to a text fetch would add a Content-Type of its own. */
export function postXml(
  url: string,
  body: string,
  query = "",
  headers: Record<string, string> = { "Content-Type": "text/xml" },
): Promise<Response> {
  return fetch(`${url}/soap${query}`, { method: "POST", body: new TextEncoder().encode(body), headers });
}

/** An operation's element with its children in the service's namespace. */
export function element(name: string, children: Record<string, string>): string {
  const inner = Object.entries(children).map(([child, value]) => `<${child}>${value}</${child}>`);
  return `<${name} xmlns="${NAMESPACE}">${inner.join("")}</${name}>`;
}

const ENVELOPES = { "1.1": "http://schemas.xmlsoap.org/soap/envelope/", "1.2": "http://www.w3.org/2003/05/soap-envelope" };

export function envelope(version: keyof typeof ENVELOPES, body: string, header = ""): string {
  const head = header === "" ? "" : `<s:Header>${header}</s:Header>`;
  return `<s:Envelope xmlns:s="${ENVELOPES[version]}">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** The text of the first element of this name, or null. */
export function textOf(xml: string, name: string): string | null {
  return new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)</`).exec(xml)?.[1] ?? null;
}

export function logIn(site: string, code: string, password: string): string {
  return element("LogIn", { SiteID: site, OperatorCode: code, Password: password });
}

/** A session of the demo group's operator. */
export async function operatorSession(url: string): Promise<string> {
  const answer = await postXml(url, logIn("demo", "FINANCE", "demo-password"));
  return textOf(await answer.text(), "SessionID") ?? "";
}

export function exportOf(sessionId: string, after: string, before: string, lessThan = "false"): string {
  const period = { beforeTimestamp: before, afterTimestamp: after, transactionList: "", useLessThanToDate: lessThan };
  return element("cim_FinancialExportReportV2", { sessionId, ...period });
}
