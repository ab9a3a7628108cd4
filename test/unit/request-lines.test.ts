/** What `npm start` shows of a service's output: docs/interface.md §1.1.8. */
import { expect, it } from "vitest";
import { droppingLines, showLine, warningFilter } from "../../cli/support/request-lines.ts";

const ENTRY = {
  requestId: "r-1",
  event: "request",
  method: "GET",
  route: "/hotels/:groupId",
  group: "demo",
  status: 200,
  ms: 3,
  rowsRead: 1,
};

it("shows a request as method, route, status, milliseconds and request id", () => {
  expect(showLine("worker", JSON.stringify(ENTRY))).toBe("GET /hotels/:groupId 200 3 ms r-1");
  expect(showLine("node", JSON.stringify({ ...ENTRY, route: null, status: 404 }))).toBe("GET (no such path) 404 3 ms r-1");
});

it("shows an error of the service as it is, on every host, and nothing of wrangler's own", () => {
  const error = JSON.stringify({ requestId: "r-1", event: "error", detail: "Error: no" });
  for (const host of ["worker", "node", "deno"] as const) expect(showLine(host, error)).toBe(error);
  for (const line of ["", "⎔ Starting local server...", "[wrangler:info] GET /hotels/demo 200 OK (3ms)"]) {
    expect(showLine("worker", line)).toBeNull();
    expect(showLine("node", line)).toBe(line);
  }
  expect(showLine("worker", "{not JSON")).toBe("{not JSON");
});

it("leaves wrangler's warnings out, whole, and its errors in", () => {
  const isWarning = warningFilter();
  const lines = [
    "\u001B[33m▲ \u001B[43;33m[\u001B[43;30mWARNING\u001B[43;33m]\u001B[0m \u001B[1mScheduled Workers are not triggered.\u001B[0m",
    "",
    "  To manually trigger a scheduled event, run:",
    "",
    "✘ [ERROR] Build failed with 1 error:",
    "",
    "  src/index.ts:1",
  ];
  expect(lines.filter((line) => !isWarning(line))).toEqual(lines.slice(4));
});

it("drops what nobody reads, and says how much that was", () => {
  const sink = { writableLength: 0, text: "", write: (text: string) => (sink.text += text) };
  const show = droppingLines(sink);
  show("first");
  sink.writableLength = 1_000_000;
  for (let line = 0; line < 3; line += 1) show("unread");
  sink.writableLength = 0;
  show("last");
  expect(sink.text).toBe("first\n(3 lines left out: nobody read them)\nlast\n");
});
