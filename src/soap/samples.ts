/** Sample messages of every operation in every form, from the operations' description: docs/interface.md §6.5. Pure. */
import { MINIMAL_DATE_MS } from "../ledger/rules/ledger-document.ts";
import type { ExportedTransaction } from "../ledger/export-transactions.ts";
import { escapeAttribute, escapeText } from "../xml/escape.ts";
import { NO_ERROR } from "./exceptions.ts";
import { CONTENT_TYPES, type Form, wrapping } from "../xml/soap-forms.ts";
import { LOG_IN, type Operation, actionOf } from "./operations.ts";
import { writeResponse } from "./write-response.ts";
import { writeTransactions } from "./write-transactions.ts";
import { DAY_MS } from "../base/calendar-date.ts";

/** Where and when a sample is for. */
export interface SampleSetting {
  namespace: string;
  /** The endpoint's URL. */
  address: string;
  nowMs: number;
}

export interface Sample {
  title: string;
  /** Lines for a shell. */
  command: string;
  response: string;
}

const WEEK_MS = 7 * DAY_MS;

/** The shell's variable that the log-in sample fills and the others send. */
const SESSION_VARIABLE = "$SESSION";

/** A session as one looks in an answer. */
const SAMPLE_SESSION = "3kOq0fVb1u8jT5yQmR2sW7xZ9aC4dE6gH0iJ1kL2mN3";

const FORMS: readonly { title: string; form: Form; gateway?: true }[] = [
  { title: "Plain XML", form: "bare" },
  { title: "Gateway", form: "bare", gateway: true },
  { title: "SOAP 1.1", form: "soap11" },
  { title: "SOAP 1.2", form: "soap12" },
];

/** One sample per form. Pasted into a shell, log-in first, they work against the demo data. */
export function writeSamples(operation: Operation, setting: SampleSetting): Sample[] {
  const { namespace } = setting;
  return FORMS.map(({ title, form, gateway }) => {
    const action = encodeURIComponent(actionOf(namespace, operation));
    const query = gateway ? `?soapAction=${action}` : form === "bare" ? `?op=${operation.name}` : "";
    const { head, tail } = writeResponse(form, namespace, operation, NO_ERROR, { ...sampleTexts(setting), SessionID: SAMPLE_SESSION });
    const transactions = operation.response.some(({ type }) => type === "FinancialExportTransactions");
    const response = head + (transactions ? writeTransactions([sampleTransaction(setting.nowMs)]) : "") + tail;
    return { title, command: writeCommand(operation, form, query, setting), response: indent(response) };
  });
}

/** Fills the session's variable. */
export function writeLogInCommand(setting: SampleSetting): string {
  const command = writeCommand(LOG_IN, "bare", "", setting);
  return `SESSION=$(${command} | sed -n 's|.*<SessionID>\\(.*\\)</SessionID>.*|\\1|p')`;
}

function writeCommand(operation: Operation, form: Form, query: string, setting: SampleSetting): string {
  const headers = [`Content-Type: ${CONTENT_TYPES[form]}`];
  const action = actionOf(setting.namespace, operation);
  if (form === "soap11") headers.push(`SOAPAction: "${action}"`);
  const lines = [
    `curl -s ${quote(setting.address + query)}`,
    ...headers.map((header) => `  -H ${quote(header)}`),
    `  --data-binary ${quote(indent(writeRequest(operation, form, setting)))}`,
  ];
  return lines.join(" \\\n");
}

function writeRequest(operation: Operation, form: Form, setting: SampleSetting): string {
  const values = sampleTexts(setting);
  const children = operation.request.map(({ element }) => {
    const value = values[element] ?? "";
    return value === "" ? `<${element}/>` : `<${element}>${escapeText(value)}</${element}>`;
  });
  const { open, close } = wrapping(form);
  return `${open}<${operation.name} xmlns="${escapeAttribute(setting.namespace)}">${children.join("")}</${operation.name}>${close}`;
}

/** By element, for requests and responses alike. */
function sampleTexts({ nowMs }: SampleSetting): Record<string, string> {
  const today = nowMs - (nowMs % DAY_MS);
  const dateTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
  return {
    SiteID: "demo",
    InterfaceID: "1",
    OperatorCode: "FINANCE",
    Password: "demo-password",
    SessionID: SESSION_VARIABLE,
    sessionId: SESSION_VARIABLE,
    afterTimestamp: dateTime(today - WEEK_MS),
    beforeTimestamp: dateTime(today + DAY_MS),
    useLessThanToDate: "true",
  };
}

function sampleTransaction(nowMs: number): ExportedTransaction {
  const todayMs = nowMs - (nowMs % DAY_MS);
  return {
    siteId: "demo-01",
    transactionType: "Invoice",
    accountNumber: "GUEST",
    accountType: 1,
    transactionReference: "B000042",
    uniqueReferenceNumber: "B000042-1",
    secondReference: null,
    description: "Stay of two nights\nDouble room",
    dueMs: todayMs,
    forMs: todayMs,
    transactionMs: todayMs - DAY_MS,
    gross: 2_120_000,
    nett: 2_000_000,
    tax: 120_000,
    nominalCode: "7110",
    saleCode: "ACCOM",
    payCode: "",
    taxCode: "R6",
    periodId: 0,
    periodFromMs: MINIMAL_DATE_MS,
    periodToMs: MINIMAL_DATE_MS,
    modifiedMs: todayMs - DAY_MS + 250,
    modifiedKey: 42,
  };
}

/** A word of a shell's command line. The session's variable is left for the shell to fill. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`).replaceAll(SESSION_VARIABLE, `'"${SESSION_VARIABLE}"'`)}'`;
}

/** Elements on lines of their own, two spaces deeper each; texts as they are, empty ones too. */
function indent(xml: string): string {
  let depth = 0;
  const lines = xml.replaceAll(/(?:<\/[^<>]*>|\/>)(?=<)|>(?=<[^/])/g, "$&\0").split("\0");
  return lines
    .map((line) => {
      if (line.startsWith("</")) depth -= 1;
      const indented = "  ".repeat(depth) + line;
      if (/^<[^/?]/.test(line) && !line.endsWith("/>") && !line.includes("</")) depth += 1;
      return indented;
    })
    .join("\n");
}
