/** The pages for people at /soap. docs/interface.md §6.5. Pure. */
import { writeFrame } from "../html/frame.ts";
import { escapeText } from "../xml/escape.ts";
import { type Field, OPERATIONS, type Operation } from "./operations.ts";
import { type SampleSetting, writeLogInCommand, writeSamples } from "./samples.ts";
import { TRANSACTION_FIELDS } from "./transaction-fields.ts";

/** All operations. */
export function writeIndexPage({ namespace, address }: SampleSetting): string {
  const operations = OPERATIONS.map(
    ({ name, summary }) => `<li><a href="?op=${name}"><code>${name}</code></a>: ${escapeText(summary)}</li>`,
  );
  return writePage(
    "Financial export",
    `<p>An XML interface for accounting systems, at <code>${escapeText(address)}</code>, in the namespace
<code>${escapeText(namespace)}</code>. SOAP 1.1, SOAP 1.2 and plain XML are answered in kind.</p>
<p>For SOAP clients: <a href="?wsdl">the WSDL</a>.</p>
<ul>
${operations.join("\n")}
</ul>`,
  );
}

/** One operation: its elements, and a sample in every form. */
export function writeOperationPage(operation: Operation, setting: SampleSetting): string {
  const samples = writeSamples(operation, setting).map(
    ({ title, command, response }) => `<h3>${title}</h3>\n${writeCode(command)}\n<p>Answer:</p>\n${writeCode(response)}`,
  );
  const logIn =
    operation.name === "LogIn"
      ? ""
      : `<p>First, a session (of the demo data; yours has other names):</p>\n${writeCode(writeLogInCommand(setting))}`;
  const transactions = operation.response.some(({ type }) => type === "FinancialExportTransactions");
  return writePage(
    operation.name,
    `<p><a href="?">All operations</a></p>
<p>${escapeText(operation.summary)}</p>
<h2>Request: <code>${operation.name}</code></h2>
${writeTable(operation.name, operation.request)}
<h2>Response: <code>${operation.name}Response</code></h2>
${writeTable(`${operation.name}Response`, operation.response)}
${transactions ? `<h2><code>FinancialExportTransaction</code></h2>\n${writeTable("FinancialExportTransaction", TRANSACTION_FIELDS)}` : ""}
<h2>Samples</h2>
${logIn}
${samples.join("\n")}`,
  );
}

/** There is no such operation. */
export function writeUnknownPage(): string {
  return writePage("No such operation", `<p><a href="?">All operations</a></p>`);
}

function writeTable(name: string, fields: readonly (Pick<Field, "element"> & { type: string })[]): string {
  const rows = fields.map(({ element, type }) => `<tr><td><code>${element}</code></td><td>${type}</td></tr>`);
  return `<div class="scroll" tabindex="0" role="region" aria-label="Elements of ${name}"><table><thead><tr><th scope="col">Element</th><th scope="col">Type</th></tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>`;
}

function writeCode(text: string): string {
  return `<pre tabindex="0"><code>${escapeText(text)}</code></pre>`;
}

function writePage(title: string, body: string): string {
  return writeFrame(`${escapeText(title)} · Tabard`, `<main class="site">\n<h1><span>${escapeText(title)}</span></h1>\n${body}\n</main>`);
}
