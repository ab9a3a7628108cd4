/** The pages for people at /soap. docs/interface.md §6.5. Pure. */
import { markCode, writeFrame, writeTable } from "../html/frame.ts";
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
${writeElements(operation.request)}
<h2>Response: <code>${operation.name}Response</code></h2>
${writeElements(operation.response)}
${transactions ? `<h2 id="lines"><code>FinancialExportTransaction</code></h2>\n${writeTransactionTable()}` : ""}
<h2>Samples</h2>
${logIn}
${samples.join("\n")}`,
  );
}

/** GET /docs/lines: what an accountant finds in a line of the export. */
export function writeLinesPage(): string {
  return writeFrame(
    { title: "What each line means · Tabard", path: "/docs/lines" },
    `<h1><span>What each line means</span></h1>
<p class="lead">The export is a list of <code>FinancialExportTransaction</code>: one for each sale code of a document. These are its 23 elements,
in their order.</p>
<p>The lines of one document share <code>TransactionReference</code>, <code>UniqueReferenceNumber</code>, <code>SecondReference</code> and
<code>ModifiedKey</code>. A <code>dateTime</code> bears no offset: it is UTC, or, where the table says so, a day of the hotel's own calendar. Nothing
is ever changed: a correction is another document. How to ask for the export: <a href="/soap?op=cim_FinancialExportReportV2">messages to paste</a>.</p>
${writeTransactionTable()}`,
  );
}

/** There is no such operation. */
export function writeUnknownPage(): string {
  return writePage("No such operation", `<p><a href="?">All operations</a></p>`);
}

function writeElements(fields: readonly Field[]): string {
  return writeTable(
    ["Element", "Type"],
    fields.map(({ element, type }) => ({ cells: [`<code>${element}</code>`, type] })),
  );
}

/** The one table of FinancialExportTransaction, an anchor to each element. */
function writeTransactionTable(): string {
  return writeTable(
    ["Element", "Type", "Meaning", "Values"],
    TRANSACTION_FIELDS.map(({ element, type, optional, meaning, values }) => ({
      id: element,
      cells: [
        `<a href="#${element}"><code>${element}</code></a>`,
        `${type === "enmFinancialExportTransactionTypes" ? "string" : type}${optional ? ", may be left out" : ""}`,
        markCode(meaning),
        markCode(values),
      ],
    })),
  );
}

function writeCode(text: string): string {
  return `<pre tabindex="0"><code>${escapeText(text)}</code></pre>`;
}

function writePage(title: string, body: string): string {
  return writeFrame(
    { title: `${escapeText(title)} · Tabard`, path: "/soap" },
    `<h1><span>${breakable(escapeText(title))}</span></h1>\n${body}`,
  );
}

/** A long name may break between its words, on screens that have no room for it. */
function breakable(name: string): string {
  return name.replaceAll(/(?<=[a-z_])(?=[A-Z])/g, "<wbr/>");
}
