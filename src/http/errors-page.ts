/** GET /docs/errors: every code of both interfaces with its cause and cure, from the tables the service itself answers with. */
import { PROBLEMS } from "./problem.ts";
import type { OpenHandler } from "./types.ts";
import { type Row, escapeHtml, pageResponse, writeFrame, writeTable } from "../html/frame.ts";

/** What the page tells of an exception code of the XML interface. */
export interface ExceptionKind {
  description: string;
  cause: string;
  cure: string;
}

/** The page's handler. The exception codes belong to the XML interface, so whoever wires both brings them. */
export function errorsPage(exceptions: Readonly<Record<string, ExceptionKind>>): OpenHandler {
  const problems = Object.entries(PROBLEMS).map(([code, kind]) => row(code, String(kind.status), kind.cause, kind.cure));
  const codes = Object.entries(exceptions).map(([code, kind]) => row(code, kind.description, kind.cause, kind.cure));
  const content = `<h1><span>Errors</span></h1>
<p class="lead">Every code that can come back, why it does, and what to do.</p>
<h2 id="json">JSON: <code>application/problem+json</code></h2>
<p>Programs look at <code>code</code>; <code>doc</code> of a problem leads to its row here.</p>
${writeTable(["Code", "Status", "Cause", "Cure"], problems)}
<h2 id="xml">XML: <code>ExceptionCode</code></h2>
${writeTable(["Code", "Description", "Cause", "Cure"], codes)}
<p>XML that cannot be read, or that names no operation, is a SOAP fault in an envelope and a problem with status 400 without one.</p>`;
  const html = writeFrame({ title: "Errors · Tabard", path: "/docs/errors" }, content);
  return () => pageResponse(html);
}

/** The code links to its own row, so that its address can be copied. */
function row(code: string, ...texts: readonly string[]): Row {
  return { id: code, cells: [`<a href="#${code}"><code>${code}</code></a>`, ...texts.map(escapeHtml)] };
}
