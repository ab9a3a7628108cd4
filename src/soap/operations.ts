/**
 * The operations of the XML interface: the one description that the WSDL, the reader, the writer and the pages share, so
 * that they cannot drift (docs/interface.md §6.4). Pure.
 */

export type SimpleType = "string" | "int" | "boolean" | "dateTime";

/** An element of a message. */
export interface Field {
  element: string;
  type: SimpleType | "cResponse" | "FinancialExportTransactions";
  minOccurs: 0 | 1;
}

/** An element of a request. */
export interface RequestField extends Field {
  /**
   * "required": missing or empty is refused by name. "optional": may be missing. "ignored": never looked at.
   * Session identifiers are optional here: none is a session that is not valid, code 7007.
   */
  reading: "required" | "optional" | "ignored";
}

export interface Operation {
  name: "LogIn" | "LogOut" | "cim_FinancialExportReportV2";
  /** For people: the WSDL's documentation and the pages. */
  summary: string;
  request: readonly RequestField[];
  response: readonly Field[];
}

export const LOG_IN = {
  name: "LogIn",
  summary: "Opens a session of 60 minutes for an operator of a hotel or of a whole group.",
  request: [
    { element: "SiteID", type: "string", minOccurs: 0, reading: "required" },
    { element: "InterfaceID", type: "int", minOccurs: 0, reading: "ignored" },
    { element: "OperatorCode", type: "string", minOccurs: 0, reading: "required" },
    { element: "Password", type: "string", minOccurs: 0, reading: "required" },
  ],
  response: [
    { element: "LogInResult", type: "cResponse", minOccurs: 0 },
    { element: "SessionID", type: "string", minOccurs: 0 },
  ],
} as const satisfies Operation;

export const LOG_OUT = {
  name: "LogOut",
  summary: "Ends a session.",
  request: [{ element: "SessionID", type: "string", minOccurs: 0, reading: "optional" }],
  response: [{ element: "LogOutResult", type: "cResponse", minOccurs: 0 }],
} as const satisfies Operation;

export const EXPORT = {
  name: "cim_FinancialExportReportV2",
  summary:
    "The financial transactions written from afterTimestamp to beforeTimestamp, both included; with useLessThanToDate, strictly before beforeTimestamp.",
  request: [
    { element: "sessionId", type: "string", minOccurs: 0, reading: "optional" },
    { element: "beforeTimestamp", type: "dateTime", minOccurs: 1, reading: "required" },
    { element: "afterTimestamp", type: "dateTime", minOccurs: 1, reading: "required" },
    { element: "transactionList", type: "FinancialExportTransactions", minOccurs: 0, reading: "ignored" },
    { element: "useLessThanToDate", type: "boolean", minOccurs: 1, reading: "optional" },
  ],
  response: [
    { element: "cim_FinancialExportReportV2Result", type: "cResponse", minOccurs: 0 },
    { element: "afterTimestamp", type: "dateTime", minOccurs: 1 },
    { element: "beforeTimestamp", type: "dateTime", minOccurs: 1 },
    { element: "transactionList", type: "FinancialExportTransactions", minOccurs: 0 },
  ],
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [LOG_IN, LOG_OUT, EXPORT];

/** The elements of type cResponse. */
export const EXCEPTION_FIELDS = [
  { element: "ExceptionCode", type: "int", minOccurs: 1 },
  { element: "ExceptionDescription", type: "string", minOccurs: 0 },
] as const satisfies readonly Field[];

/** The operation of a name, or null. */
export function findOperation(name: string): Operation | null {
  return OPERATIONS.find((operation) => operation.name === name) ?? null;
}

/** What a SOAPAction says of an operation. */
export function actionOf(namespace: string, operation: Operation): string {
  return `${namespace}/${operation.name}`;
}
