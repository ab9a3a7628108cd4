/** SOAP clients of others, generated from the live WSDL: docs/interface.md §6. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Client, createClientAsync } from "soap";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CREDENTIALS, LINES, MODIFIED_MS, type SoapServer, canRun, startSoapServer } from "../support/soap-server.ts";

const run = promisify(execFile);
let server: SoapServer;

beforeAll(async () => {
  server = await startSoapServer();
});
afterAll(() => server.close());

interface Answer {
  [element: string]: unknown;
}

const dateTime = (ms: number): string => new Date(ms).toISOString().replace(/(?:\.0*|(\.\d*?)0*)Z$/, "$1");
const decimal = (money: number): string => (money / 10_000).toFixed(4);

/** The lines as a client should have read them; decimals and dates as `number` and `date` make them. */
function expected(number: (text: string) => unknown, date: (text: string) => unknown): Answer[] {
  return LINES.map((line, index) => {
    const { secondReference } = line;
    const elements = {
      TransactionType: line.transactionType,
      AccountNumber: line.accountNumber,
      AccountType: line.accountType,
      TransactionReference: line.transactionReference,
      UniqueReferenceNumber: line.uniqueReferenceNumber,
      SecondReference: secondReference,
      Description: line.description,
      DueDate: date(dateTime(line.dueMs)),
      ForDate: date(dateTime(line.forMs)),
      TransactionDate: date(dateTime(line.transactionMs)),
      GrossValue: number(decimal(line.gross)),
      NettValue: number(decimal(line.nett)),
      TaxValue: number(decimal(line.tax)),
      NominalCode: line.nominalCode,
      SaleCode: line.saleCode,
      PayCode: line.payCode,
      TaxCode: line.taxCode,
      SiteId: line.siteId,
      PeriodId: line.periodId,
      PeriodFromDate: date(dateTime(line.periodFromMs)),
      PeriodToDate: date(dateTime(line.periodToMs)),
      ModifiedDate: date(dateTime(MODIFIED_MS)),
      ModifiedKey: index + 1,
    };
    return Object.fromEntries(Object.entries(elements).filter(([, value]) => value !== null));
  });
}

describe.each([
  ["1.1", false],
  ["1.2", true],
])("the npm package soap, SOAP %s", (version, forceSoap12Headers) => {
  let client: Client;
  const call = async (operation: string, values: Answer): Promise<Answer> => {
    const method = client[`${operation}Async`] as (values: Answer) => Promise<[Answer]>;
    return (await method(values))[0];
  };

  it("logs in, exports, reads every field back and logs out", async () => {
    client = await createClientAsync(`${server.url}?wsdl`, { forceSoap12Headers, preserveWhitespace: true });
    const ports = client.describe() as Record<string, Answer>;
    expect(Object.keys(ports["FinancialExport"] ?? {})).toEqual(["FinancialExportSoap", "FinancialExportSoap12"]);
    const opened = await call("LogIn", CREDENTIALS);
    expect(opened["LogInResult"]).toEqual({ ExceptionCode: 0, ExceptionDescription: "No error" });
    const report = await call("cim_FinancialExportReportV2", {
      sessionId: opened["SessionID"],
      beforeTimestamp: "2030-01-01T00:00:00Z",
      afterTimestamp: "2000-01-01T00:00:00Z",
      transactionList: {},
      useLessThanToDate: false,
    });
    const found = (report["transactionList"] as { Items: { FinancialExportTransaction: Answer[] } }).Items.FinancialExportTransaction;
    // The package reads decimals as numbers, dateTimes as Date, and an empty text as null.
    const want = expected(Number, (text) => new Date(text.endsWith("Z") ? text : `${text}Z`));
    expect(found.map((entry) => Object.keys(entry))).toEqual(want.map((entry) => Object.keys(entry)));
    const plain = (entries: Answer[]): Answer[] =>
      entries.map((entry) => Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, readable(value)])));
    expect(plain(found)).toEqual(plain(want));
    expect(await call("LogOut", { SessionID: opened["SessionID"] })).toMatchObject({ LogOutResult: { ExceptionCode: 0 } });
    expect(client.lastRequest).toContain(
      version === "1.2" ? "http://www.w3.org/2003/05/soap-envelope" : "schemas.xmlsoap.org/soap/envelope",
    );
  });
});

/** Texts and dates alike, as far as a client keeps them apart. */
function readable(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  return value === null ? "" : value;
}

describe.skipIf(!canRun("php", "-r", "new SoapClient(null, ['location' => 'x', 'uri' => 'x']);")).each(["1.1", "1.2"])(
  "PHP's SoapClient, SOAP %s",
  (version) => {
    it("logs in, exports, reads every field back and logs out", async () => {
      const { stdout } = await run("php", ["test/e2e/soap-client.php", `${server.url}?wsdl`, version, CREDENTIALS.Password]);
      const read = JSON.parse(stdout) as { opened: number; report: Answer; closed: number; fault: string };
      expect([read.opened, read.closed]).toEqual([0, 0]);
      expect(read.report["afterTimestamp"]).toBe("2000-01-01T00:00:00");
      const { Items } = read.report["transactionList"] as { Items: { FinancialExportTransaction: Answer[] } };
      expect(Items.FinancialExportTransaction).toEqual(
        expected(
          (text) => text,
          (text) => text,
        ),
      );
      expect(read.fault).toMatch(version === "1.1" ? /Client$/ : /Sender$/);
    });
  },
);
