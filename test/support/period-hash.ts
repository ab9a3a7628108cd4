/** The hash of a closed period as docs/interface.md §13 says it, from the XML of an export alone. */
import { createHash } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { TRANSACTION_FIELDS } from "../../src/soap/transaction-fields.ts";

export function hashOfExport(xml: string, siteId: string, periodId: number, previous: string): string {
  const parser = new XMLParser({ parseTagValue: false, trimValues: false, processEntities: true, htmlEntities: true });
  const items = parser.parse(xml).cim_FinancialExportReportV2Response.transactionList.Items.FinancialExportTransaction ?? [];
  let text = `${previous}\n`;
  for (const one of Array.isArray(items) ? items : [items]) {
    if (one.SiteId !== siteId || one.PeriodId !== String(periodId)) continue;
    text += `${JSON.stringify(TRANSACTION_FIELDS.map(({ element }) => one[element] ?? null))}\n`;
  }
  return createHash("sha256").update(text).digest("hex");
}
