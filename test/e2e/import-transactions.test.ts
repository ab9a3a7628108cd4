/** npm run import -- transactions: docs/interface.md §1 and §7, over SQLite. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TargetDatabase, openFile } from "../../cli/support/database.ts";
import { abandonImport } from "../../cli/transactions/abandon-import.ts";
import { loadTransactions } from "../../cli/transactions/import-transactions.ts";
import { DOCUMENT_LINES_MAX } from "../../src/ledger/limits.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

const TRANSACTION = {
  TransactionType: "Invoice",
  AccountNumber: "GUEST",
  AccountType: 1,
  TransactionReference: "B1",
  UniqueReferenceNumber: "B1-1",
  Description: 'Stay,\nof "two" nights',
  DueDate: "2025-01-02T00:00:00",
  ForDate: "2025-01-02T00:00:00Z",
  TransactionDate: "2025-01-01T13:00:00+02:00",
  GrossValue: "106.0000",
  NettValue: 100,
  TaxValue: "6.0",
  NominalCode: "7110",
  SaleCode: "ACCOM",
  TaxCode: "R6",
  SiteId: "h1",
  ModifiedDate: "2025-01-01T11:00:00.250",
  ModifiedKey: 7,
};

type Transaction = Record<string, unknown>;

const LATIN_1 = Buffer.from("caf\u00e9\n", "latin1");

const MEAL: Transaction = { SaleCode: "MEAL" };

let folder: string;
let db: TargetDatabase;

async function emptyLedger(): Promise<TargetDatabase> {
  const empty = openFile(":memory:");
  await empty.apply([
    readFileSync("migrations/0001_initial.sql", "utf8"),
    `INSERT INTO sites VALUES ('g1', 'g1', 'group'), ('h1', 'g1', 'hotel'), ('h2', 'g1', 'hotel'), ('g2', 'g2', 'group'), ('h9', 'g2', 'hotel')`,
    "INSERT INTO groups (group_id, name, default_language, content_changed_ms) VALUES ('g1', '', 'en', 0), ('g2', '', 'en', 0)",
  ]);
  return empty;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "tabard-test-"));
  db = await emptyLedger();
});

afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const ndjson = (rows: readonly Transaction[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function csv(rows: readonly Transaction[], names: readonly string[] = Object.keys(TRANSACTION)): string {
  const cell = (value: unknown): string => `"${(typeof value === "string" ? value : JSON.stringify(value ?? "")).replaceAll('"', '""')}"`;
  return [names.join(","), ...rows.map((row) => names.map((name) => cell(row[name])).join(","))].join("\r\n");
}

const load = (content: string | Uint8Array, groupId?: string): Promise<string> =>
  loadTransactions(db, { file: write("file", content), groupId, nowMs: NOW_MS });

const loadRows = (...changes: Transaction[]): Promise<string> => load(ndjson(changes.map((change) => ({ ...TRANSACTION, ...change }))));

const documents = () =>
  db.query("SELECT group_id, modified_key, modified_ms, line_count FROM ledger_documents ORDER BY group_id, modified_key");
const lines = () => db.query<Record<string, unknown>>("SELECT * FROM ledger_lines ORDER BY group_id, modified_ms, modified_key, line");

async function refused(loading: Promise<string>): Promise<string> {
  const before = [await documents(), await lines(), await db.query("SELECT * FROM ledger_imports")];
  const message = await loading.then(
    (report) => `not refused: ${report}`,
    (error: Error) => error.message.replaceAll(join(folder, "file"), "FILE"),
  );
  expect([await documents(), await lines(), await db.query("SELECT * FROM ledger_imports")]).toEqual(before);
  return message;
}

describe("a good file", () => {
  const dateMs = Date.UTC(2025, 0, 1, 11, 0, 0, 250);
  const stored = {
    group_id: "g1",
    modified_ms: dateMs,
    modified_key: 1,
    line: 1,
    site_id: "h1",
    transaction_type: "Invoice",
    account_number: "GUEST",
    account_type: 1,
    transaction_reference: "B1",
    unique_reference_number: "B1-1",
    second_reference: null,
    description: 'Stay,\nof "two" nights',
    due_ms: Date.UTC(2025, 0, 2),
    for_ms: Date.UTC(2025, 0, 2),
    transaction_ms: Date.UTC(2025, 0, 1, 11),
    gross: 1_060_000,
    nett: 1_000_000,
    tax: 60_000,
    nominal_code: "7110",
    sale_code: "ACCOM",
    pay_code: "",
    tax_code: "R6",
    period_id: 0,
    period_from_ms: -62_135_596_800_000,
    period_to_ms: -62_135_596_800_000,
  };

  for (const [form, content] of Object.entries({
    NDJSON: ndjson([TRANSACTION]),
    "NDJSON without a last line feed, with a byte order mark": `\uFEFF\n${JSON.stringify(TRANSACTION)}`,
    CSV: csv([TRANSACTION]),
    "CSV with a byte order mark and columns in another order": `\uFEFF${csv([TRANSACTION], Object.keys(TRANSACTION).reverse())}`,
    "packed NDJSON": gzipSync(ndjson([TRANSACTION])),
    "packed CSV": gzipSync(csv([TRANSACTION])),
  })) {
    it(`is stored field by field from ${form}`, async () => {
      expect(await load(content)).toBe("1 transactions in 1 documents, ModifiedKey 1 to 1, loaded into g1");
      expect(await lines()).toEqual([stored]);
    });
  }

  it("keeps its ModifiedDates and gets the next keys of the group", async () => {
    await loadRows({}, { ModifiedKey: 9, ModifiedDate: "2025-02-01T00:00:00" });
    await load(ndjson([{ ...TRANSACTION, ModifiedKey: 1, ModifiedDate: "2025-02-01T00:00:00" }]), "g1");
    expect(await documents()).toMatchObject([
      { modified_key: 1, modified_ms: dateMs },
      { modified_key: 2, modified_ms: Date.UTC(2025, 1, 1) },
      { modified_key: 3, modified_ms: Date.UTC(2025, 1, 1) },
    ]);
  });

  it("makes one document of neighbours with the same ModifiedKey", async () => {
    await loadRows({}, { SaleCode: "MEAL" }, { ModifiedKey: 8, SaleCode: "ACCOM" });
    expect(await documents()).toMatchObject([{ line_count: 2 }, { line_count: 1 }]);
  });

  it("makes one document of neighbours with the same references, date and type where it has no keys, one line per sale code", async () => {
    const row = { ModifiedKey: undefined };
    await loadRows(
      row,
      { ...row, SaleCode: "MEAL" },
      row,
      { ...row, TransactionType: "Payment" },
      { ...row, UniqueReferenceNumber: "B1-2" },
      { ...row, UniqueReferenceNumber: "B1-2", SaleCode: "MEAL", SecondReference: "PO" },
    );
    expect(await documents()).toMatchObject([2, 1, 1, 1, 1].map((count) => ({ line_count: count })));
  });

  it("tells an empty text from one that does not apply in NDJSON", async () => {
    await loadRows({ SecondReference: "" }, { SecondReference: null, ModifiedKey: 8 });
    expect((await lines()).map((line) => line.second_reference)).toEqual(["", null]);
  });

  it("spreads over statements and pieces of the file", async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({
      ...TRANSACTION,
      ModifiedKey: 1 + Math.floor(at / 2),
      SaleCode: `S${at}`,
      Description: "é\r\n".repeat(20),
    }));
    await load(csv(many));
    const [sum] = await db.query(
      "SELECT count(*) AS lines, sum(gross) AS gross, max(modified_key) AS newest, min(description) AS text FROM ledger_lines",
    );
    expect(sum).toEqual({ lines: 5000, gross: 5000 * 1_060_000, newest: 2500, text: "é\r\n".repeat(20) });
  });
});

describe("a file with faults", () => {
  const cases: [string, Transaction, string][] = [
    ["a missing value", { GrossValue: undefined }, "GrossValue: is missing"],
    ["a value that is not a sum", { GrossValue: "106.0001" }, "GrossValue: is not NettValue + TaxValue"],
    ["a fifth decimal", { TaxValue: "6.00001" }, "TaxValue: is not a decimal of at most four places"],
    ["an unknown type", { TransactionType: "invoice" }, "TransactionType: is not one of Payment, Invoice, CreditNote, Proforma"],
    ["no amount", { GrossValue: 0, NettValue: 0, TaxValue: 0 }, "GrossValue: is not a positive number of ten-thousandths"],
    ["a negative amount", { GrossValue: -1, NettValue: -7, TaxValue: 6 }, "NettValue: is not a number of ten-thousandths from 0"],
    ["a date that does not exist", { DueDate: "2025-02-30T00:00:00" }, "DueDate: is not a dateTime such as 2026-01-31T12:00:00"],
    ["a year beyond the wire", { ForDate: "10000-01-01T00:00:00" }, "ForDate: is not a dateTime from year 1 to 9999"],
    ["an integer beyond 32 bits", { PeriodId: 2_147_483_648 }, "PeriodId: is not an integer of 32 bits"],
    ["a character XML cannot hold", { Description: "a\u0001" }, "Description: holds a character that XML cannot"],
    ["half a surrogate pair", { Description: "a\uD800" }, "Description: holds a character that XML cannot"],
    ["NUL", { SaleCode: "\0" }, "SaleCode: holds a character that XML cannot"],
    ["a text too long", { SaleCode: "x".repeat(65) }, "SaleCode: is longer than 64 characters"],
    ["an unknown hotel", { SiteId: "h3" }, "SiteId: names no hotel: h3"],
    ["an unknown field", { Salecode: "x" }, "Salecode: is not a field of a transaction"],
    ["a number for a text", { NominalCode: 7110 }, "NominalCode: is not text"],
  ];
  for (const [what, change, fault] of cases) {
    it(`is refused for ${what}`, async () => {
      expect(await refused(loadRows({}, change))).toContain(`FILE, line 2, ${fault}`);
    });
  }

  it("names every faulty line and field, and loads nothing of the rest", async () => {
    const message = await refused(loadRows({}, { TaxValue: "x", DueDate: "y" }, MEAL, { SiteId: "h9" }));
    expect(message.split("\n")).toEqual([
      "FILE, line 2, DueDate: is not a dateTime such as 2026-01-31T12:00:00",
      "FILE, line 2, TaxValue: is not a decimal of at most four places",
      "FILE, line 4, SiteId: h9 is not a hotel of the group g1",
      "nothing was loaded",
    ]);
  });

  it("shows the first hundred faults and counts the rest", async () => {
    const message = await refused(loadRows(...Array.from({ length: 130 }, () => ({ TaxValue: "x" }))));
    expect(message.split("\n")).toHaveLength(102);
    expect(message).toContain("and 30 more");
  });

  it("names what is wrong with the names of CSV's columns once, in its first line", async () => {
    const names = [...Object.keys(TRANSACTION).filter((name) => name !== "GrossValue"), "Gross", ""];
    const row = { ...TRANSACTION, Gross: "106", "": "" };
    expect((await refused(load(csv([row, row], names)))).split("\n")).toEqual([
      "FILE, line 1, Gross: is not a field of a transaction",
      "FILE, line 1, GrossValue: is missing",
      "nothing was loaded",
    ]);
  });

  it("names the line a row of several lines begins on", async () => {
    expect(await refused(load(csv([TRANSACTION, { ...TRANSACTION, TaxValue: "x" }])))).toContain("FILE, line 4, TaxValue");
  });

  it("counts lines as editors do: CR LF within a cell is one, and empty lines are lines", async () => {
    const good = { ...TRANSACTION, Description: "a\r\nb\r\nc" };
    const file = csv([good, { ...good, ...MEAL }, { ...good, SaleCode: "SPA", TaxValue: "x" }]);
    expect(await refused(load(file))).toContain("FILE, line 8, TaxValue");
    expect(await refused(load(file.replace("\r\n", "\r\n\r\n\r\n")))).toContain("FILE, line 10, TaxValue");
    expect(await refused(load(`\r\n${csv([good])}\r\n\r\n"a`))).toContain("FILE, line 7: is not CSV (a quote is not closed)");
  });

  const files: [string, string | Uint8Array, string][] = [
    ["CSV with a quote within a cell", `${csv([TRANSACTION])}\na"b"`, "line 4: is not CSV (a quote stands within a cell"],
    ["CSV with text behind a quote", `${csv([TRANSACTION])}\n"a"b`, "line 4: is not CSV (a closing quote is not followed by"],
    [
      "CSV with a row without end",
      `${csv([TRANSACTION])}\n${"x".repeat(300_000)}`,
      "line 4: is not CSV (is longer than 262144 characters)",
    ],
    ["CSV with too few cells", `${csv([TRANSACTION])}\na,b`, "line 4: has 2 cells under 18 names"],
    ["CSV with an open quote", `${csv([TRANSACTION])}\n"a`, "line 4: is not CSV"],
    ["a column named twice", "SiteId,SiteId\nh1,h1", "line 1: names the column SiteId twice"],
    [
      "an unknown column without a value",
      csv([{ ...TRANSACTION, PayCodes: "" }], [...Object.keys(TRANSACTION), "PayCodes"]),
      "line 1, PayCodes: is not a field of a transaction",
    ],
    ["a line that is not JSON", `${ndjson([TRANSACTION])}{"a":\n`, "line 2: is not a JSON object"],
    ["an empty file", "", "holds no transactions"],
    ["a header alone", csv([]), "holds no transactions"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff]), "line 1: is not UTF-8"],
    ["Latin 1 in one line", Buffer.concat([Buffer.from(`${csv([TRANSACTION])}\né`), LATIN_1]), "FILE, line 4: is not UTF-8"],
    ["Latin 1 far behind", gzipSync(Buffer.concat([Buffer.from("{}\né".repeat(70_000)), LATIN_1])), "FILE, line 70001: is not UTF-8"],
    ["a character cut off at the end", Buffer.from(`${ndjson([TRANSACTION])}é`).subarray(0, -1), "FILE, line 2: is not UTF-8"],
    ["broken gzip", gzipSync(ndjson([TRANSACTION])).subarray(0, 60), "cannot be read"],
  ];
  for (const [what, content, fault] of files) {
    it(`is refused for ${what}`, async () => {
      expect(await refused(load(content))).toContain(fault);
    });
  }

  const orders: [string, Transaction[], string][] = [
    ["a ModifiedDate that falls", [{}, { ModifiedDate: "2024-12-31T00:00:00" }], "line 2, ModifiedDate: precedes the line above"],
    [
      "two dates in one document",
      [{}, { ...MEAL, ModifiedDate: "2025-01-02T00:00:00" }],
      "line 2, ModifiedDate: differs within one document",
    ],
    ["two types in one document", [{}, { ...MEAL, TransactionType: "Payment" }], "line 2, TransactionType: differs within one document"],
    [
      "two references in one document",
      [{}, { ...MEAL, TransactionReference: "B2" }],
      "line 2, TransactionReference: differs within one document",
    ],
    [
      "two numbers in one document",
      [{}, { ...MEAL, UniqueReferenceNumber: "B1-2" }],
      "line 2, UniqueReferenceNumber: differs within one document",
    ],
    [
      "a second reference on some lines of a document",
      [{}, { ...MEAL, SecondReference: "PO" }],
      "line 2, SecondReference: differs within one document",
    ],
    ["a sale code twice in one document", [{}, MEAL, {}], "line 3, SaleCode: stands twice in one document"],
    ["a key that falls", [{}, { ModifiedKey: 6 }], "line 2, ModifiedKey: is lower than on the line above"],
    ["a key on some lines only", [{}, { ModifiedKey: undefined }], "line 2, ModifiedKey: must stand on every line or on none"],
    [
      "a document of too many lines",
      Array.from({ length: DOCUMENT_LINES_MAX + 1 }, (_, at) => ({ SaleCode: `S${at}` })),
      `line ${DOCUMENT_LINES_MAX + 1}, ModifiedKey: stands on more than ${DOCUMENT_LINES_MAX} lines`,
    ],
  ];
  for (const [what, rows, fault] of orders) {
    it(`is refused for ${what}`, async () => {
      expect(await refused(loadRows(...rows))).toContain(fault);
    });
  }
});

describe("a file that does not fit the ledger", () => {
  it("is refused where it was loaded before, packed or not", async () => {
    await loadRows({});
    expect(await refused(loadRows({}))).toBe("FILE: was loaded into g1 on 2026-01-01T00:00:00.000Z; nothing done");
    expect(await refused(load(gzipSync(ndjson([TRANSACTION]))))).toContain("was loaded into g1");
  });

  it("is refused where it precedes what is there", async () => {
    await loadRows({});
    expect(await refused(loadRows({ ModifiedDate: "2025-01-01T11:00:00.249" }))).toContain(
      "line 1, ModifiedDate: precedes the ledger's newest document, 2025-01-01T11:00:00.250Z",
    );
  });

  it("is refused for an unknown group, and for a hotel of another", async () => {
    expect(await refused(load(ndjson([TRANSACTION]), "g3"))).toBe("there is no group g3 in :memory:");
    expect(await refused(load(ndjson([TRANSACTION]), "h1"))).toBe("there is no group h1 in :memory:");
    expect(await refused(load(ndjson([TRANSACTION]), "g2"))).toContain("SiteId: h1 is not a hotel of the group g2");
  });

  it("is refused where something is posted while it is read", async () => {
    const apply = db.apply.bind(db);
    db.apply = async (statements) => {
      db.apply = apply;
      await apply(["INSERT INTO ledger_documents VALUES ('g1', 1, 0, 1, 'h1', 'Invoice', 'R', 'R-1', NULL)"]);
      await apply(statements);
    };
    await expect(loadRows({})).rejects.toThrow("something else was posted while it was read; nothing done, run it again");
    expect(await documents()).toHaveLength(1);
  });
});

describe("a refund", () => {
  const paid = {
    TransactionType: "Payment",
    SaleCode: "",
    PayCode: "CARD",
    GrossValue: "10.0000",
    NettValue: "10.0000",
    TaxValue: "0",
    ModifiedKey: 8,
  };
  const back = {
    ...paid,
    GrossValue: "-4.5000",
    NettValue: "-4.5000",
    UniqueReferenceNumber: "B1-2",
    SecondReference: "B1-1",
    ModifiedKey: 9,
  };
  for (const [form, write_] of Object.entries({
    NDJSON: (rows: readonly Transaction[]) => ndjson(rows),
    CSV: (rows: readonly Transaction[]) => csv(rows, [...Object.keys(TRANSACTION), "PayCode", "SecondReference"]),
  })) {
    it(`is taken from ${form}`, async () => {
      await load(
        write_([
          { ...TRANSACTION, ...paid, SecondReference: "" },
          { ...TRANSACTION, ...back },
        ]),
      );
      expect((await lines()).map(({ gross, nett, tax }) => [gross, nett, tax])).toEqual([
        [100_000, 100_000, 0],
        [-45_000, -45_000, 0],
      ]);
    });
  }

  it("is refused beyond its payment, and of anything but a Payment", async () => {
    expect(await refused(loadRows(paid, { ...back, GrossValue: "-10.0001", NettValue: "-10.0001" }))).toContain("a refund gives back more");
    expect(await refused(loadRows({ GrossValue: "-1", NettValue: "-1", TaxValue: "0" }))).toContain("GrossValue: is not a positive number");
  });
});

describe("a line dated in the future", () => {
  it("is refused beyond five minutes, and taken with --allow-future", async () => {
    const at = (ms: number) => ({ ModifiedDate: new Date(ms).toISOString() });
    await loadRows(at(NOW_MS + 5 * 60_000));
    expect(await refused(loadRows({ ...at(NOW_MS + 5 * 60_000 + 1), ModifiedKey: 8 }))).toContain(
      "line 1, ModifiedDate: lies in the future",
    );
    const file = write("later", ndjson([{ ...TRANSACTION, ...at(NOW_MS + 86_400_000) }]));
    expect(await loadTransactions(db, { file, groupId: undefined, nowMs: NOW_MS, allowFuture: true })).toContain("1 transactions");
  });
});

describe("a hotel that keeps periods", () => {
  beforeEach(() =>
    db.apply([
      `INSERT INTO hotels (group_id, hotel_id, name, address1, address2, postcode, email, telephone, town, country, check_in_hours,
         check_in_minutes, check_out_hours, check_out_minutes, star_rating, latitude, longitude, timezone, currency_code, periods, images, facilities)
       VALUES ('g1', 'h1', '', '', '', '', '', '', '', '', '15', '00', '11', '00', '', 0, 0, 'Pacific/Auckland', 'EUR', 'month', '[]', '[]')`,
    ]),
  );
  const january = { PeriodId: 202501, PeriodFromDate: "2025-01-01T00:00:00", PeriodToDate: "2025-01-31T23:59:59" };

  it("gives a line without a period that of its TransactionDate in its own zone, and keeps one that the file brings", async () => {
    await loadRows(
      { TransactionDate: "2025-01-31T11:30:00Z" },
      { ...january, ModifiedKey: 8 },
      { TransactionType: "Proforma", ModifiedKey: 9 },
    );
    expect((await lines()).map(({ period_id: id, period_from_ms: from, period_to_ms: to }) => [id, from, to])).toEqual([
      [202502, Date.UTC(2025, 1, 1), Date.UTC(2025, 2, 1) - 1000],
      [202501, Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 1) - 1000],
      [0, -62_135_596_800_000, -62_135_596_800_000],
    ]);
  });

  it("refuses a period that is not one, and a closed one, naming the line", async () => {
    expect(await refused(loadRows({ ...january, PeriodToDate: "2025-01-31T23:59:58" }))).toContain(
      "line 1, PeriodId: is not a month of h1",
    );
    await loadRows(january);
    await db.apply([
      `INSERT INTO ledger_periods (group_id, site_id, number, period_id, period_from_ms, period_to_ms, through_key, previous_hash, closed_ms, totals, hash)
       VALUES ('g1', 'h1', 1, 202501, ${Date.UTC(2025, 0, 1)}, ${Date.UTC(2025, 1, 1) - 1000}, 1, '', 0, '{}', 'x')`,
    ]);
    expect(await refused(loadRows({ ...january, ModifiedKey: 8 }))).toContain("line 1, PeriodId: 202501 is closed at h1");
    await loadRows({ ModifiedKey: 8 });
    expect((await lines()).at(-1)).toMatchObject({ period_id: 202502 });
  });
});

describe("an import in short transactions", () => {
  const history = Array.from({ length: 5000 }, (_, at) => ({
    ...TRANSACTION,
    ModifiedKey: 1 + Math.floor(at / 5),
    SaleCode: `S${at}`,
    PeriodId: 202501,
    PeriodFromDate: "2025-01-01T00:00:00",
    PeriodToDate: "2025-01-31T23:59:59",
  }));
  const sums = () => db.query("SELECT documents, lines, gross FROM ledger_period_sums");
  const left = () => db.query("SELECT group_id FROM ledger_loads UNION ALL SELECT group_id FROM ledger_load_sums");
  const TOTAL = [{ documents: 1000, lines: 5000, gross: 5000 * 1_060_000 }];

  /** A command that is stopped before its nth transaction, counted from 1. */
  const stoppedAt = (n: number): { target: TargetDatabase; rows: number[] } => {
    const rows: number[] = [];
    const count = async (): Promise<number> =>
      (await db.query<{ rows: number }>("SELECT (SELECT count(*) FROM ledger_documents) + (SELECT count(*) FROM ledger_lines) AS rows"))[0]
        ?.rows ?? 0;
    const apply: TargetDatabase["apply"] = async (statements) => {
      if (rows.length + 1 >= n) throw new Error("stopped");
      const before = await count();
      await db.apply(statements);
      rows.push(Math.abs((await count()) - before));
    };
    return { target: { ...db, apply }, rows };
  };
  const loadBy = (target: TargetDatabase): Promise<string> =>
    loadTransactions(target, { file: write("file", ndjson(history)), groupId: undefined, nowMs: NOW_MS });

  it("writes no more rows at once than it may, and all of them", async () => {
    const { target, rows } = stoppedAt(Infinity);
    await loadBy(target);
    expect(Math.max(...rows)).toBeLessThanOrEqual(db.rowsAtOnce);
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(6000);
    expect([await sums(), await left()]).toEqual([TOTAL, []]);
  });

  it("begins anew wherever it was stopped, and ends as if it never had been", async () => {
    const whole = stoppedAt(Infinity);
    await loadBy(whole.target);
    const wanted = [await lines(), await documents()];
    const last = whole.rows.length;
    for (const n of [2, 3, 4, last - 1, last]) {
      db.close();
      db = await emptyLedger();
      await expect(loadBy(stoppedAt(n).target)).rejects.toThrow("stopped");
      expect([await sums(), (await left()).length > 0]).toEqual([[], true]);
      // The removal is stopped as well.
      await expect(loadBy(stoppedAt(3).target)).rejects.toThrow("stopped");
      const again = stoppedAt(Infinity);
      await loadBy(again.target);
      expect(Math.max(...again.rows)).toBeLessThanOrEqual(db.rowsAtOnce);
      expect([await lines(), await documents()]).toEqual(wanted);
      expect([await sums(), await left()]).toEqual([TOTAL, []]);
    }
  });

  it("refuses what others would post, close or change meanwhile, and takes nothing back of what was there", async () => {
    const apply = async (...statements: string[]): Promise<void> => db.apply(statements);
    await loadRows({});
    await expect(loadBy(stoppedAt(4).target)).rejects.toThrow("stopped");
    for (const statement of [
      "INSERT INTO ledger_documents SELECT 'g1', max(modified_key) + 1, max(modified_ms), 1, 'h1', 'Proforma', 'B9', 'B9-1', NULL FROM ledger_documents",
      "INSERT INTO ledger_periods (group_id, site_id, number, period_id, period_from_ms, period_to_ms, through_key, previous_hash) VALUES ('g1', 'h1', 1, 202501, 0, 0, 1, '')",
    ]) {
      await expect(apply(statement)).rejects.toThrow("ledger_loading");
    }
    await expect(apply("DELETE FROM ledger_lines")).rejects.toThrow("ledger_is_append_only");
    await expect(apply("UPDATE ledger_loads SET open = 1", "DELETE FROM ledger_lines WHERE modified_key = 1")).rejects.toThrow(
      "append_only",
    );
    // Another group goes on.
    await loadRows({ SiteId: "h9" });
    expect(await db.query("SELECT 1 FROM ledger_documents WHERE group_id = 'g2'")).toHaveLength(1);
  });

  it("is undone where the file is refused halfway", async () => {
    const credit = {
      ...history[0],
      TransactionType: "CreditNote",
      SecondReference: "B1-1",
      SaleCode: "S0",
      ModifiedKey: 2000,
      GrossValue: 107,
      TaxValue: 7,
    };
    expect(await refused(load(ndjson([...history, credit])))).toContain("takes back more than the Invoice");
    expect([await sums(), await left()]).toEqual([[], []]);
  });

  it("is taken back by --abandon, wherever both were stopped, and the ledger takes documents again", async () => {
    const posting = (): Promise<string> => loadRows({ ModifiedDate: "2025-06-01T00:00:00Z" });
    await loadRows({ ModifiedDate: "2024-01-01T00:00:00Z" });
    const wanted = [await lines(), await documents(), await sums()];
    expect(await abandonImport(db, "g1", NOW_MS)).toBe("g1 has no unfinished import; nothing done");
    for (const n of [2, 4, 9]) {
      await expect(loadBy(stoppedAt(n).target)).rejects.toThrow("stopped");
      await expect(abandonImport(stoppedAt(2).target, "g1", NOW_MS)).rejects.toThrow("stopped");
      expect(await left()).not.toEqual([]);
      expect(await abandonImport(db, "g1", NOW_MS)).toContain("takes documents again");
      expect([await lines(), await documents(), await sums(), await left()]).toEqual([...wanted, []]);
    }
    expect(await posting()).toContain("ModifiedKey 2 to 2");
    await expect(abandonImport(db, "g3", NOW_MS)).rejects.toThrow("there is no group g3");
  });

  it("stops where it is abandoned while it runs", async () => {
    const { target } = stoppedAt(Infinity);
    let steps = 0;
    const apply: TargetDatabase["apply"] = async (statements) => {
      await target.apply(statements);
      if ((steps += 1) === 4) await abandonImport(db, "g1", NOW_MS);
    };
    await expect(loadBy({ ...target, apply })).rejects.toThrow("another command loads its ledger now");
    expect([await documents(), await sums(), await left()]).toEqual([[], [], []]);
  });

  it("stops where another command takes its ledger over", async () => {
    const { target } = stoppedAt(Infinity);
    const apply: TargetDatabase["apply"] = async (statements) => {
      await target.apply(statements);
      await db.apply(["UPDATE ledger_loads SET run = 'another'"]);
    };
    await expect(loadBy({ ...target, apply })).rejects.toThrow("another command loads its ledger now");
  });
});
