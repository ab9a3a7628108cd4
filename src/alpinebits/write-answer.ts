/** Answers as the versions' schemas want them (AlpineBits HotelData 2024-10 §2, appendix A). Pure. */
import { escapeText } from "../xml/escape.ts";
import { DECLARATION } from "../xml/soap-forms.ts";
import { writeElement } from "../xml/write-element.ts";
import type { Action } from "./versions.ts";

const OTA_NAMESPACE = "http://www.opentravel.org/OTA/2003/05";

/** What the samples of the specification say; its schemas take any. */
const VERSIONS_OF_ANSWERS: Readonly<Record<string, string>> = {
  OTA_PingRS: "8.000",
  OTA_HotelAvailNotifRS: "1.001",
  OTA_HotelInvCountNotifRS: "7.000",
  OTA_ResRetrieveRS: "7.000",
  OTA_NotifReportRS: "1.000",
};

/** An application error: OpenTravel's list EWT. The schemas take this and advisories only. */
const APPLICATION_ERROR = 13;
const ADVISORY = 11;

/** OpenTravel's list ERR. */
export const HOTEL_NOT_FOUND = 392;
export const ROOM_NOT_FOUND = 402;
export const UNABLE_TO_PROCESS = 450;
export const NOT_PERMITTED = 497;

export interface AlpineError {
  code: number;
  text: string;
}

/** What is answered: errors, or success with advisories and what follows them. */
export type Outcome = { errors: readonly AlpineError[] } | { warnings: readonly string[]; content: string };

/** The answer's document. */
export function writeAnswer({ response }: Pick<Action, "response">, outcome: Outcome): string {
  const inner = "errors" in outcome ? writeErrors(outcome.errors) : `<Success/>${writeWarnings(outcome.warnings)}${outcome.content}`;
  const attributes = { xmlns: OTA_NAMESPACE, Version: VERSIONS_OF_ANSWERS[response] ?? "1.000" };
  return DECLARATION + writeElement(response, attributes, inner);
}

function writeErrors(errors: readonly AlpineError[]): string {
  const elements = errors.map(({ code, text }) => writeElement("Error", { Type: APPLICATION_ERROR, Code: code }, escapeText(text)));
  return writeElement("Errors", {}, elements.join(""));
}

function writeWarnings(warnings: readonly string[]): string {
  if (warnings.length === 0) return "";
  return writeElement("Warnings", {}, warnings.map((text) => writeElement("Warning", { Type: ADVISORY }, escapeText(text))).join(""));
}
