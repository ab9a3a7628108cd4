/** The benchmarks' HTTP client: whatever the pieces responses come in, their ends and sizes are the same. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ResponseReader } from "../../bench/support/response-reader.ts";

const body = fc.string({ maxLength: 40 });
const withLength = body.map((text) => ({
  size: Buffer.byteLength(text),
  wire: `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
}));
const chunked = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 4 }).map((texts) => ({
  size: Buffer.byteLength(texts.join("")),
  wire: `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${texts.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join("")}0\r\n\r\n`,
}));
const unchanged = fc.constant({ size: 0, wire: 'HTTP/1.1 304 Not Modified\r\nETag: W/"a"\r\n\r\n' });

it("finds the end and the size of every response, however it is cut", () => {
  const responses = fc.array(fc.oneof(withLength, chunked, unchanged), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(responses, fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (answers, steps) => {
      const reader = new ResponseReader();
      for (const { wire, size } of answers) {
        const bytes = Buffer.from(wire);
        let done = 0;
        for (let at = 0, n = 0; at < bytes.length; n += 1) {
          const end = Math.min(bytes.length, at + steps[n % steps.length]!);
          if (reader.push(bytes.subarray(at, end))) {
            done += 1;
            expect(end).toBe(bytes.length);
          }
          at = end;
        }
        expect([done, reader.bodyBytes]).toEqual([1, size]);
      }
    }),
  );
});
