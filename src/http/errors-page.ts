/** GET /docs/errors: every code of both interfaces with its cause and cure, from the tables the service itself answers with. */
import { PROBLEMS } from "./problem.ts";
import type { OpenHandler } from "./types.ts";
import { escapeHtml, pageResponse, writeFrame } from "../html/frame.ts";

/** What the page tells of an exception code of the XML interface. */
export interface ExceptionKind {
  description: string;
  cause: string;
  cure: string;
}

/** The page's handler. The exception codes belong to the XML interface, so whoever wires both brings them. */
export function errorsPage(exceptions: Readonly<Record<string, ExceptionKind>>): OpenHandler {
  const problems = Object.entries(PROBLEMS).map(([code, kind]) => [String(kind.status), code, kind.cause, kind.cure]);
  const codes = Object.entries(exceptions).map(([code, kind]) => [code, kind.description, kind.cause, kind.cure]);
  const body = `<main class="site">
<h1><span>Tabard</span> errors</h1>
<p class="lead">Every code that can come back, why it does, and what to do.</p>
<h2>JSON: <code>application/problem+json</code></h2>
${table(["Status", "Code", "Cause", "Cure"], problems)}
<h2>XML: <code>ExceptionCode</code></h2>
${table(["Code", "Description", "Cause", "Cure"], codes)}
<p>XML that cannot be read, or that names no operation, is a SOAP fault in an envelope and a problem with status 400 without one.</p>
<p><a href="/docs">Reference</a> · <a href="/soap">Financial export</a></p>
</main>`;
  const html = writeFrame("Tabard errors", body);
  return () => pageResponse(html);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map(cell).join("")}</tr>`).join("\n");
  return `<div class="scroll" tabindex="0" role="region" aria-label="${heads.join(", ")}"><table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

function cell(text: string, column: number): string {
  return column < 2 ? `<td><code>${escapeHtml(text)}</code></td>` : `<td>${escapeHtml(text)}</td>`;
}
