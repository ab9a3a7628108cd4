/** The samples on the pages, pasted into a shell: docs/interface.md §6.5. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAll, parse, textOf } from "../support/soap-messages.ts";
import { type SoapServer, canRun, startSoapServer } from "../support/soap-server.ts";

const run = promisify(execFile);

describe.skipIf(!canRun("curl", "--version"))("a page's samples", () => {
  let server: SoapServer;

  beforeAll(async () => {
    server = await startSoapServer();
  });
  afterAll(() => server.close());

  it.each([
    ["LogIn", ["0", "0", "0", "0"]],
    // The first ends the session that the others share.
    ["LogOut", ["0", "7007", "7007", "7007"]],
    ["cim_FinancialExportReportV2", ["0", "0", "0", "0"]],
  ])("of %s work as they stand", async (name, codes) => {
    const html = (await (await fetch(`${server.url}?op=${name}`)).text())
      .replace("<!doctype html>", "")
      .replaceAll(/<(?:meta|link) [^>]*>/g, "");
    const blocks = findAll(parse(html), "pre").map((pre) => textOf(pre, "code") ?? "");
    const commands = blocks.filter((text) => /^(?:curl|SESSION=)/.test(text));
    const script = commands.map((command) => (command.startsWith("curl") ? `${command}; printf '\\0'` : command)).join("\n");
    const { stdout } = await run("bash", ["-c", script]);
    const answers = stdout.split("\0").slice(0, -1);
    expect(answers.map((xml) => textOf(parse(xml), "ExceptionCode"))).toEqual(codes);
  });
});
