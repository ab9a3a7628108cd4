/** An operation's response by its description, in the request's form: docs/interface.md §6.2 and §6.7. Pure. */
import { escapeAttribute, escapeText } from "../xml/escape.ts";
import type { Exception } from "./exceptions.ts";
import { type Form, wrapping } from "../xml/soap-forms.ts";
import { EXCEPTION_FIELDS, type Operation } from "./operations.ts";

/** The texts of a response's simple elements; one without a text is left out. */
export type ResponseTexts = Readonly<Record<string, string | undefined>>;

/** What stands before and after the place of the transactions. Without a list of them, all is head. */
export interface ResponseFrame {
  head: string;
  tail: string;
}

/** The response around its transactions: head + tail is the answer that has none. */
export function writeResponse(
  form: Form,
  namespace: string,
  operation: Operation,
  exception: Exception,
  texts: ResponseTexts,
): ResponseFrame {
  const { open, close } = wrapping(form);
  const root = `${operation.name}Response`;
  let head = `${open}<${root} xmlns="${escapeAttribute(namespace)}">`;
  let tail = `</${root}>${close}`;
  for (const { element, type } of operation.response) {
    const text = texts[element];
    if (type === "cResponse") head += `<${element}>${writeException(exception)}</${element}>`;
    else if (type === "FinancialExportTransactions") {
      head += `<${element}><Items>`;
      tail = `</Items></${element}>${tail}`;
    } else if (text !== undefined) head += `<${element}>${escapeText(text)}</${element}>`;
  }
  return { head, tail };
}

function writeException(exception: Exception): string {
  const values = { ExceptionCode: String(exception.code), ExceptionDescription: exception.description };
  return EXCEPTION_FIELDS.map(({ element }) => `<${element}>${escapeText(values[element])}</${element}>`).join("");
}
