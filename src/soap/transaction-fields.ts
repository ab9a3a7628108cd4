/**
 * The elements of FinancialExportTransaction, in the order of docs/interface.md §6.4.4: what the WSDL describes and the export writes.
 * `optional`: a text that is left out where it does not apply (docs/interface.md §6).
 */
export interface TransactionField {
  element: string;
  type: "enmFinancialExportTransactionTypes" | "string" | "int" | "decimal" | "dateTime";
  optional?: true;
}

export const TRANSACTION_FIELDS: readonly TransactionField[] = [
  { element: "TransactionType", type: "enmFinancialExportTransactionTypes" },
  { element: "AccountNumber", type: "string" },
  { element: "AccountType", type: "int" },
  { element: "TransactionReference", type: "string" },
  { element: "UniqueReferenceNumber", type: "string" },
  { element: "SecondReference", type: "string", optional: true },
  { element: "Description", type: "string" },
  { element: "DueDate", type: "dateTime" },
  { element: "ForDate", type: "dateTime" },
  { element: "TransactionDate", type: "dateTime" },
  { element: "GrossValue", type: "decimal" },
  { element: "NettValue", type: "decimal" },
  { element: "TaxValue", type: "decimal" },
  { element: "NominalCode", type: "string" },
  { element: "SaleCode", type: "string" },
  { element: "PayCode", type: "string" },
  { element: "TaxCode", type: "string" },
  { element: "SiteId", type: "string" },
  { element: "PeriodId", type: "int" },
  { element: "PeriodFromDate", type: "dateTime" },
  { element: "PeriodToDate", type: "dateTime" },
  { element: "ModifiedDate", type: "dateTime" },
  { element: "ModifiedKey", type: "int" },
];
