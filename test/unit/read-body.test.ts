/** Bodies whose client leaves: docs/interface.md §8.2.3. */
import { expect, it } from "vitest";
import { readBody } from "../../src/base/read-body.ts";

const TEXT = '{"a":1}';

/** A request whose body comes so far, and then ends as `end` says. */
function requestThat(end: (body: ReadableStreamDefaultController<Uint8Array>) => void): Request {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new TextEncoder().encode(TEXT));
      else end(controller);
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  return new Request("http://tabard.test/", init);
}

it("is empty where the client left before its end, though what came could be read", async () => {
  expect(
    await readBody(
      requestThat((body) => body.error(new Error("aborted"))),
      100,
    ),
  ).toEqual(new Uint8Array(0));
});

it("is whole where it came to its end", async () => {
  expect(
    await readBody(
      requestThat((body) => body.close()),
      100,
    ),
  ).toEqual(new TextEncoder().encode(TEXT));
});
