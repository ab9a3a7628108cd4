/**
 * The operations of the XML interface × every kind of caller × sites of the other group (docs/interface.md §3, §6). An operation
 * without an entry here fails.
 */
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/soap/operations.ts";
import { insertToken } from "../support/in-worker.ts";
import { type GroupOfTest, PASSWORD, addGroup, countRows, isLive, tokenOf } from "../support/two-groups.ts";

const NAMESPACE = env.SOAP_NAMESPACE;

let mine: GroupOfTest;
let theirs: GroupOfTest;

interface Answer {
  code: number;
  text: string;
}

async function perform(operation: string, inner: string): Promise<Answer> {
  const answer = await exports.default.fetch(`http://tabard.test/soap?op=${operation}`, {
    method: "POST",
    headers: { "Content-Type": "text/xml", "CF-Connecting-IP": crypto.randomUUID() },
    body: `<${operation} xmlns="${NAMESPACE}">${inner}</${operation}>`,
  });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  return { code: Number(/<ExceptionCode>(\d+)<\/ExceptionCode>/.exec(text)?.[1]), text };
}

const exportReport = (sessionId: string | null): Promise<Answer> =>
  perform(
    "cim_FinancialExportReportV2",
    `${sessionId === null ? "" : `<sessionId>${sessionId}</sessionId>`}<beforeTimestamp>2999-01-01T00:00:00</beforeTimestamp>
     <afterTimestamp>2000-01-01T00:00:00</afterTimestamp><transactionList/><useLessThanToDate>false</useLessThanToDate>`,
  );

const logOut = (sessionId: string | null): Promise<Answer> =>
  perform("LogOut", sessionId === null ? "" : `<SessionID>${sessionId}</SessionID>`);

const logIn = (siteId: string, operatorCode: string, password: string): Promise<Answer> =>
  perform("LogIn", `<SiteID>${siteId}</SiteID><OperatorCode>${operatorCode}</OperatorCode><Password>${password}</Password>`);

const sitesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/<SiteId>(.*?)<\/SiteId>/g)].map(([, site = ""]) => site))].sort();

/** Callers that are not a live operator, and the code each gets. */
const REFUSED: readonly [name: string, sessionId: string | null, code: number][] = [
  ["nobody", null, 7007],
  ["an empty session", "", 7007],
  ["a malformed session", "&lt;session&gt; ' OR 1=1 --", 7007],
  ["an unknown session", "no-such-session", 7007],
  ["an overlong session", "x".repeat(2000), 7007],
  ["an expired session", "mine-operator-expired", 7007],
  ["a revoked session", "mine-operator-revoked", 7007],
  ["a user's session", "mine-user", 70004],
  ["an expired user's session", "mine-user-expired", 7007],
  ["an API key", "mine-key", 70004],
  ["a revoked API key", "mine-key-revoked", 7007],
];

beforeAll(async () => {
  mine = await addGroup("mine");
  theirs = await addGroup("theirs");
});

it("has a case for every operation", () => {
  expect(OPERATIONS.map(({ name }) => name)).toEqual(["LogIn", "LogOut", "cim_FinancialExportReportV2"]);
});

describe("cim_FinancialExportReportV2", () => {
  it.each(REFUSED)("gives %s nothing", async (_name, sessionId, code) => {
    const answer = await exportReport(sessionId);
    expect(answer.code).toBe(code);
    expect(answer.text).not.toContain("<FinancialExportTransaction>");
  });

  it("gives a group's operator all of its hotels and no other", async () => {
    for (const group of [mine, theirs]) {
      const answer = await exportReport(tokenOf(group.groupId, "operator"));
      expect(answer.code).toBe(0);
      expect(sitesOf(answer.text)).toEqual([group.hotelId, group.otherHotelId]);
    }
  });

  it("gives a hotel's operator that hotel alone", async () => {
    const answer = await exportReport(tokenOf("mine", "operator-of-hotel"));
    expect(sitesOf(answer.text)).toEqual([mine.hotelId]);
  });

  it("heeds a revocation in the database at once, whatever KV still says", async () => {
    const session = "mine-operator-to-revoke";
    await insertToken(session, "mine", { kind: "operator", subject: "DESK" });
    expect((await exportReport(session)).code).toBe(0);
    await env.DB.prepare(
      "UPDATE tokens SET revoked_ms = 2 WHERE subject = 'DESK' AND group_id = 'mine' AND hotel_id IS NULL AND revoked_ms IS NULL",
    ).run();
    expect((await exportReport(session)).code).toBe(7007);
    await env.DB.prepare("UPDATE tokens SET revoked_ms = NULL WHERE revoked_ms = 2").run();
  });
});

describe("LogOut", () => {
  it.each(REFUSED)("ends nothing for %s", async (_name, sessionId, code) => {
    const before = await countRows();
    expect((await logOut(sessionId)).code).toBe(code);
    expect(await countRows()).toEqual(before);
    for (const kind of ["user", "key"]) expect(await isLive(tokenOf("mine", kind))).toBe(true);
  });

  it("ends the caller's session, once, and no other", async () => {
    const session = "mine-operator-to-end";
    await insertToken(session, "mine", { kind: "operator", subject: "DESK" });
    expect((await logOut(session)).code).toBe(0);
    expect((await logOut(session)).code).toBe(7007);
    expect((await exportReport(session)).code).toBe(7007);
    expect((await exportReport(tokenOf("mine", "operator"))).code).toBe(0);
    expect((await exportReport(tokenOf("theirs", "operator"))).code).toBe(0);
  });
});

describe("LogIn", () => {
  it.each([
    ["a site that does not exist", "nowhere", "DESK", PASSWORD],
    ["a hotel without operators", "mine-yen", "DESK", PASSWORD],
    ["an unknown operator", "mine", "CLERK", PASSWORD],
    ["another case of the code", "mine", "desk", PASSWORD],
    ["a wrong password", "mine", "DESK", "wrong"],
    ["a user's name", "mine", "ann@mine.test", PASSWORD],
  ])("refuses %s alike", async (_name, siteId, code, password) => {
    const before = await countRows();
    const answer = await logIn(siteId, code, password);
    expect(answer.code).toBe(7001);
    expect(answer.text).toBe((await logIn("nowhere", "NOBODY", "x")).text);
    expect(await countRows()).toEqual(before);
  });

  it("opens a session for the site's own hotels, and none of the JSON interface", async () => {
    const { code, text } = await logIn(theirs.hotelId, "DESK", PASSWORD);
    expect(code).toBe(0);
    const session = /<SessionID>(.*)<\/SessionID>/.exec(text)?.[1] ?? "";
    expect(sitesOf((await exportReport(session)).text)).toEqual([theirs.hotelId]);
    const headers = { Authorization: `Bearer ${session}` };
    for (const path of ["/profile/theirs", "/hotels/theirs"]) {
      expect((await exports.default.fetch(`http://tabard.test${path}`, { headers })).status).toBe(401);
    }
  });
});
