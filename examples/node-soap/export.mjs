// Exports the last week's transactions with the npm package soap: node export.mjs http://127.0.0.1:8787
import soap from "soap";

const client = await soap.createClientAsync(`${process.argv[2] ?? "http://127.0.0.1:8787"}/soap?wsdl`);

const [login] = await client.LogInAsync({ SiteID: "demo", OperatorCode: "FINANCE", Password: "demo-password" });
if (login.LogInResult.ExceptionCode !== 0) throw new Error(login.LogInResult.ExceptionDescription);

const [report] = await client.cim_FinancialExportReportV2Async({
  sessionId: login.SessionID,
  beforeTimestamp: new Date().toISOString(),
  afterTimestamp: new Date(Date.now() - 7 * 86_400_000).toISOString(),
  transactionList: {},
  useLessThanToDate: false,
});
const { ExceptionCode, ExceptionDescription } = report.cim_FinancialExportReportV2Result;
if (ExceptionCode !== 0) throw new Error(ExceptionDescription);

const transactions = report.transactionList.Items?.FinancialExportTransaction ?? [];
console.log(`${transactions.length} transactions`);
