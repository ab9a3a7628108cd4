/**
 * Node's response, made safe for streams that fail. When a body fails half-way, @hono/node-server may write the error's
 * message behind what was sent and end the answer in good order. An export must break off instead, unfinished and
 * without a word of the fault: docs/interface.md §6.7.
 */
import { ServerResponse } from "node:http";

type Written = (error: Error | null | undefined) => void;

export class StreamedResponse extends ServerResponse {
  #streaming = false;

  override flushHeaders(): void {
    this.#streaming = true;
    super.flushHeaders();
  }

  override write(chunk: unknown, callback?: Written): boolean;
  override write(chunk: unknown, encoding: BufferEncoding, callback?: Written): boolean;
  override write(chunk: unknown, encoding?: BufferEncoding | Written, callback?: Written): boolean {
    this.#streaming = true;
    return typeof encoding === "string" ? super.write(chunk, encoding, callback) : super.write(chunk, encoding);
  }

  /** A stream ends without a last chunk, a text is one chunk: one behind a stream is an error's message. */
  override end(...chunk: unknown[]): this {
    if (this.#streaming && chunk.length > 0) return this.destroy();
    return super.end(...(chunk as Parameters<ServerResponse["end"]>));
  }
}
