/** What `npm start` shows of a service's output: docs/interface.md §1.1.8. */
import { expect, it } from "vitest";
import { droppingLines, showLine } from "../../cli/support/request-lines.ts";

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

it("shows an error of the service as it is, on every host", () => {
  const error = JSON.stringify({ requestId: "r-1", event: "error", detail: "Error: no" });
  for (const host of ["worker", "node", "deno"] as const) expect(showLine(host, error)).toBe(error);
  expect(showLine("worker", "{not JSON")).toBe("{not JSON");
});

it("takes the Worker's lines from behind wrangler's mark, and leaves wrangler's errors as they are", () => {
  const mark = "\u001B[31m✘ \u001B[41;31m[\u001B[41;97mERROR\u001B[41;31m]\u001B[0m \u001B[1m";
  const lines = [
    `${mark}\u001B[0m`,
    "",
    `  ${JSON.stringify(ENTRY)}`,
    "",
    `${mark}Build failed with 1 error:\u001B[0m`,
    "",
    "  src/index.ts:1",
  ];
  const shown = lines.map((line) => showLine("worker", line)).filter((line) => line !== null);
  expect(shown).toEqual(["GET /hotels/:groupId 200 3 ms r-1", lines[4], "  src/index.ts:1"]);
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
